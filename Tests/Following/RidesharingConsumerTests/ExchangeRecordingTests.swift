import FleetEngine
import Geo
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing
import TrustLimits

@MainActor @Suite(.limited) struct `The record of a poll` {
  private nonisolated static let secret = "eyJhbGciOiJSUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl"

  private func rig(
    _ transport: ScriptedTransport, records: Bool = true
  ) -> (model: TripModel, recorder: Recorder) {
    let service = TripRig.service(transport, ManualClock(), FixedTokens(Self.secret))
    let model = service.tripModel(forTripName: TripRig.name)
    model.options.recordsExchanges = records
    let recorder = Recorder()
    model.register(recorder)
    return (model, recorder)
  }

  private func text(_ exchange: RecordedExchange) -> String {
    "\(exchange.url) \(exchange.requestHeaders) \(exchange.headers) \(exchange.failure ?? "") "
      + String(decoding: exchange.body, as: UTF8.self)
  }

  @Test func `The record of a poll has its request and response, without the token`() async throws {
    let rig = rig(
      ScriptedTransport { request, _ in
        var answer = TripRig.answer(Trip.with { $0.status = .new })
        answer.headers["Set-Cookie"] = "a=b"
        answer.headers["Date"] = "now " + (request.headers["Authorization"] ?? "")
        answer.body.insert(contentsOf: #"{"echo":"\#(Self.secret)","#.utf8, at: 0)
        answer.body.remove(at: #"{"echo":"\#(Self.secret)","#.utf8.count)
        return answer
      })
    await rig.recorder.polls(1)
    let exchange = try #require(rig.recorder.polling.recentPolls.last?.exchange)
    #expect(exchange.method == .get)
    #expect(exchange.url.path == "/v1/providers/p/trips/t1")
    #expect(exchange.status == 200)
    #expect(exchange.requestHeaders.fields.map(\.name) == ["Accept"])
    #expect(exchange.headers.fields.map(\.name) == ["Date", "Content-Type"])
    #expect(!text(exchange).contains("c2VjcmV0"))
    #expect(String(decoding: exchange.body, as: UTF8.self).contains(#""echo":"…""#))
  }

  @Test func `The record of a poll keeps the last exchange of one with a refused token`()
    async throws
  {
    let rig = rig(
      ScriptedTransport { _, _ in
        TransportResponse(status: 401, body: Array("no \(Self.secret)".utf8))
      }
    )
    await rig.recorder.polls(1)
    let exchange = try #require(rig.recorder.polling.recentPolls.last?.exchange)
    #expect(exchange.status == 401)
    #expect(String(decoding: exchange.body, as: UTF8.self) == "no …")
  }

  @Test func `The record of a poll says why there was no response`() async throws {
    let rig = rig(
      ScriptedTransport { _, _ async throws(HTTPTransportError) in
        throw HTTPTransportError(.unreachable, detail: "refused \(Self.secret)")
      })
    await rig.recorder.polls(1)
    let exchange = try #require(rig.recorder.polling.recentPolls.last?.exchange)
    #expect(exchange.status == nil)
    #expect(exchange.failure == "refused …")
  }

  // One of them is as large as a response may be; the others are much larger than what is kept.
  @Test(arguments: [(0, 5_000), (1, 5_000), (20, 240_000), (42, 5_000), (43, 5_000), (100, 5_000)])
  func `The record of a poll keeps the start of a large body, and no part of a token in it`(
    before: Int, tokens: Int
  ) async throws {
    let limit = Limits.Response.rememberedBodyBytes
    let rig = rig(
      ScriptedTransport { _, _ in
        let start = String(repeating: Self.secret, count: 50)
        let gap = String(repeating: "x", count: limit - before - start.utf8.count)
        let end = String(repeating: Self.secret, count: tokens)
        return .json(start + gap + end)
      })
    await rig.recorder.polls(1)
    let exchange = try #require(rig.recorder.polling.recentPolls.last?.exchange)
    #expect(exchange.bodyBytes == limit - before + tokens * Self.secret.utf8.count)
    #expect(exchange.bodyBytes > 3 * limit)
    #expect(exchange.body.count <= limit)
    #expect(!String(decoding: exchange.body, as: UTF8.self).contains("eyJ"))
  }

  @Test func `The record of a poll has no exchange unless the options ask for it`() async {
    let rig = rig(
      ScriptedTransport { _, _ in TripRig.answer(Trip.with { $0.status = .new }) }, records: false)
    await rig.recorder.polls(1)
    #expect(rig.recorder.polling.recentPolls.allSatisfy { $0.exchange == nil })
  }

  @Test func `The record of a poll loses its exchange once nobody inspects the model`() async {
    let rig = rig(ScriptedTransport { _, _ in TripRig.answer(Trip.with { $0.status = .new }) })
    await rig.recorder.polls(1)
    #expect(rig.recorder.polling.recentPolls.allSatisfy { $0.exchange != nil })
    rig.model.options.recordsExchanges = false
    await rig.recorder.wait { $0.polling.recentPolls.allSatisfy { $0.exchange == nil } }
  }

  @Test func `A poll is recorded before its report, at which a program may end`() async throws {
    let transport = ScriptedTransport { _, _ in TripRig.answer(Trip.with { $0.status = .complete })
    }
    let model = TripRig.service(transport, ManualClock(), FixedTokens(Self.secret))
      .tripModel(forTripName: TripRig.name)
    let recorder = PatientRecorder()
    model.add(recorder)
    var updates = model.updates.makeAsyncIterator()
    #expect(await updates.next()?.trip.status == .complete)
    recorder.isReported.withLock { $0 = true }
    await waitWhile(recorder.wasFirst == nil)
    #expect(recorder.wasFirst == true)
  }

  @Test func `A recording that begins after the first poll has the parts that no later one sends`()
    async throws
  {
    let version = Timestamp(seconds: 1_800_000_000)
    let route = [Coordinate(latitude: 45, longitude: 7), Coordinate(latitude: 45.01, longitude: 7)]
    let transport = ScriptedTransport { request, _ in
      var trip = Trip.with { $0.status = .enrouteToPickup }
      trip.currentRouteSegmentVersion = version
      // As the server does for a client that has the route's version.
      if !request.url.query.contains(where: { $0.name.hasPrefix("currentRouteSegmentVersion") }) {
        trip.route = route
      }
      return TripRig.answer(trip)
    }
    let clock = ManualClock()
    let model = TripRig.service(transport, clock, FixedTokens(Self.secret))
      .tripModel(forTripName: TripRig.name)
    let subscriber = Recorder()
    model.register(subscriber)
    await subscriber.polls(1)
    let recorder = Collector()
    model.add(recorder)
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    await subscriber.polls(2)
    await waitWhile(recorder.polls.count < 2)
    var ledger = PollLedger()
    for poll in recorder.polls { _ = ledger.replayEnd(of: poll) }
    #expect(ledger.trip?.trip.route?.count == 2)
    #expect(ledger.trip?.trip.route == model.currentTrip?.route)
  }
}

/// A recorder that keeps polls.
private final class Collector: PollRecorder {
  private let kept = Mutex<[RecordedPoll]>([])

  var polls: [RecordedPoll] { kept.withLock { $0 } }

  func record(_ poll: RecordedPoll) { kept.withLock { $0.append(poll) } }
}

/// A recorder that takes so long that reports sent before it would arrive.
private final class PatientRecorder: PollRecorder {
  let isReported = Mutex(false)
  private let result = Mutex<Bool?>(nil)

  var wasFirst: Bool? { result.withLock { $0 } }

  func record(_ poll: RecordedPoll) {
    let deadline = ContinuousClock.now + .milliseconds(300)
    while !isReported.withLock({ $0 }), ContinuousClock.now < deadline {}
    let wasFirst = !isReported.withLock { $0 }
    result.withLock { $0 = $0 ?? wasFirst }
  }
}
