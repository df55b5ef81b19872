import Dispatch
import FleetEngine
import HTTPMessages
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

/// None of these is on the main actor: a server may never run it.
@Suite(.limited) struct `The updates of a trip` {
  private let clock = ManualClock()
  private let tokens = FixedTokens()

  private func service(_ transport: any HTTPTransport) -> TripService {
    TripRig.service(transport, clock, tokens)
  }

  /// A model whose trip holds the index of the poll.
  private func counting() -> (model: TripModel, transport: ScriptedTransport) {
    let transport = ScriptedTransport { (_, index) async throws(HTTPTransportError) in
      TripRig.answer(
        Trip.with {
          $0.status = .new
          $0.numberOfPassengers = index
        })
    }
    return (service(transport).tripModel(forTripName: TripRig.name), transport)
  }

  /// Lets a poll follow the wait that is due.
  private func pass(_ duration: Duration = .seconds(5)) async {
    await clock.sleepers(1)
    clock.advance(by: duration)
  }

  @Test func `The updates of a trip start with the first element and contain what changed`()
    async throws
  {
    let (model, transport) = counting()
    let updates = model.updates
    var iterator = updates.makeAsyncIterator()
    #expect(model.state == .inactive)
    #expect(transport.requests.isEmpty)
    let first = try #require(await iterator.next())
    #expect(model.state == .active)
    #expect(first.trip.status == .new)
    #expect(first.fields == [.tripName, .tripStatus])
    await pass()
    let second = try #require(await iterator.next())
    #expect(second.trip.numberOfPassengers == 1)
    #expect(second.fields == .numberOfPassengers)
  }

