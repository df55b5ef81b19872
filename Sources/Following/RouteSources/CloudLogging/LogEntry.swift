internal import FleetEngine
internal import JSON

struct LogEntry {
  let call: LoggedCall
  /// The response's values for the creation of the vehicle; nil without any.
  private let vehicleFacts: JSONObject?
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

  init(json: [UInt8]) throws(Problem) { try self.init(LogEnvelope(json)) }

  init(_ entry: LogEnvelope) throws(Problem) {
    let kind = try entry.kind()
    guard ["CreateTripLog", "UpdateTripLog", "CreateVehicleLog", "UpdateVehicleLog"].contains(kind)
    else { throw .otherKind }
    guard entry.failure == nil else { throw .failedCall }
    let time = try entry.time()
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
      let name = try entry.tripName(fullName)
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
      vehicleFacts = entry.response?.object.map { response in
        JSONObject(response.filter { Self.factFields.contains($0.name) })
      }
    }
    // An update with only hidden values is not used.
    guard !isUpdate || !mask.isEmpty else { throw .otherKind }
    call = LoggedCall(time: time, operation: operation)
  }

  /// The response's values for the creation of the vehicle; nil if they cannot be read.
  var createdVehicle: Vehicle? {
    vehicleFacts.flatMap { Vehicle(wire: LogSpelling.message(.object($0))) }
  }

  private static let factFields: Set<String> = [
    "name", "maximumcapacity", "supportedtrips", "supportedtriptypes", "vehicletype",
    "attributes", "backtobackenabled",
  ]

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
  static func reveal(_ vehicle: inout Vehicle) {
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
