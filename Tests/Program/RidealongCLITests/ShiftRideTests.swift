import FleetEngine
import Geo
import ProviderBackend
import RidesharingDriver
import TestSupport
import Testing

@testable import RidealongCLI

/// Rides that are booked at the backend and driven to their ends, in an emulator that refuses every
/// status out of order.
@MainActor @Suite(.limited) struct `A driver that waits for trips` {
  private static let plain = [
    "ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "ENROUTE_TO_DROPOFF", "COMPLETE",
  ]

  private func isComplete(_ trips: [String], in world: ShiftWorld) async throws -> Bool {
    for trip in trips {
      guard try await world.backend.trip(trip).status == .complete else { return false }
    }
    return true
  }

  @Test func `A driver that waits for trips drives a ride with two stops`() async throws {
    let world = try ShiftWorld(strict: true)
    let trip = try await world.book(
      ShiftWorld.place(0.5, 0), ShiftWorld.place(2, 1),
      stops: [ShiftWorld.place(1, 0), ShiftWorld.place(1.5, 0.5)])
    try await world.drive(trips: 1)
    #expect(world.ending == .tripsEnded)
    #expect(
      world.told(trip) == [
        "ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "ENROUTE_TO_INTERMEDIATE_DESTINATION 0",
        "ARRIVED_AT_INTERMEDIATE_DESTINATION 0", "ENROUTE_TO_INTERMEDIATE_DESTINATION 1",
        "ARRIVED_AT_INTERMEDIATE_DESTINATION 1", "ENROUTE_TO_DROPOFF", "COMPLETE",
      ])
    #expect(try await isComplete([trip], in: world))
    #expect(try await world.backend.vehicle("car-1").state == .offline)
  }

  @Test func `A waiting driver drives three riders at once, each between their own places`()
    async throws
  {
    let world = try ShiftWorld(strict: true)
    var trips: [String] = []
    // The first is booked at once; the others while the vehicle is on its way to it.
    trips.append(
      try await world.book(ShiftWorld.place(1, 0), ShiftWorld.place(4, 0), type: .shared))
    try await world.drive(trips: 3) { event in
      guard case .driving = event, trips.count == 1 else { return }
      trips.append(
        try await world.book(ShiftWorld.place(1.5, 0.1), ShiftWorld.place(3.5, 0.1), type: .shared))
      trips.append(
        try await world.book(ShiftWorld.place(2, 0), ShiftWorld.place(3, 0), type: .shared))
    }
    #expect(world.ending == .tripsEnded)
    for trip in trips { #expect(world.told(trip) == Self.plain) }
    #expect(try await isComplete(trips, in: world))
    let arrivals = world.arrivals
    #expect(arrivals.count == 6)
    #expect(Set(arrivals.prefix(3).map { $0.split(separator: " ")[1] }).count == 1)
    #expect(world.events.allSatisfy { if case .refused = $0 { false } else { true } })
  }

  @Test func `A driver that waits for trips drives a next trip from where the last one ended`()
    async throws
  {
    let world = try ShiftWorld(strict: true)
    let first = try await world.book(ShiftWorld.place(0.5, 0), ShiftWorld.place(1.5, 0))
    var second = ""
    try await world.drive(trips: 2) { event in
      guard case .reported(let progress) = event, progress.status == .enrouteToDropoff,
        second.isEmpty
      else { return }
      second = try await world.book(ShiftWorld.place(2, 0), ShiftWorld.place(2.5, 0))
      #expect(try await world.backend.vehicle("car-1").currentTripIDs == [first, second])
    }
    #expect(world.told(first) == Self.plain)
    #expect(world.told(second) == Self.plain)
    #expect(try await isComplete([first, second], in: world))
    let ways = world.events.compactMap { event -> Double? in
      if case .driving(_, let meters, _) = event { meters } else { nil }
    }
    #expect(ways.count == 4)
    // From one drop-off to the next pickup it is half a kilometer.
    #expect(abs(ways[2] - 500) < 5)
  }

  @Test func `A waiting driver leaves a trip that is canceled, and takes the next one`()
    async throws
  {
    let world = try ShiftWorld(strict: true)
    let first = try await world.book(ShiftWorld.place(3, 0), ShiftWorld.place(4, 0))
    var second = ""
    try await world.drive(trips: 2) { event in
      guard case .driving = event, second.isEmpty else { return }
      _ = try await world.backend.cancelTrip(first)
      second = try await world.book(ShiftWorld.place(1, 0), ShiftWorld.place(2, 0))
    }
    #expect(world.events.contains(.left(tripID: first)))
    #expect(world.told(second) == Self.plain)
    #expect(try await world.backend.trip(first).status == .canceled)
    #expect(try await isComplete([second], in: world))
  }
}
