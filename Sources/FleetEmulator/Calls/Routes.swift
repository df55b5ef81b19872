internal import FleetEngine
internal import HTTPMessages

/// One method of Fleet Engine and where it is served.
///
/// Source: contract 2.1.
final class Route: Sendable {
  /// A remote procedure of Fleet Engine.
  enum Procedure: String, Sendable, Hashable {
    case createTrip = "CreateTrip"
    case getTrip = "GetTrip"
    case updateTrip = "UpdateTrip"
    case deleteTrip = "DeleteTrip"
    case searchTrips = "SearchTrips"
    case reportBillableTrip = "ReportBillableTrip"
    case createVehicle = "CreateVehicle"
    case getVehicle = "GetVehicle"
    case updateVehicle = "UpdateVehicle"
    case deleteVehicle = "DeleteVehicle"
    case updateVehicleAttributes = "UpdateVehicleAttributes"
    case listVehicles = "ListVehicles"
    case searchVehicles = "SearchVehicles"
    case updateVehicleLocation = "UpdateVehicleLocation"
    case searchFuzzedVehicles = "SearchFuzzedVehicles"
  }

  /// What a request's body is.
  enum Body: Sendable {
    case none
    case resource
    case whole
  }

  /// A route's variables, decoded.
  struct Match: Sendable {
    let route: Route
    let providerID: String
    let id: String?

    /// Checks that the ID in the path follows the rules.
    ///
    /// - Throws: INVALID_ARGUMENT if it does not, whether or not there is such a resource.
    func checkID() throws(RPCFailure) {
      guard let id else { return }
      try IDRules.check(id, route.idField)
    }
  }

  let method: HTTPMethod
  let collection: String
  let hasID: Bool
  let verb: Substring?
  let body: Body
  let procedure: Procedure
  /// The request's fields; they stand in the query, or in the body where that is the whole.
  let request: MessageSchema

  /// What errors call the ID in the path.
  var idField: String { FieldName.snakeCase(String(collection.dropLast())) + "_id" }

  /// What may stand in the query: the request's fields, unless they are the body.
  var queryFields: MessageSchema { body == .whole ? MessageSchema([:]) : request }

  private init(
    _ procedure: Procedure,
    _ method: HTTPMethod,
    _ template: String,
    body: Body = .none,
    request: MessageSchema = .plain
  ) {
    let parts = template.split(separator: ":", maxSplits: 1)
    let path = parts[0].split(separator: "/")
    self.procedure = procedure
    self.method = method
    collection = String(path[0])
    hasID = path.count > 1
    verb = parts.count > 1 ? parts[1] : nil
    self.body = body
    self.request = request
  }

  static let all: [Route] = [
    Route(.createTrip, .post, "trips", body: .resource, request: .createTrip),
    Route(.getTrip, .get, "trips/*", request: .getTrip),
    Route(.updateTrip, .put, "trips/*", body: .resource, request: .update),
    Route(.deleteTrip, .delete, "trips/*"),
    Route(.searchTrips, .post, "trips:search", body: .whole, request: .searchTrips),
    Route(
      .reportBillableTrip,
      .post,
      "billableTrips/*:report",
      body: .whole,
      request: .reportBillableTrip
    ),
    Route(.createVehicle, .post, "vehicles", body: .resource, request: .createVehicle),
    Route(.getVehicle, .get, "vehicles/*", request: .getVehicle),
    Route(.updateVehicle, .put, "vehicles/*", body: .resource, request: .update),
    Route(.deleteVehicle, .delete, "vehicles/*"),
    Route(
      .updateVehicleAttributes,
      .post,
      "vehicles/*:updateAttributes",
      body: .whole,
      request: .updateVehicleAttributes
    ),
    Route(.listVehicles, .get, "vehicles", request: .listVehicles),
    Route(.searchVehicles, .post, "vehicles:search", body: .whole, request: .searchVehicles),
    Route(
      .updateVehicleLocation,
      .put,
      "vehicles/*:updateLocation",
      body: .whole,
      request: .updateVehicleLocation
    ),
    Route(
      .searchFuzzedVehicles,
      .post,
      "vehicles:searchFuzzed",
      body: .whole,
      request: .searchVehicles
    ),
  ]

  private static let byCollection = Dictionary(grouping: all) { Substring($0.collection) }

  /// Finds the route of a request and decodes its variables.
  ///
  /// - Throws: That there is none.
  static func match(_ method: HTTPMethod, _ path: String) throws(RPCFailure) -> Match {
    // The verb is split off before decoding: an encoded colon belongs to the id.
    let bytes = path.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? bytes.startIndex
    let colon = bytes[slash...].lastIndex(of: UInt8(ascii: ":"))
    let verb = colon.map { Substring(bytes[bytes.index(after: $0)...]) }
    let plain = bytes[..<(colon ?? bytes.endIndex)]
    let parts = plain.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard parts.count >= 5, parts[0].isEmpty, parts[1] == "v1", parts[2] == "providers"
    else { throw unknown(path) }
    let hasID = parts.count > 5
    let served = byCollection[parts[4]] ?? []
    var candidates = served.filter { $0.hasID == hasID && $0.verb == verb }
    // A slash or colon that is not encoded is part of an ID that is not valid.
    var text = parts.count == 6 ? String(parts[5]) : parts.dropFirst(5).joined(separator: "/")
    if candidates.isEmpty, hasID, let verb {
      candidates = served.filter { $0.hasID && $0.verb == nil && $0.method == method }
      text += ":" + verb
    }
    guard !candidates.isEmpty else { throw unknown(path) }
    guard let route = candidates.first(where: { $0.method == method }) else {
      throw RPCFailure(.notFound, "The method \(method.rawValue) is not served at this path.")
    }
    guard let provider = PercentEncoding.decode(parts[3]), !provider.isEmpty else {
      throw .invalid("The provider's id is not valid.")
    }
    guard hasID else { return Match(route: route, providerID: provider, id: nil) }
    guard let id = PercentEncoding.decode(text), !id.isEmpty else {
      throw IDRules.invalid(route.idField)
    }
    return Match(route: route, providerID: provider, id: id)
  }

  private static func unknown(_ path: String) -> RPCFailure {
    RPCFailure(.notFound, "Nothing is served at this path.")
  }
}
