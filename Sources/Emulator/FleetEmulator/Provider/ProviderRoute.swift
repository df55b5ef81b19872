internal import FleetEngine
internal import HTTPMessages

/// One endpoint of the provider's backend, with the ID in its path.
///
/// See docs/protocol.md, "Backend endpoints".
enum ProviderRoute: Sendable, Hashable {
  case consumerToken(tripID: String)
  case driverToken(vehicleID: String)
  case serverToken
  case createVehicle
  case vehicle(String)
  case updateVehicle(String)
  case vehicles(restaurantID: String?)
  case createTrip
  case trip(String)
  case updateTrip(String)

  static func find(_ method: TransportMethod, _ path: Substring) throws(RPCFailure) -> ProviderRoute
  {
    let parts = parts(path)
    switch (method, parts.first) {
    case (.get, "token"), (.head, "token"): return try token(parts)
    case (.get, "vehicles"), (.head, "vehicles"): return .vehicles(restaurantID: try id(parts))
    case (.get, "vehicle"), (.head, "vehicle"): return .vehicle(try id(parts, else: noVehicleID))
    case (.put, "vehicle"): return .updateVehicle(try id(parts, else: noVehicleID))
    case (.get, "trip"), (.head, "trip"):
      return .trip(try id(parts, else: "Missing trip id in URL."))
    case (.put, "trip"): return .updateTrip(try id(parts, else: "No Trip ID provided."))
    case (.post, "vehicle"), (.post, "trip"):
      if parts.count == 2, parts[1].lowercased() == "new" {
        return parts[0] == "trip" ? .createTrip : .createVehicle
      }
      let rest = path.dropFirst(1 + (parts.first?.count ?? 0)).prefix(64)
      throw RPCFailure(.notFound, "Unsupported POST endpoint: \(rest)")
    case (_, "token"), (_, "vehicles"): throw notServed(method, "takes GET")
    case (_, "vehicle"), (_, "trip"):
      throw notServed(method, "takes GET and PUT with an ID, and POST with new in its place")
    default: throw RPCFailure(.notFound, "Nothing is served at this path.")
    }
  }

  private static func notServed(_ method: TransportMethod, _ others: String) -> RPCFailure {
    RPCFailure(
      .notFound, "The method \(method.rawValue) is not served at this path, which \(others).")
  }

  static let noVehicleID = "Vehicle ID was not provided."

  /// The path's parts, percent-encoded.
  static func parts(_ path: Substring) -> [Substring] {
    path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func token(_ parts: [Substring]) throws(RPCFailure) -> ProviderRoute {
    let rest = Array(parts.dropFirst())
    switch rest.first {
    case "server" where rest.count == 1: return .serverToken
    case "consumer": return .consumerToken(tripID: try id(rest, else: "Trip ID was not provided."))
    case "driver": return .driverToken(vehicleID: try id(rest, else: noVehicleID))
    default: throw RPCFailure(.notFound, "There are tokens at consumer, driver and server.")
    }
  }

  private static func id(_ parts: [Substring], else message: String) throws(RPCFailure) -> String {
    guard let id = try id(parts) else { throw .invalid(message) }
    return id
  }

  /// The ID in the second part; nil without one.
  private static func id(_ parts: [Substring]) throws(RPCFailure) -> String? {
    guard parts.count < 3 else { throw RPCFailure(.notFound, "Nothing is served at this path.") }
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    guard let id = PercentEncoding.decode(parts[1]), !id.isEmpty else {
      throw .invalid("The id in the path is not valid.")
    }
    return id
  }
}
