internal import FleetEngine
internal import HTTPMessages

/// One endpoint of the provider's backend, with the id in its path.
///
/// Source: contract 8.1.
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

  /// Finds the endpoint of a request.
  ///
  /// - Throws: That there is none, or what is missing.
  static func find(_ method: HTTPMethod, _ path: Substring) throws(RPCFailure) -> ProviderRoute {
    let parts = parts(path)
    switch (method, parts.first) {
    case (.get, "token"), (.head, "token"): return try token(parts)
    case (.get, "vehicles"), (.head, "vehicles"): return .vehicles(restaurantID: try id(parts))
    case (.get, "vehicle"), (.head, "vehicle"):
      guard let id = try id(parts) else { throw .invalid(noVehicleID) }
      return .vehicle(id)
    case (.put, "vehicle"):
      guard let id = try id(parts) else { throw .invalid(noVehicleID) }
      return .updateVehicle(id)
    case (.get, "trip"), (.head, "trip"):
      guard let id = try id(parts) else { throw .invalid("Missing trip id in URL.") }
      return .trip(id)
    case (.put, "trip"):
      guard let id = try id(parts) else { throw .invalid("No Trip ID provided.") }
      return .updateTrip(id)
    case (.post, "vehicle") where isNew(parts): return .createVehicle
    case (.post, "trip") where isNew(parts): return .createTrip
    case (.post, "vehicle"), (.post, "trip"):
      let rest = path.dropFirst(1 + (parts.first?.count ?? 0)).prefix(64)
      throw RPCFailure(.notFound, "Unsupported POST endpoint: \(rest)")
    default: throw RPCFailure(.notFound, "Nothing is served at this path by this method.")
    }
  }

  static let noVehicleID = "Vehicle ID was not provided."

  /// The path's parts, percent-encoded.
  static func parts(_ path: Substring) -> [Substring] {
    path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func isNew(_ parts: [Substring]) -> Bool {
    parts.count == 2 && parts[1].lowercased() == "new"
  }

  private static func token(_ parts: [Substring]) throws(RPCFailure) -> ProviderRoute {
    switch parts.dropFirst().first {
    case "server" where parts.count == 2: return .serverToken
    case "consumer":
      guard let id = try id(Array(parts.dropFirst())) else {
        throw .invalid("Trip ID was not provided.")
      }
      return .consumerToken(tripID: id)
    case "driver":
      guard let id = try id(Array(parts.dropFirst())) else { throw .invalid(noVehicleID) }
      return .driverToken(vehicleID: id)
    default: throw RPCFailure(.notFound, "There are tokens at consumer, driver and server.")
    }
  }

  /// The id in the second part; nil for none.
  private static func id(_ parts: [Substring]) throws(RPCFailure) -> String? {
    guard parts.count < 3 else { throw RPCFailure(.notFound, "Nothing is served at this path.") }
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    guard let id = PercentEncoding.decode(parts[1]), !id.isEmpty else {
      throw .invalid("The id in the path is not valid.")
    }
    return id
  }
}
