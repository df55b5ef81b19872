@testable import FleetEmulator
import FleetEngine
import Geo
import ProviderBackend
import TestSupport
import Testing

@Suite(.limited) struct `Pooled rides` {
  /// Books and leads rides at random, and looks at every vehicle's plan after each step.
  @Test(arguments: 0..<12)
  func `Pooled rides never exceed the seats and never drop off before the pickup`(
    _ seed: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let rig = try Rig.withBackend()
    for id in ["a", "b", "c"] {
      _ = try await rig.backend.createVehicle(
        id,
        VehicleSettings(
          isBackToBackEnabled: Bool.random(using: &random),
          maximumCapacity: Int.random(in: 1...4, using: &random),
          supportedTripTypes: [.shared, .exclusive]))
    }
    var booked: [String] = []
    var pooled = 0
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        let trip = try await rig.backend.createTrip(
          pickup: Self.place(&random), dropoff: Self.place(&random),
          type: Int.random(in: 0..<4, using: &random) == 0 ? .exclusive : .shared)
        booked.append(try #require(trip.name?.tripID))
      case 3:
        // One that is over already cannot be cancelled.
        if let id = booked.randomElement(using: &random),
          try await rig.backend.trip(id).status != .complete
        {
          _ = try await rig.backend.cancelTrip(id)
        }
      default:
        let id = try #require(["a", "b", "c"].randomElement(using: &random))
        try await Self.driveOn(rig, id)
      }
      for id in ["a", "b", "c"] { pooled += try await Self.check(rig, id) }
    }
    #expect(pooled > 0, "No rides were pooled.")
  }

  /// Lets a driver do what is next on the vehicle's plan.
  private static func driveOn(_ rig: Rig, _ id: String) async throws {
    guard let next = try await rig.backend.vehicle(id).waypoints.first else { return }
    let trip = try #require(next.tripID)
    let status: TripStatus =
      switch try await rig.backend.trip(trip).status {
      case .new: .enrouteToPickup
      case .enrouteToPickup: .arrivedAtPickup
      case .arrivedAtPickup: .enrouteToDropoff
      default: .complete
      }
    _ = try await rig.backend.updateTripStatus(trip, status)
  }

  /// Checks a vehicle's plan; returns whether rides are pooled in it.
  private static func check(_ rig: Rig, _ id: String) async throws -> Int {
    let name = try VehicleName(providerID: "demo", vehicleID: id)
    let vehicle = try await rig.backend.vehicle(id)
    #expect(vehicle.name == name)
    var aboard: Set<String> = Set(vehicle.currentTripIDs)
    aboard.subtract(vehicle.waypoints.filter { $0.type == .pickup }.compactMap(\.tripID))
    var visited: Set<String> = []
    var isPooled = aboard.count > 1
    for waypoint in vehicle.waypoints {
      let trip = try #require(waypoint.tripID)
      if waypoint.type == .pickup {
        #expect(aboard.insert(trip).inserted)
      } else {
        #expect(aboard.remove(trip) != nil, "\(trip) is dropped off before its pickup.")
        #expect(visited.insert(trip).inserted)
      }
      #expect(aboard.count <= vehicle.maximumCapacity, "\(vehicle.waypoints)")
      isPooled = isPooled || aboard.count > 1
    }
    #expect(aboard.isEmpty)
    #expect(visited == Set(vehicle.currentTripIDs))
    return isPooled ? 1 : 0
  }

  private static func place(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: .random(in: 37.3...37.5, using: &random),
      longitude: .random(in: -122.2 ... -122, using: &random))
  }
}
