internal import FleetEngine
internal import JSON

struct LogEntry {
  let call: LoggedCall
  /// The response's values for the creation of the vehicle.
  let vehicleFacts: Vehicle?
  /// Whether restricted logging replaced places of the call by opaque handles.
  let hidesPlaces: Bool

  /// The number of points in the call's routes, which take most of its memory.
  var routePoints: Int {
    let waypoints = call.vehicle?.waypoints ?? call.trip?.vehicleWaypoints ?? []
    let route = call.vehicle?.route ?? call.trip?.route
    return waypoints.reduce(route?.count ?? 0) { $0 + ($1.path?.count ?? 0) }
  }

  /// Why an entry is not used.
  enum Problem: Error {
    case otherKind
    case delivery
    /// The server refused the call.
    case failedCall
    case broken(String)
  }

  init(json: [UInt8]) throws(Problem) {
    let entry = try Envelope(json)
    guard !entry.isDelivery else { throw .delivery }
    guard let type = entry.type else { throw .broken("it has no payload with a type") }
    let kind = String(type.split(separator: ".").last ?? "")
    guard ["CreateTripLog", "UpdateTripLog", "CreateVehicleLog", "UpdateVehicleLog"].contains(kind)
    else { throw .otherKind }
    guard !entry.hasFailed else { throw .failedCall }
    guard let time = entry.timestamp.flatMap({ Timestamp(rfc3339: $0) }) else {
      throw .broken("it has no timestamp")
    }
    guard let request = entry.request, case .object = request else {
      throw .broken("it has no request")
    }
    let isTrip = kind.hasSuffix("TripLog")
    guard let resource = request[isTrip ? "trip" : "vehicle"], case .object = resource else {
      throw .broken("its request has no \(isTrip ? "trip" : "vehicle")")
    }
    let fullName =
      resource["name"]?.text ?? entry.response?["name"]?.text ?? request["name"]?.text
    var mask = LogSpelling.mask(request["updatemask"])
    let isUpdate = kind.hasPrefix("Update")
    guard !isUpdate || !mask.isEmpty else { throw .broken("its update has no mask") }
    hidesPlaces = resource.hasHandle
    if hidesPlaces { mask.removeAll { Self.hides(resource, $0) } }
    let operation: LoggedCall.Operation
    if isTrip {
      let name = try entry.name(
        fullName,
        id: "tripid",
        parse: TripName.init(parsing:),
        create: TripName.init(providerID:tripID:)
      )
      var trip = try Self.decode(Trip.self, resource)
      trip.name = name
      operation = isUpdate ? .updateTrip(name, trip, mask: mask) : .createTrip(name, trip)
      vehicleFacts = nil
    } else {
      let name = try entry.name(
        fullName,
        id: "vehicleid",
        parse: VehicleName.init(parsing:),
        create: VehicleName.init(providerID:vehicleID:)
      )
      var vehicle = try Self.decode(Vehicle.self, resource)
      vehicle.name = name
      if hidesPlaces {
        Self.reveal(&vehicle)
        if vehicle.lastLocation == nil { mask.removeAll { $0 == "lastLocation" } }
      }
      operation =
        isUpdate ? .updateVehicle(name, vehicle, mask: mask) : .createVehicle(name, vehicle)
      vehicleFacts = try entry.response.map { response throws(Problem) in
        try Self.decode(Vehicle.self, response)
      }
    }
    // An update with only hidden values is not used.
    guard !isUpdate || !mask.isEmpty else { throw .otherKind }
    call = LoggedCall(time: time, operation: operation)
  }

  /// Whether a field's value is hidden, so that sending it would clear the field.
  private static func hides(_ resource: JSONTree, _ path: String) -> Bool {
    switch path {
    case "lastLocation": false  // Its raw position is readable.
    case "currentRouteSegment", "currentRouteSegmentTraffic", "currentRouteSegmentEndPoint":
      resource["currentroutesegmenthandle"] != nil
    default: resource[JSONTree.plain(path)]?.hasHandle ?? false
    }
  }

  /// Replaces a hidden road position by the raw position, which restricted logging keeps.
  private static func reveal(_ vehicle: inout Vehicle) {
    guard var location = vehicle.lastLocation else { return }
    location.location = location.location ?? location.rawLocation
    vehicle.lastLocation = location.location == nil ? nil : location
    vehicle.waypoints = []
    vehicle.currentRouteSegmentEndPoint = nil
  }

  private static func decode<Message: WireMessage>(
    _ type: Message.Type,
    _ message: JSONTree
  ) throws(Problem) -> Message {
    guard let message = Message(wire: LogSpelling.message(message)) else {
      throw .broken("its values cannot be read")
    }
    return message
  }
}

/// The parts of a log entry, with plain field names.
private struct Envelope {
  private static let responseFields: Set<String> = [
    "name", "maximumcapacity", "supportedtrips", "supportedtriptypes", "vehicletype",
    "attributes", "backtobackenabled",
  ]

  let timestamp: String?
  let type: String?
  let request: JSONTree?
  let response: JSONTree?
  let hasFailed: Bool
  let isDelivery: Bool
  /// The provider, which is the Google Cloud project.
  private let provider: String?

  init(_ json: [UInt8]) throws(LogEntry.Problem) {
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: json, rules: .lenient())
    } catch {
      throw .broken("it is not JSON")
    }
    guard case .object(let entry) = tree.withPlainNames else {
      throw .broken("it is not a log entry")
    }
    timestamp = entry["timestamp"]?.text
    let payload = entry["jsonpayload"]?.object ?? entry["protopayload"]?.object
    type = payload?["@type"]?.text
    request = payload?["request"]
    hasFailed = payload?["errorresponse"]?.object.map { !$0.isEmpty } ?? false
    // Archives have no payload, but a member with the method's name.
    let method = type.map { $0.lowercased() }
    let names = method.map { [$0.hasSuffix("log") ? String($0.dropLast(3)) : $0] } ?? entry.names
    isDelivery = names.contains { $0.hasSuffix("deliveryvehicle") || $0.hasSuffix("task") }
    response = payload?["response"]?.object.map { response in
      .object(JSONObject(response.filter { Self.responseFields.contains($0.name) }))
    }
    let resourceNames = [
      payload?["request"]?["parent"]?.text, entry["logname"]?.text,
      entry["resource"]?["labels"]?["resourcecontainer"]?.text,
    ]
    let parts = resourceNames.lazy.compactMap { $0?.split(separator: "/") }
      .first { $0.count > 1 && ["projects", "providers"].contains($0[0]) }
    provider = parts.map { String($0[1]) }
  }

  /// Parses a resource's full name, or creates the name from the request's ID.
  func name<Name>(
    _ fullName: String?,
    id: String,
    parse: (String) throws -> Name,
    create: (_ providerID: String, _ id: String) throws -> Name
  ) throws(LogEntry.Problem) -> Name {
    if let name = fullName.flatMap({ try? parse($0) }) { return name }
    guard let provider, let value = request?[id]?.text, let name = try? create(provider, value)
    else {
      throw .broken("it does not name its \(id.dropLast(2))")
    }
    return name
  }
}
