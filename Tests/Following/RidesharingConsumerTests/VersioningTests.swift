import FleetEngine
import HTTPMessages
import RideTestSupport
import Synchronization
import TestSupport
import Testing

@testable import RidesharingConsumer

@Suite(.limited) struct `A trip of partial responses` {
  @Test(arguments: VersioningServer.Generation.allCases)
  func `A trip merged from partial responses equals the trip of a server without versions`(
    generation: VersioningServer.Generation
  ) throws {
    var omissions = 0
    var repetitions = 0
    for seed in 0..<250 {
      var random = SeededGenerator(seed: UInt64(seed))
      var server = VersioningServer(generation)
      var held: Trip?
      for step in 0..<30 {
        for _ in 0..<Int.random(in: 0..<3, using: &random) { server.change(using: &random) }
        let versions = TripVersions(heldIn: held)
        var answer = server.answer(to: versions)
        if answer != server.whole { omissions += 1 }
        if let held, answer.omitsChanges(since: held, versions) {
          answer = server.answer(to: TripVersions())
          repetitions += 1
        }
        let whole = answer.completed(from: held)
        let isRight = whole == server.whole
        try #require(isRight, "seed \(seed), step \(step)")
        held = whole
      }
    }
    #expect(omissions > 1_000)
    #expect(repetitions > 25)
  }

  @Test
  func `A partial trip keeps its route where the server sends an empty one of the same version`()
    throws
  {
    func trip(_ route: String) throws -> Trip {
      try WireJSON.decode(
        Trip.self,
        from: Array(
          #"{"currentRouteSegmentVersion":"2026-04-01T12:00:00Z","route":\#(route)}"#.utf8))
    }
    let first = try trip(#"[{"latitude":1,"longitude":1},{"latitude":2,"longitude":2}]"#)
    #expect(try trip("[]").completed(from: first).route == first.route)
  }

  @Test(arguments: VersioningServer.Generation.allCases, 0..<8 as Range<UInt64>) @MainActor
  func `A trip merged from partial responses is the same over a socket with failures`(
    generation: VersioningServer.Generation, seed: UInt64
  ) async {
    let state = Mutex((server: VersioningServer(generation), random: SeededGenerator(seed: seed)))
    let fails = Mutex(false)
    let rig = TripRig(answering: { (request, _) async throws(HTTPTransportError) in
      if fails.withLock({ $0 }) { throw HTTPTransportError(.connectionLost) }
      return TripRig.answer(state.withLock { $0.server.answer(to: TripVersions(request.url)) })
    })
    rig.model.register(rig.recorder)
    for poll in 1...20 {
      await rig.settle(polls: poll)
      if !fails.withLock({ $0 }) {
        let expected = TripRig.sent(state.withLock { $0.server.whole })
        let isRight = rig.model.currentTrip == expected
        #expect(isRight, "poll \(poll)")
      }
      state.withLock { state in
        for _ in 0..<3 { state.server.change(using: &state.random) }
        fails.withLock { $0 = Int.random(in: 0..<5, using: &state.random) == 0 }
      }
      rig.clock.advance(by: rig.clock.waits.first ?? .zero)
    }
    await rig.settle(polls: 21)
  }

  @MainActor
  @Test func `A partial trip is requested again if a server with older versions omits a route`()
    async
  {
    let rig = TripRig(answering: { (request, index) async throws(HTTPTransportError) in
      let isAskedForAll = TripVersions(request.url) == TripVersions()
      return TripRig.answer(
        Trip.with {
          $0.route = isAskedForAll ? [.at(Double(index), 0)] : nil
          $0.currentRouteSegmentVersion = .at(index == 0 ? 20 : 10)
        })
    })
    rig.model.register(rig.recorder)
    await rig.settle(polls: 1)
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 2)
    #expect(rig.transport.requests.count == 3)
    #expect(rig.model.currentTrip?.route == [.at(2, 0)])
    #expect(rig.model.polling.totalUpdates == 2)
  }

  @MainActor @Test func `A partial trip is not requested twice when a route is gone`() async {
    let rig = TripRig { index in
      TripRig.answer(
        Trip.with {
          $0.route = index == 0 ? [.at(1, 0)] : nil
          $0.currentRouteSegmentVersion = .at(Int64(index))
        })
    }
    rig.model.register(rig.recorder)
    await rig.settle(polls: 1)
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 2)
    #expect(rig.transport.requests.count == 2)
    #expect(rig.model.currentTrip?.route == nil)
  }
}

extension TripVersions {
  /// The versions that a request has in its query.
  fileprivate init(_ url: HTTPURL) {
    func moment(_ name: String) -> Timestamp? {
      url.values(name).first.flatMap { Timestamp(rfc3339: $0) }
    }
    self.init(
      currentRouteSegment: moment("currentRouteSegmentVersion"),
      currentRouteSegmentTraffic: moment("currentRouteSegmentTrafficVersion"),
      remainingWaypoints: moment("remainingWaypointsVersion"),
      remainingWaypointsRoute: moment("remainingWaypointsRouteVersion"))
  }
}
