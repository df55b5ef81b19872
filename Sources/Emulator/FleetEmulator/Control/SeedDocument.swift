internal import FleetEngine
internal import JSON
internal import TrustLimits

/// The JSON of vehicles and trips to add to an emulator.
///
/// See docs/emulator.md, "Seeds".
struct SeedDocument: Sendable {
  struct Entry: Sendable {
    /// Its place in the seed, for example `trips[2]`.
    let place: String
    let id: String
    /// The resource's fields in JSON's names.
    let fields: JSONObject
  }

  private(set) var vehicles: [Entry] = []
  private(set) var trips: [Entry] = []
  /// The seed's text, for the lines of errors.
  private let source: [UInt8]

  private static let vehicle = MessageSchema.vehicle.adding("vehicleId")
  private static let trip = MessageSchema.trip.adding("tripId")
  private static let schema = MessageSchema(json: [
    "vehicles": .list(.message(vehicle)), "trips": .list(.message(trip)),
  ])

  /// Reads a seed; an error names the line and the field.
  init(_ json: [UInt8]) throws(RPCFailure) {
    source = json
    let tree: JSONTree
    do throws(JSONError) {
      tree = try JSONTree(parsing: json, rules: .ofSnapshots)
    } catch .tooMany {
      throw .invalid("The seed has more than \(Limits.Emulator.snapshotValues) values.")
    } catch {
      throw .invalid("Line \(JSONTree.lineOfError(in: json)): this is not JSON.")
    }
    guard case .object(let object) = tree else { throw .invalid("A seed is a JSON object.") }
    let read: SchemaMessage
    do throws(RPCFailure) {
      read = SchemaMessage(try Self.schema.read(object, at: ""))
      vehicles = try Self.entries(read, "vehicles", "vehicleId")
      trips = try Self.entries(read, "trips", "tripId")
    } catch { throw error.inLine(of: json) }
  }

  private static func entries(
    _ message: SchemaMessage, _ list: String, _ idName: String
  ) throws(RPCFailure) -> [Entry] {
    try message.messages(list).enumerated().map { index, message throws(RPCFailure) in
      let place = "\(list)[\(index)]"
      guard let id = message.text(idName), case .object(var fields) = message.tree else {
        throw RPCFailure.invalid("\(idName) is missing.").at(place)
      }
      do throws(RPCFailure) { try RPCFailure.checkID(id, idName) } catch {
        throw error.at("\(place).\(idName)")
      }
      fields[idName] = nil
      return Entry(place: place, id: id, fields: fields)
    }
  }

  /// Adds the place of an entry to an error.
  func locate<Value>(
    _ entry: Entry, _ work: () throws(RPCFailure) -> Value
  ) throws(RPCFailure) -> Value {
    do throws(RPCFailure) { return try work() } catch {
      throw error.at(entry.place).inLine(of: source)
    }
  }
}

extension WorldTransaction {
  /// Adds a seed's vehicles and trips, as calls of a server in this order would: vehicles, trips,
  /// their statuses, and then the vehicles' routes.
  mutating func add(_ seed: SeedDocument, to providerID: String) throws(RPCFailure) {
    for entry in seed.vehicles {
      var fields = entry.fields
      fields.setMissing("vehicleState", .text("ONLINE"))
      fields.setMissing("supportedTripTypes", .list([.text("EXCLUSIVE")]))
      fields.setMissing("maximumCapacity", .number(4))
      fields.setMissing("vehicleType", .object(["category": .text("AUTO")]))
      try seed.locate(entry) { () throws(RPCFailure) in
        let name = try VehicleName.checked(providerID, entry.id)
        try createVehicle(name, ResourceBody(vehicle: SchemaMessage(fields)))
      }
    }
    for entry in seed.trips {
      var fields = entry.fields
      fields.setMissing("tripType", .text("EXCLUSIVE"))
      try seed.locate(entry) { () throws(RPCFailure) in
        let name = try TripName.checked(providerID, entry.id)
        try createTrip(name, ResourceBody(SchemaMessage(fields)))
        let later = fields.names.filter {
          MessageSchema.trip.writable.contains($0) && !Self.createdFields.contains($0)
        }
        // A status clears what the trip has not reached yet; after the last one nothing can be changed.
        let isOver = ["COMPLETE", "CANCELED"].contains(fields["tripStatus"]?.text)
        let steps =
          isOver
          ? [later] : [later.filter { $0 == "tripStatus" }, later.filter { $0 != "tripStatus" }]
        for step in steps where !step.isEmpty {
          let mask = try UpdateMask(step.joined(separator: ","), schema: .trip)
          try updateTrip(entry.id, ResourceBody(SchemaMessage(fields)), mask: mask)
        }
      }
    }
    for entry in seed.vehicles {
      let later = entry.fields.names.filter(Self.drivenFields.contains)
      guard !later.isEmpty else { continue }
      try seed.locate(entry) { () throws(RPCFailure) in
        let mask = try UpdateMask(later.joined(separator: ","), schema: .vehicle)
        try updateVehicle(entry.id, ResourceBody(vehicle: SchemaMessage(entry.fields)), mask: mask)
      }
    }
  }

  /// The fields that the creation of a trip has set.
  private static let createdFields: Set<String> = [
    "tripType", "pickupPoint", "dropoffPoint", "intermediateDestinations", "numberOfPassengers",
    "vehicleId", "vehicleWaypoints",
  ]
  /// The fields of a vehicle that depend on its trips.
  private static let drivenFields: Set<String> = [
    "currentRouteSegment", "currentRouteSegmentTraffic", "currentRouteSegmentEndPoint",
    "remainingDistanceMeters", "remainingTimeSeconds", "etaToFirstWaypoint", "navigationStatus",
    "waypoints",
  ]
}

extension JSONRules {
  /// For a snapshot or a seed: a text of brackets needs much more memory than its bytes.
  static let ofSnapshots = JSONRules.strict(values: Limits.Emulator.snapshotValues)
}

extension JSONObject {
  fileprivate mutating func setMissing(_ name: String, _ value: JSONTree) {
    if self[name] == nil { self[name] = value }
  }
}

extension VehicleName {
  fileprivate static func checked(_ provider: String, _ id: String) throws(RPCFailure) -> Self {
    do { return try VehicleName(providerID: provider, vehicleID: id) } catch {
      throw .invalidID("vehicle_id")
    }
  }
}

extension TripName {
  fileprivate static func checked(_ provider: String, _ id: String) throws(RPCFailure) -> Self {
    do { return try TripName(providerID: provider, tripID: id) } catch {
      throw .invalidID("trip_id")
    }
  }
}
