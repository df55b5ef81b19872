public import FleetEngine
internal import JSON

/// Vehicles and trips to add to an emulator, by their IDs, in whose order they are added.
///
/// A trip or vehicle that was read is one, too, without what only the server writes or derives; a vehicle with
/// waypoints needs their trips in the same seed.
///
/// A vehicle without a state is online, for exclusive trips and four passengers; a trip without a type is
/// exclusive. See docs/emulator.md, "Seeds".
public struct EmulatorSeed: Sendable, Hashable {
  /// The vehicles.
  public var vehicles: [String: Vehicle]
  /// The trips, perhaps with a status and a vehicle of the seed.
  public var trips: [String: Trip]

  /// Creates a seed.
  public init(vehicles: [String: Vehicle] = [:], trips: [String: Trip] = [:]) {
    self.vehicles = vehicles
    self.trips = trips
  }

  /// The seed as its documents are.
  var json: [UInt8] {
    get throws(RPCFailure) {
      var object = JSONObject()
      object.append("vehicles", Self.list(vehicles, "vehicleId"))
      object.append("trips", Self.list(trips, "tripId"))
      var writer = JSONWriter(capacity: 1_024)
      writer.write(.object(object), sortsMembers: false)
      guard writer.isValid else { throw .invalid("The seed holds a number that is not finite.") }
      return writer.bytes
    }
  }

  private static func list<Value: WireMessage>(
    _ values: [String: Value], _ idName: String
  ) -> JSONTree {
    .list(
      values.sorted { $0.key < $1.key }.map { id, value in
        guard case .object(var object) = value.wire() else { return .null }
        // What only the server writes is not for it to be given, but for the passengers of a new trip. A trip's
        // waypoints follow from its status.
        for field in Value.wireFields.fields
        where (field.writer != .anyone && field.name != "numberOfPassengers")
          || field.name == "vehicleWaypoints"
        {
          object[field.name] = nil
        }
        object[idName] = .text(id)
        return .object(object)
      })
  }
}

/// All trips and vehicles of an emulator at one moment.
public struct EmulatorSnapshot: Sendable, Hashable {
  /// The snapshot as the admin endpoint and `ridealong emulator snapshot` write it.
  public let json: [UInt8]

  /// Takes a snapshot that was written; restoring it checks it.
  public init(json: [UInt8]) { self.json = json }

  /// When it was saved, by the emulator's clock; nil if the text is no snapshot.
  public var savedAt: Timestamp? {
    guard case .object(let object) = try? JSONTree(parsing: json) else { return nil }
    return object["savedAt"].flatMap(Timestamp.init(wire:))
  }
}
