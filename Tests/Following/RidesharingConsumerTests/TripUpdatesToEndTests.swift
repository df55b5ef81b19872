import FleetEngine
import HTTPMessages
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) struct `The updates of a trip to its end` {
  private let clock = ManualClock()
  private let name = try? TripName(parsing: TripRig.name)

  private func service(_ answer: @escaping @Sendable (Int) -> TransportResponse) -> TripService {
    TripRig.service(ScriptedTransport { _, index in answer(index) }, clock, FixedTokens())
  }

  private static func trip(_ status: TripStatus) -> TransportResponse {
    TripRig.answer(Trip.with { $0.status = status })
  }

  private static func refusal(_ code: RPCCode, _ status: Int) -> TransportResponse {
    TransportResponse(status: status, body: RPCStatus(code: code, message: "m").body)
  }

  /// The statuses until the sequence ends, and its failure, while time passes as it is waited for.
  private func follow(
    _ updates: TripUpdatesToEnd
  ) async -> (statuses: [TripStatus], failure: FleetEngineError?) {
    let loop = Task {
      var statuses: [TripStatus] = []
      do throws(FleetEngineError) {
        for try await update in updates { statuses.append(update.trip.status) }
      } catch { return (statuses, Optional(error)) }
      return (statuses, nil)
    }
    let passing = Task {
      while !Task.isCancelled {
        // A request under way ends before its time limit: who works gets many turns first.
        let waits = clock.waits
        for _ in 0..<200 where !Task.isCancelled { await Task.yield() }
        if let wait = waits.first, clock.waits == waits { clock.advance(by: wait) }
      }
    }
    let result = await loop.value
    passing.cancel()
    await passing.value
    return result
  }

  @Test(arguments: [TripStatus.complete, .canceled])
  func `The updates of a trip to its end finish with it`(last: TripStatus) async throws {
    let service = service { Self.trip($0 < 2 ? .new : last) }
    let (statuses, failure) = await follow(service.updates(of: try #require(name)))
    #expect(statuses == [.new, last])
    #expect(failure == nil)
    #expect(service.activeTripModels.isEmpty)
    // A trip that is over already has one update.
    let again = await follow(service.updates(of: try #require(name)))
    #expect(again.statuses == [last])
  }

  @Test(arguments: [
    (RPCCode.notFound, 404), (.permissionDenied, 403), (.unauthenticated, 401),
    (.invalidArgument, 400),
  ])
  func `The updates of a trip to its end throw a failure that no retry cures`(
    code: RPCCode, status: Int
  ) async throws {
    let service = service { _ in Self.refusal(code, status) }
    let (statuses, failure) = await follow(service.updates(of: try #require(name)))
    #expect(statuses.isEmpty)
    #expect(failure?.code == code)
    #expect(service.activeTripModels.isEmpty)
  }

  @Test func `The updates of a trip to its end go on after a failure that passes`() async throws {
    let service = service { index in
      switch index {
      case 0: Self.trip(.new)
      case 1, 2: Self.refusal(.unavailable, 503)
      case 3: Self.refusal(.resourceExhausted, 429)
      default: Self.trip(.complete)
      }
    }
    let (statuses, failure) = await follow(service.updates(of: try #require(name)))
    #expect(statuses == [.new, .complete])
    #expect(failure == nil)
  }

  @Test func `The updates of a trip to its end have a failure after the updates before it`()
    async throws
  {
    let service = service { $0 == 0 ? Self.trip(.new) : Self.refusal(.notFound, 404) }
    let (statuses, failure) = await follow(service.updates(of: try #require(name)))
    #expect(statuses == [.new])
    #expect(failure?.code == .notFound)
  }

  @Test func `The updates of a trip to its end try again what failed for an earlier loop`()
    async throws
  {
    let service = service { $0 == 0 ? Self.refusal(.notFound, 404) : Self.trip(.complete) }
    let name = try #require(name)
    // Keeps the model, which knows its last failure.
    let model = service.tripModel(forTripName: name.description)
    #expect(await follow(service.updates(of: name)).failure?.code == .notFound)
    #expect(await follow(service.updates(of: name)).statuses == [.complete])
    #expect(model.state == .inactive)
  }

  @Test func `The updates of a trip to its end try again at once next to a loop that waits`()
    async throws
  {
    let service = service { $0 == 0 ? Self.refusal(.notFound, 404) : Self.trip(.complete) }
    let model = service.tripModel(forTripName: TripRig.name)
    var statuses = model.pollingStatuses.makeAsyncIterator()
    while let status = await statuses.next(), status.lastError == nil {}
    await clock.sleepers(1)
    var updates = service.updates(of: try #require(name)).makeAsyncIterator()
    let passing = Task {
      // Polls are a second apart, even those that are asked for.
      await waitWhile(clock.waits.first ?? .seconds(9) > .seconds(1))
      clock.advance(by: .seconds(1))
    }
    #expect(try await updates.next()?.trip.status == .complete)
    await passing.value
  }

  @Test func `The updates of a trip to its end finish with it, although it is gone since`()
    async throws
  {
    let service = service { index in
      index < 2 ? Self.trip(index == 0 ? .new : .complete) : Self.refusal(.notFound, 404)
    }
    var updates = service.updates(of: try #require(name)).makeAsyncIterator()
    #expect(try await updates.next()?.trip.status == .new)
    // The loop does something else while two polls end.
    let model = service.tripModel(forTripName: TripRig.name)
    var statuses = model.pollingStatuses.makeAsyncIterator()
    let passing = Task {
      while !Task.isCancelled {
        // A request under way ends before its time limit: who works gets many turns first.
        let waits = clock.waits
        for _ in 0..<200 where !Task.isCancelled { await Task.yield() }
        if let wait = waits.first, clock.waits == waits { clock.advance(by: wait) }
      }
    }
    while let status = await statuses.next(), status.lastError == nil {}
    passing.cancel()
    #expect(try await updates.next()?.trip.status == .complete)
    #expect(try await updates.next() == nil)
  }

  @Test func `The updates of a trip to its end throw when the transport is closed`() async throws {
    let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in
      throw HTTPTransportError(.cancelled)
    }
    let service = TripRig.service(transport, clock, FixedTokens())
    let failure = await follow(service.updates(of: try #require(name))).failure
    #expect(failure?.isCancellation == true)
  }

  @Test func `The updates of a trip to its end return nothing when their task is cancelled`()
    async throws
  {
    let transport = HangingTransport()
    let service = TripRig.service(transport, clock, FixedTokens())
    let updates = service.updates(of: try #require(name))
    let loop = Task { for try await _ in updates { Issue.record("There was an update.") } }
    await waitWhile(transport.requests == 0)
    loop.cancel()
    try await loop.value
    #expect(service.activeTripModels.isEmpty)
  }

  @Test func `The updates of a trip go on after its end if that is wanted, as often as wanted`()
    async throws
  {
    let service = service { index in
      TripRig.answer(
        Trip.with {
          $0.status = .complete
          $0.numberOfPassengers = index
        })
    }
    let updates = service.updates(
      of: try #require(name), every: .seconds(20), endsWithTrip: false)
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next()?.trip.numberOfPassengers == 0)
    await clock.sleepers(1)
    clock.advance(by: .seconds(20))
    #expect(try await iterator.next()?.trip.numberOfPassengers == 1)
    let model = service.tripModel(forTripName: TripRig.name)
    #expect(model.options.pollingInterval == .seconds(20))
  }
}
