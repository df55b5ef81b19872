import FleetEngine
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import RidesharingConsumer

/// Keeps the reported polling statuses.
private final class PollingWatcher: TripModelSubscriber {
  var statuses: [PollingStatus] = []

  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    statuses.append(polling)
  }
}

@MainActor @Suite(.limited) struct `The scheduler of trips` {
  private let clock = ManualClock()

  private static func name(_ number: Int) -> String { "providers/p/trips/t\(number)" }

  private func scheduler(
    _ answer: @escaping @Sendable (_ tripID: String, _ index: Int) -> TransportResponse
  ) -> (TripScheduler, TripService, ScriptedTransport) {
    let transport = ScriptedTransport { request, index in
      answer(request.url.path.split(separator: "/").last.map(String.init) ?? "", index)
    }
    let service = TripRig.service(transport, clock)
    let scheduler = TripScheduler(
      service: service, clock: ServiceClock(clock) { Timestamp(seconds: 1_000) },
      random: SeededGenerator(seed: 3))
    return (scheduler, service, transport)
  }

  private nonisolated static func answer(
    _ tripID: String, _ status: TripStatus = .new
  ) -> TransportResponse {
    var trip = Trip.with { $0.status = status }
    trip.name = try? TripName(providerID: "p", tripID: tripID)
    return TransportResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      body: (try? WireJSON.encode(trip)) ?? [])
  }

  /// Lets time pass until something is so.
  private func play(
    _ service: TripService, until limit: Duration = .seconds(300), _ isSo: () -> Bool
  ) async {
    while !isSo(), !Task.isCancelled, clock.now.offset < limit {
      // A request for a trip that is made now is answered before time advances.
      await waitWhile(service.allTripModels.contains { $0.polling.isPolling })
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(50))
      await Task.yield()
    }
  }

  @Test func `Trips that wait know of the longer turns when many are added`() async throws {
    let (scheduler, service, _) = scheduler { id, _ in Self.answer(id, .enrouteToPickup) }
    let first = try #require(scheduler.follow(Self.name(0)))
    await play(service) { first.polling.totalUpdates == 1 }
    #expect(first.polling.interval == .seconds(5))
    let watcher = PollingWatcher()
    first.register(watcher)
    for number in 1..<1_000 { scheduler.follow(Self.name(number)) }
    // Before it is polled again.
    #expect(first.polling.totalUpdates == 1)
    let promised = try #require(watcher.statuses.last?.interval)
    #expect(promised >= .seconds(45) && watcher.statuses.count < 60, "\(promised)")
    scheduler.leaveAll()
  }

  @Test func `A scheduler that is released lets go of its models`() async {
    var world: (TripScheduler, TripService, ScriptedTransport)? = scheduler { id, _ in
      Self.answer(id)
    }
    let service = world?.1
    _ = world?.0.follow(Self.name(0))
    #expect(service?.allTripModels.count == 1)
    world = nil
    await waitWhile(service?.allTripModels.isEmpty == false)
    #expect(service?.allTripModels.isEmpty == true)
  }

  /// The trips that were asked for.
  private func asked(_ transport: ScriptedTransport) -> [String] {
    transport.requests.compactMap { $0.url.path.split(separator: "/").last.map(String.init) }
  }

  @Test
  func `The scheduler of trips is notified of all trips, whose models do not poll by themselves`()
    async
  {
    let (scheduler, service, transport) = scheduler { id, _ in Self.answer(id) }
    for number in 0..<30 { #expect(scheduler.follow(Self.name(number)) != nil) }
    #expect(scheduler.count == 30)
    await play(service) { service.allTripModels.allSatisfy { $0.currentTrip != nil } }
    #expect(Set(asked(transport)).count == 30)
    #expect(transport.requests.count == 30)
    #expect(service.allTripModels.allSatisfy { $0.options.pollingInterval == nil })
    scheduler.leaveAll()
    #expect(scheduler.count == 0)
    #expect(service.activeTripModels.isEmpty)
  }

  @Test func `The scheduler of trips stops polling an ended trip and resumes when it is opened`()
    async
  {
    let (scheduler, service, transport) = scheduler { id, _ in
      Self.answer(id, id == "t0" ? .complete : .new)
    }
    let over = scheduler.follow(Self.name(0))
    scheduler.follow(Self.name(1))
    await play(service) { service.allTripModels.allSatisfy { $0.currentTrip != nil } }
    scheduler.setUrgency(.never, of: Self.name(0))
    await play(service) { asked(transport).count { $0 == "t1" } >= 5 }
    #expect(asked(transport).count { $0 == "t0" } == 1)
    scheduler.setUrgency(.byItself, of: Self.name(0))
    #expect(over?.options.pollingInterval == .seconds(5))
    await play(service) { asked(transport).count { $0 == "t0" } >= 3 }
    scheduler.setUrgency(.never, of: Self.name(0))
    #expect(over?.options.pollingInterval == nil)
    scheduler.leaveAll()
  }

  @Test func `The scheduler of trips polls each as often as its state needs`() async {
    let (scheduler, service, transport) = scheduler { id, _ in
      Self.answer(id, id == "t0" ? .complete : id == "t1" ? .enrouteToPickup : .new)
    }
    for number in 0..<30 { scheduler.follow(Self.name(number)) }
    await play(service, until: .seconds(61)) { false }
    func count(_ id: String) -> Int { asked(transport).count { $0 == id } }
    #expect(count("t0") == 1)
    #expect((12...13).contains(count("t1")))
    #expect((3...4).contains(count("t2")))
    // A trip that is over is polled again only when somebody opens it.
    scheduler.setUrgency(.byItself, of: Self.name(0))
    await play(service, until: .seconds(90)) { count("t0") >= 3 }
    #expect(count("t0") >= 3)
    scheduler.setUrgency(nil, of: Self.name(0))
    let before = count("t0")
    await play(service, until: .seconds(120)) { false }
    #expect(count("t0") <= before + 1)
    scheduler.leaveAll()
  }

  @Test func `The scheduler of trips follows a limited number of trips`() {
    let (scheduler, _, _) = scheduler { id, _ in Self.answer(id) }
    for number in 0..<TripScheduler.maximumTrips { scheduler.follow(Self.name(number)) }
    #expect(scheduler.follow(Self.name(5_000)) == nil)
    scheduler.leave(Self.name(7))
    #expect(scheduler.follow(Self.name(5_000)) != nil)
    scheduler.leaveAll()
  }

  @Test func `The scheduler of trips reports failures, makes all trips wait and resumes`() async {
    let isDown = Mutex(true)
    let (scheduler, service, transport) = scheduler { id, _ in
      isDown.withLock { $0 } ? TripRig.failure(.unavailable) : Self.answer(id)
    }
    for number in 0..<40 { scheduler.follow(Self.name(number)) }
    await play(service, until: .seconds(20)) { false }
    let failed = transport.requests.count
    // One after each wait of 1 s, 1.6 s, 2.6 s, 4.1 s, 6.6 s, and those that were sent together.
    #expect(failed < 30)
    let failing = service.allTripModels.filter { $0.polling.lastError?.code == .unavailable }
    #expect(!failing.isEmpty)
    // The status of each failure has the next attempt.
    #expect(failing.allSatisfy { $0.polling.isPolling || $0.polling.nextPollAt != nil })
    isDown.withLock { $0 = false }
    await play(service) { service.allTripModels.allSatisfy { $0.currentTrip != nil } }
    #expect(service.allTripModels.allSatisfy { $0.polling.lastError == nil })
    // Idle trips, of more than 20.
    #expect(service.allTripModels.allSatisfy { $0.polling.interval == .seconds(20) })
    scheduler.leaveAll()
  }
}

