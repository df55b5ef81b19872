internal import FleetEngine
internal import JSON

/// One entry of a log, as far as a call can be made of it.
struct LogEntry {
  let call: LoggedCall
  /// What an answer tells of a vehicle that a creation of it would need.
  let vehicleFacts: Vehicle?
  /// Whether restricted logging replaced places of the call by opaque handles.
  let hidesPlaces: Bool

  /// The number of points of the call's routes, which most of its memory goes to.
  var routePoints: Int {
    switch call.operation {
    case .updateVehicle(_, let vehicle, _), .createVehicle(_, let vehicle):
      (vehicle.route?.count ?? 0) + vehicle.waypoints.reduce(0) { $0 + ($1.path?.count ?? 0) }
    case .createTrip(_, let trip), .updateTrip(_, let trip, _):
      (trip.route?.count ?? 0) + trip.vehicleWaypoints.reduce(0) { $0 + ($1.path?.count ?? 0) }
    }
  }

  /// Why an entry is not used.
  enum Problem: Error {
    /// It tells of another kind of call.
    case otherKind
    /// It is about a delivery vehicle or a task.
    case delivery
    /// The server refused the call.
    case failedCall
    /// It is broken, with the reason.
    case broken(String)
  }

  init(json: [UInt8]) throws(Problem) {
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: json, rules: .lenient())
    } catch {
      throw .broken("it is not JSON")
    }
    guard let entry = LogEnvelope(tree) else { throw .broken("it is no log entry") }
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
    let resource = request[isTrip ? "trip" : "vehicle"]
    guard let resource, case .object = resource else {
      throw .broken("its request has no \(isTrip ? "trip" : "vehicle")")
    }
    let source = Source(entry: entry, request: request, response: entry.response)
    var mask = LogSpelling.mask(request["updatemask"])
    let isUpdate = kind.hasPrefix("Update")
    guard !isUpdate || !mask.isEmpty else { throw .broken("its update has no mask") }
    hidesPlaces = resource.hasHandle
    if hidesPlaces { mask.removeAll { Self.hides(resource, $0) } }
    let operation: LoggedCall.Operation
    if isTrip {
      let name = try source.tripName(resource)
      var trip = try Self.decode(Trip.self, resource)
      trip.name = name
      operation = isUpdate ? .updateTrip(name, trip, mask: mask) : .createTrip(name, trip)
      vehicleFacts = nil
    } else {
      let name = try source.vehicleName(resource)
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
    // An update of hidden values alone.
    guard !isUpdate || !mask.isEmpty else { throw .otherKind }
    call = LoggedCall(time: time, operation: operation)
  }

  /// Whether the value of a field is hidden, so that sending it would clear the field.
  private static func hides(_ resource: JSONTree, _ path: String) -> Bool {
    switch path {
    case "lastLocation": return false  // Its raw place is readable.
    case "currentRouteSegment", "currentRouteSegmentTraffic", "currentRouteSegmentEndPoint":
      return resource["currentroutesegmenthandle"] != nil
    default: return resource[JSONTree.plain(path)]?.hasHandle ?? false
    }
  }

  /// Puts the raw place, which restricted logging keeps, where the place on the road is hidden.
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

  /// Where the names of an entry's trip and vehicle are found.
  private struct Source {
    let entry: LogEnvelope
    let request: JSONTree
    let response: JSONTree?

    func tripName(_ resource: JSONTree) throws(Problem) -> TripName {
      let full = resource["name"]?.text ?? response?["name"]?.text ?? request["name"]?.text
      if let full, let name = try? TripName(parsing: full) { return name }
      guard let id = request["tripid"]?.text, let provider,
        let name = try? TripName(providerID: provider, tripID: id)
      else { throw .broken("it does not name its trip") }
      return name
    }

    func vehicleName(_ resource: JSONTree) throws(Problem) -> VehicleName {
      let full = resource["name"]?.text ?? response?["name"]?.text ?? request["name"]?.text
      if let full, let name = try? VehicleName(parsing: full) { return name }
      guard let id = request["vehicleid"]?.text, let provider,
        let name = try? VehicleName(providerID: provider, vehicleID: id)
      else { throw .broken("it does not name its vehicle") }
      return name
    }

    /// The provider, which is the Google Cloud project.
    private var provider: String? {
      let texts = [request["parent"]?.text, entry.logName, entry.resourceContainer]
      for text in texts {
        let parts = (text ?? "").split(separator: "/")
        if parts.count > 1, parts[0] == "projects" || parts[0] == "providers" {
          return String(parts[1])
        }
      }
      return nil
    }
  }
}
