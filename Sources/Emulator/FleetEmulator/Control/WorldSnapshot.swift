internal import FleetEngine
internal import JSON
internal import TrustLimits

/// All trips and vehicles of an emulator as JSON, to be restored later.
struct WorldSnapshot: Codable {
  private static let format = 1

  private let format: Int
  private let provider: String
  private let savedAt: Timestamp
  /// The emulator's ``RunningTime`` in seconds, from which retention counts.
  private let runningSeconds: Int64
  private let trips: [StoredTrip]
  private let vehicles: [StoredVehicle]

  init(of world: World, provider: String, now: Timestamp, runningNow: Timestamp) {
    format = Self.format
    self.provider = provider
    savedAt = now
    runningSeconds = runningNow.seconds
    trips = world.trips.values.sorted { $0.id < $1.id }
    vehicles = world.vehicles.values.sorted { $0.id < $1.id }
  }

  init(json: [UInt8], provider: String) throws(RPCFailure) {
    do {
      let tree = try JSONTree(parsing: json, rules: .ofSnapshots)
      // Before the rest, which another version may have changed.
      guard tree["format"]?.number == Double(Self.format) else {
        throw RPCFailure.invalid(
          "This is no snapshot that this version can restore: its format is not \(Self.format).")
      }
      self = try tree.decoded(as: WorldSnapshot.self)
    } catch let failure as RPCFailure { throw failure } catch {
      throw .invalid("This is not a snapshot of an emulator.")
    }
    guard self.provider == provider else {
      throw .failedPrecondition(
        "The snapshot is of the provider \(self.provider), not of \(provider).")
    }
    for id in trips.map(\.id) + vehicles.map(\.id) { try RPCFailure.checkID(id, "id") }
    let known = Set(vehicles.map(\.id))
    guard trips.allSatisfy({ $0.trip.vehicleID.map(known.contains) ?? true }) else {
      throw .invalid("The snapshot has a trip of a vehicle that it does not have.")
    }
  }

  var json: [UInt8] {
    get throws {
      try JSONCoding.encode(self, userInfo: [.wireSettings: WireSettings(routeTexts: nil)])
    }
  }

  /// The trips and vehicles, whose retention continues from now.
  func world(runningNow: Timestamp) -> World {
    let shift = runningNow - Timestamp(seconds: runningSeconds)
    var world = World()
    for var record in trips {
      record.keptAt = record.keptAt.map { $0 + shift }
      world.put(record)
    }
    for var record in vehicles {
      record.keptAt = record.keptAt.map { $0 + shift }
      world.put(record)
    }
    return world
  }
}
