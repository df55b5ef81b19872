internal import FleetEngine
internal import HTTPMessages

/// One method of Fleet Engine and its path.
///
/// See docs/protocol.md, "Endpoints".
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

  let procedure: Procedure
  let method: TransportMethod
  let collection: String
  let hasID: Bool
  /// The part of the path after the colon, for example `search`.
  let verb: Substring?
  /// The request's fields, without those that are in the path or are the body.
  let request: MessageSchema
  /// The request's field in the path.
  let nameField: String
  /// The request's field that is the body; nil if the body has the other fields or is empty.
  let bodyField: String?
  let response: MessageSchema
  /// The whole request and response as gRPC has them; nil for a call that Google's clients lost.
  let messages: (request: MessageSchema, response: MessageSchema)?

  /// The name of the service, for example `maps.fleetengine.v1.TripService`.
  var service: String {
    "maps.fleetengine.v1." + (collection == "vehicles" ? "VehicleService" : "TripService")
  }

  /// Whether the body is the whole request, not a resource.
  var readsWholeBody: Bool { verb != nil }

  /// The name of the ID in errors.
  var idField: String { FieldName.snakeCase(String(collection.dropLast())) + "_id" }

  /// The fields that the query may have.
  var queryFields: MessageSchema { readsWholeBody ? MessageSchema(request.typeName, [:]) : request }

  private init(
    _ procedure: Procedure, _ method: TransportMethod, _ template: String, _ request: MessageSchema,
    _ response: MessageSchema, hasGRPC: Bool = true
  ) {
    let parts = template.split(separator: ":", maxSplits: 1)
    let path = parts[0].split(separator: "/")
    self.procedure = procedure
    self.method = method
    collection = String(path[0])
    hasID = path.count > 1
    verb = parts.count > 1 ? parts[1] : nil
    nameField = hasID ? "name" : "parent"
    bodyField =
      verb == nil && (method == .post || method == .put) ? String(collection.dropLast()) : nil
    self.request = request.without(Set([nameField, bodyField].compactMap(\.self)))
    self.response = response
    messages = hasGRPC ? (request, response) : nil
  }

  static let all: [Route] = [
    Route(.createTrip, .post, "trips", .createTrip, .trip),
    Route(.getTrip, .get, "trips/*", .getTrip, .trip),
    Route(.updateTrip, .put, "trips/*", .updateTrip, .trip),
    Route(.deleteTrip, .delete, "trips/*", .deleteTrip, .empty),
    Route(.searchTrips, .post, "trips:search", .searchTrips, TripPage.wireFields.schema),
    Route(.reportBillableTrip, .post, "billableTrips/*:report", .reportBillableTrip, .empty),
    Route(.createVehicle, .post, "vehicles", .createVehicle, .vehicle),
    Route(.getVehicle, .get, "vehicles/*", .getVehicle, .vehicle),
    Route(.updateVehicle, .put, "vehicles/*", .updateVehicle, .vehicle),
    Route(.deleteVehicle, .delete, "vehicles/*", .deleteVehicle, .empty),
    Route(
      .updateVehicleAttributes, .post, "vehicles/*:updateAttributes", .updateVehicleAttributes,
      AttributeList.wireFields.schema),
    Route(.listVehicles, .get, "vehicles", .listVehicles, VehiclePage.wireFields.schema),
    Route(
      .searchVehicles, .post, "vehicles:search", .searchVehicles,
      VehicleMatches.wireFields.schema),
    Route(
      .updateVehicleLocation, .put, "vehicles/*:updateLocation", .updateVehicleLocation,
      .vehicleLocation, hasGRPC: false),
    Route(
      .searchFuzzedVehicles, .post, "vehicles:searchFuzzed", .searchVehicles,
      VehicleMatches.wireFields.schema, hasGRPC: false),
  ]

  private static let byCollection = Dictionary(grouping: all) { Substring($0.collection) }

  /// Finds the route of a request and decodes its variables; the ID is empty if the route has none.
  static func match(
    _ method: TransportMethod, _ path: String
  ) throws(RPCFailure) -> (route: Route, providerID: String, id: String) {
    // The verb is split off before decoding, because an encoded colon belongs to the ID.
    let bytes = path.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? bytes.startIndex
    let colon = bytes[slash...].lastIndex(of: UInt8(ascii: ":"))
    let verb = colon.map { Substring(bytes[bytes.index(after: $0)...]) }
    let plain = bytes[..<(colon ?? bytes.endIndex)]
    let parts = plain.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Substring.init)
    let unknown = RPCFailure(.notFound, "Nothing is served at this path.")
    guard parts.count >= 5, parts[0].isEmpty, parts[1] == "v1", parts[2] == "providers"
    else { throw unknown }
    let hasID = parts.count > 5
    let served = byCollection[parts[4]] ?? []
    var candidates = served.filter { $0.hasID == hasID && $0.verb == verb }
    // An unencoded slash or colon is part of an ID that is not valid.
    var text = parts.count == 6 ? String(parts[5]) : parts.dropFirst(5).joined(separator: "/")
    if candidates.isEmpty, hasID, let verb {
      candidates = served.filter { $0.hasID && $0.verb == nil && $0.method == method }
      text += ":" + verb
    }
    guard !candidates.isEmpty else { throw unknown }
    guard let route = candidates.first(where: { $0.method == method }) else {
      // The path without the ID, or with one, where the method may belong.
      let others = verb == nil ? served.filter { $0.hasID != hasID && $0.verb == nil } : []
      throw RPCFailure(
        .notFound,
        "The method \(method.rawValue) is not served at this path, which takes "
          + "\(methods(candidates))."
          + (others.isEmpty ? "" : " With\(hasID ? "out" : "") an ID it takes \(methods(others))."))
    }
    guard let provider = PercentEncoding.decode(parts[3]), !provider.isEmpty else {
      throw .invalid("The provider's id is not valid.")
    }
    guard hasID else { return (route, provider, "") }
    guard let id = PercentEncoding.decode(text), !id.isEmpty else {
      throw .invalidID(route.idField)
    }
    return (route, provider, id)
  }

  /// Names routes by their methods: `PUT (UpdateTrip)`.
  private static func methods(_ routes: [Route]) -> String {
    routes.map { "\($0.method.rawValue) (\($0.procedure.rawValue))" }.joined(separator: ", ")
  }
}