  @Test func `The updates of a trip are merged for a slow loop`() async throws {
    let transport = ScriptedTransport { (_, index) async throws(HTTPTransportError) in
      TripRig.answer(
        Trip.with {
          $0.status = index < 2 ? .new : .enrouteToPickup
          $0.remainingDistanceMeters = index == 1 ? 5 : 7
          $0.numberOfPassengers = index < 3 ? 0 : 2
        })
    }
    let model = service(transport).tripModel(forTripName: TripRig.name)
    var iterator = model.updates.makeAsyncIterator()
    _ = await iterator.next()
    var statuses = model.pollingStatuses.makeAsyncIterator()
    for polls in 2...4 {
      await pass()
      while let status = await statuses.next(), status.totalUpdates < polls {}
    }
    let late = try #require(await iterator.next())
    #expect(late.trip.numberOfPassengers == 2)
    #expect(late.trip.status == .enrouteToPickup)
    #expect(
      late.fields == [.tripStatus, .numberOfPassengers, .remainingDistanceOfActiveRouteInMeters])
  }

  @Test func `The updates of a trip start with the whole trip for a later loop`() async throws {
    let (model, transport) = counting()
    var one = model.updates.makeAsyncIterator()
    _ = await one.next()
    await pass()
    _ = await one.next()
    var two = model.updates.makeAsyncIterator()
    let first = try #require(await two.next())
    #expect(first.trip.numberOfPassengers == 1)
    #expect(first.fields == [.tripName, .tripStatus, .numberOfPassengers])
    #expect(transport.requests.count == 2)
    await pass()
    #expect(await one.next()?.fields == .numberOfPassengers)
    #expect(await two.next()?.fields == .numberOfPassengers)
  }

  @Test func `The updates of a trip are empty while nothing changes`() async throws {
    let transport = ScriptedTransport { (_, index) async throws(HTTPTransportError) in
      TripRig.answer(Trip.with { $0.status = index < 3 ? .new : .canceled })
    }
    let model = service(transport).tripModel(forTripName: TripRig.name)
    let loop = Task {
      var seen: [TripUpdate] = []
      for await update in model.updates {
        seen.append(update)
        if update.trip.status == .canceled { break }
      }
      return seen
    }
    for polls in 1...3 {
      await waitWhile(transport.requests.count < polls)
      await waitWhile(clock.waits != [.seconds(5)])
      clock.advance(by: .seconds(5))
    }
    #expect(await loop.value.map(\.fields) == [[.tripName, .tripStatus], .tripStatus])
    #expect(model.state == .inactive)
  }

  @Test func `The updates of a trip stop polling when the loop ends`() async throws {
    let (model, transport) = counting()
    for await _ in model.updates { break }
    #expect(model.state == .inactive)
    await waitWhile(clock.sleeperCount > 0)
    #expect(transport.requests.count == 1)
    #expect(tokens.contexts.count == 1)
  }

  @Test func `The updates of a trip cancel the request when the task is cancelled`() async throws {
    let transport = HangingTransport()
    let model = service(transport).tripModel(forTripName: TripRig.name)
    let loop = Task { for await _ in model.updates { Issue.record("There was an update.") } }
    await waitWhile(transport.requests == 0)
    #expect(transport.cancellations == 0)
    loop.cancel()
    #expect(transport.cancellations == 1)
    #expect(model.state == .inactive)
    await loop.value
  }

  @Test func `The updates of a trip end for one loop and continue for another`() async throws {
    let (model, _) = counting()
    var one: TripUpdates.Iterator? = model.updates.makeAsyncIterator()
    var two = model.updates.makeAsyncIterator()
    _ = await one?.next()
    _ = await two.next()
    one = nil
    #expect(model.state == .active)
    await pass()
    #expect(await two.next()?.trip.numberOfPassengers == 1)
  }

  @Test func `The updates of a trip do not restart after cancellation`() async throws {
    let (model, transport) = counting()
    let loop = Task {
      var iterator = model.updates.makeAsyncIterator()
      while await iterator.next() != nil {}
      #expect(await iterator.next() == nil)
      var other = model.updates.makeAsyncIterator()
      #expect(await other.next() == nil)
    }
    // The first request is over, and the second waits for its time.
    await waitWhile(clock.waits != [.seconds(5)])
    let requests = transport.requests.count
    loop.cancel()
    await loop.value
    #expect(model.state == .inactive)
    #expect(transport.requests.count == requests)
  }

  @Test func `The updates of a trip keep the model alive, and nothing else does`() async throws {
    let transport = ScriptedTransport { (_, _) async throws(HTTPTransportError) in
      TripRig.answer(Trip.with { $0.status = .new })
    }
    let service = service(transport)
    var iterator: TripUpdates.Iterator? = service.tripModel(forTripName: TripRig.name).updates
      .makeAsyncIterator()
    _ = await iterator?.next()
    #expect(service.hasTripModel(forTripName: TripRig.name))
    #expect(service.activeTripModels.count == 1)
    iterator = nil
    await waitWhile(service.hasTripModel(forTripName: TripRig.name))
    #expect(service.allTripModels.isEmpty)
  }

  @Test func `The updates of a trip come while the main actor is busy`() async throws {
    let (model, _) = counting()
    let gate = Gate()
    // Also after a failure: a blocked main actor would stop every test that needs it.
    defer { gate.open() }
    let main = Task { @MainActor in gate.block() }
    await waitWhile(!gate.isBlocked)
    var iterator = model.updates.makeAsyncIterator()
    for poll in 0..<3 {
      #expect(await iterator.next()?.trip.numberOfPassengers == poll)
      await pass()
    }
    #expect(await iterator.next()?.trip.numberOfPassengers == 3)
    gate.open()
    await main.value
  }

  @Test func `The updates of a trip do not contain failures`() async throws {
    let transport = ScriptedTransport { (_, index) async throws(HTTPTransportError) in
      index == 1 ? TripRig.failure(.unavailable) : TripRig.answer(Trip.with { $0.status = .new })
    }
    let model = service(transport).tripModel(forTripName: TripRig.name)
    var statuses = model.pollingStatuses.makeAsyncIterator()
    var status = try #require(await statuses.next())
    #expect(model.state == .active)
    while status.totalUpdates < 1 { status = try #require(await statuses.next()) }
    #expect(status.lastError == nil)
    await pass()
    while status.lastError == nil { status = try #require(await statuses.next()) }
    #expect(status.lastError?.code == .unavailable)
    #expect(status.consecutiveFailures == 1)
    await pass(.seconds(2))
    while status.lastError != nil { status = try #require(await statuses.next()) }
    #expect(status.totalRetries == 1)
  }
}

/// A place where the main actor waits until it is let go on.
private final class Gate: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let blocked = Atomic(false)

  var isBlocked: Bool { blocked.load(ordering: .acquiring) }

  func block() {
    blocked.store(true, ordering: .releasing)
    _ = gate.wait(timeout: .now() + 90)
  }

  func open() { gate.signal() }
}