@MainActor @Suite(.limited) struct `The watch of a vehicle` {
  @Test func `The watch of a vehicle polls every 5 s, backs off like a trip, and ends`()
    async throws
  {
    let clock = ManualClock()
    let transport = ScriptedTransport { _, index in
      index == 1
        ? TripRig.failure(.unavailable)
        : .json(#"{"name":"providers/p/vehicles/v","currentTrips":["t\#(index)"]}"#)
    }
    let watch = VehicleWatch(
      try VehicleName(providerID: "p", vehicleID: "v"),
      client: FleetEngineClient(transport: transport, tokens: FixedTokens()),
      clock: ServiceClock(clock) { Timestamp(seconds: 1_000) })
    var heard: [String] = []
    var status = PollingStatus()
    let running = Task {
      await watch.run(random: SeededGenerator(seed: 1)) { result, polling in
        status = polling
        switch result {
        case .success(let vehicle): heard += vehicle.currentTripIDs
        case .failure(let error): heard.append(error.code.name)
        }
      }
    }
    await clock.sleepers(1)
    #expect(clock.waits == [.seconds(5)])
    clock.advance(by: .seconds(5))
    await waitWhile(heard.count < 2)
    await clock.sleepers(1)
    #expect(clock.waits[0] >= .milliseconds(800) && clock.waits[0] <= .milliseconds(1_200))
    #expect(status.lastError?.code == .unavailable)
    #expect(status.consecutiveFailures == 1)
    #expect(status.nextPollAt == (status.failingSince ?? .zero) + clock.waits[0])
    clock.advance(by: .seconds(2))
    await waitWhile(heard.count < 3)
    #expect(heard == ["t0", "UNAVAILABLE", "t2"])
    #expect(status.lastError == nil && status.consecutiveFailures == 0)
    #expect(status.totalUpdates == 2)
    // Who wants to know now waits no longer, though not for less than a second between two.
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    await watch.pollNow()
    await waitWhile(heard.count < 4)
    #expect(heard.last == "t3")
    running.cancel()
    await running.value
  }
}
