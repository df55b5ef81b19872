import FleetEngine
import Geo
import HTTPMessages
import TestSupport
import Testing

@testable import RidesharingConsumer

@MainActor @Suite(.limited) struct `The routes of many trips` {
  private let clock = ManualClock()

  @Test func `A budget of route points is shared by its trips`() {
    let budget = RouteBudget(limit: 10)
    for name in ["a", "b"] { budget.add(name) }
    #expect(budget.hasRoom(for: 6, of: "a"))
    #expect(!budget.hasRoom(for: 5, of: "b"))
    #expect(budget.hasRoom(for: 4, of: "b"))
    #expect(budget.hasRoom(for: 6, of: "a"))
    #expect(!budget.hasRoom(for: 7, of: "a"))
    #expect(budget.hasRoom(for: 10, of: "b"))
    #expect(!budget.hasRoom(for: 1, of: "a"))
    #expect(budget.remove("a"))
    #expect(!budget.remove("b"))
    #expect(budget.hasRoom(for: 1_000, of: "a"))
    budget.add("c")
    #expect(budget.hasRoom(for: 10, of: "c"))
  }

  @Test func `Trips have no routes beyond the budget until one is opened`() async throws {
    let route = (0..<30).map { Coordinate(latitude: 45, longitude: 7 + Double($0) / 100) }
    let transport = ScriptedTransport { request, _ in
      let id = request.url.path.split(separator: "/").last.map(String.init) ?? ""
      let trip = Trip.with {
        $0.name = try? TripName(providerID: "p", tripID: id)
        $0.status = .enrouteToDropoff
        $0.vehicleID = "v-" + id
        $0.route = route
        $0.remainingWaypoints = [.with { $0.tripID = id }]
        $0.remainingWaypoints[0].path = route
      }
      return TransportResponse(status: 200, body: (try? WireJSON.encode(trip)) ?? [])
    }
    let service = TripRig.service(transport, clock)
    let scheduler = TripScheduler(
      service: service, clock: ServiceClock(clock) { Timestamp(seconds: 1_000) },
      random: SeededGenerator(seed: 3))
    scheduler.routes = RouteBudget(limit: 150)
    let names = (0..<5).map { "providers/p/trips/t\($0)" }
    for name in names { scheduler.follow(name) }
    let models = service.allTripModels
    await play(service) { models.allSatisfy { $0.currentTrip != nil } }
    let routes = models.filter { $0.currentTrip?.route != nil }
    #expect(routes.count == 2)
    #expect(models.allSatisfy { $0.currentTrip?.vehicleID != nil })
    #expect(models.allSatisfy { $0.currentTrip?.remainingWaypoints.count == 1 })
    #expect(models.count { $0.currentTrip?.remainingWaypoints.first?.path != nil } == 2)
    // The opened trip gets its route without waiting for its next turn.
    let opened = try #require(models.first { $0.currentTrip?.route == nil })
    let before = clock.now.offset
    scheduler.setUrgency(.byItself, of: opened.tripName)
    // The trip's own poll waits for its turn besides the scheduler's.
    await clock.sleepers(2)
    await play(service) { opened.currentTrip?.route != nil }
    #expect(opened.currentTrip?.route?.count == 30)
    #expect(clock.now.offset - before < .seconds(2))
    scheduler.setUrgency(.prompt, of: opened.tripName)
    await play(service) { opened.currentTrip?.route == nil }
    #expect(opened.currentTrip?.route == nil)
    scheduler.leaveAll()
  }

  /// Lets time pass until something is so.
  private func play(_ service: TripService, _ isSo: () -> Bool) async {
    while !isSo(), !Task.isCancelled, clock.now.offset < .seconds(300) {
      await waitWhile(service.allTripModels.contains { $0.polling.isPolling })
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(250))
      await Task.yield()
    }
  }
}
