import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

@MainActor @Suite(.limited) struct `A trip model` {
  private nonisolated static let name = "providers/p/trips/t1"
  private let clock = ManualClock()
  private let tokens = FixedTokens()

  private func service(
    _ answer: @escaping @Sendable (_ index: Int) -> TransportResponse
  ) -> (TripService, ScriptedTransport) {
    let transport = ScriptedTransport { _, index in answer(index) }
    let client = FleetEngineClient(transport: transport, tokens: tokens)
    let service = TripService(
      client: client, providerID: "p", clock: ServiceClock(clock) { Timestamp(seconds: 1_000) },
      random: SeededGenerator(seed: 5))
    return (service, transport)
  }

  private nonisolated static func trip(_ fields: String) -> TransportResponse {
    .json("{\"name\":\"\(name)\",\(fields)}")
  }

  private func service(always fields: String) -> (TripService, ScriptedTransport) {
    service { _ in Self.trip(fields) }
  }

  /// Waits for the end of so many polls and for the wait that follows.
  private func settle(_ recorder: Recorder, polls: Int) async {
    await recorder.polls(polls)
    await clock.sleepers(1)
  }

  @Test func `A trip model sends no request and fetches no token without subscribers`() async {
    let (service, transport) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    model.refresh()
    #expect(model.state == .inactive)
    let recorder = Recorder()
    model.register(recorder)
    await settle(recorder, polls: 1)
    // The only poll is the subscriber's.
    #expect(transport.requests.count == 1)
    #expect(tokens.contexts.count == 1)
  }

  @Test func `A trip model does not notify a subscriber that another one removed`() async {
    let (service, _) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    let remover = Remover(of: recorder)
    model.register(remover)
    model.register(recorder)
    await clock.sleepers(1)
    await waitWhile(remover.updates == 0)
    #expect(recorder.fields.isEmpty)
    #expect(recorder.statuses.isEmpty)
  }

  @Test func `A trip model's subscriber may be released while another thread reads the list`() async
  {
    let (service, _) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    let flag = Flag()
    let readers = (0..<2).map { _ in
      Task.detached { while !flag.isSet.load(ordering: .relaxed) { _ = model.state } }
    }
    for _ in 0..<20_000 { model.register(Leaver(of: model)) }
    flag.isSet.store(true, ordering: .relaxed)
    for reader in readers { await reader.value }
    #expect(model.state == .inactive)
  }

  @Test func `A trip model polls at the first subscription and every 5 s from then`() async {
    let (service, transport) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    #expect(model.state == .active)
    for poll in 1...4 {
      await settle(recorder, polls: poll)
      #expect(transport.requests.count == poll)
      #expect(clock.waits == [.seconds(5)])
      clock.advance(by: .seconds(5))
    }
    await settle(recorder, polls: 5)
    #expect(model.polling.lastAnswerAt == .seconds(20))
    #expect(model.polling.lastAnswerWallTime == Timestamp(seconds: 1_000))
    #expect(model.polling.nextPollAt == .seconds(25))
    #expect(model.polling.totalUpdates == 5)
  }

  @Test func `A trip model keeps its interval above 5 s and changes it at once`() async {
    let (service, _) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.options = TripModelOptions(autoRefreshTimeInterval: 1)
    model.register(recorder)
    await settle(recorder, polls: 1)
    #expect(clock.waits == [.seconds(5)])
    model.options.autoRefreshTimeInterval = 15
    await recorder.wait { $0.polling.nextPollAt == .seconds(15) }
    model.options.autoRefreshTimeInterval = -1
    await recorder.wait { $0.polling.nextPollAt == nil }
    #expect(model.polling.interval == nil)
  }

  @Test func `A trip model stops with the last subscriber and begins again with the next`() async {
    let (service, transport) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    let (one, two) = (Recorder(), Recorder())
    model.register(one)
    model.register(two)
    await settle(one, polls: 1)
    model.unregisterSubscriber(one)
    #expect(model.state == .active)
    clock.advance(by: .seconds(5))
    await settle(two, polls: 2)
    model.unregisterSubscriber(two)
    #expect(model.state == .inactive)
    await waitWhile(clock.sleeperCount > 0)
    clock.advance(by: .seconds(60))
    #expect(transport.requests.count == 2)
    model.register(one)
    await one.wait { $0.polling.totalUpdates == 3 }
    #expect(transport.requests.count == 3)
  }

  @Test func `A trip model stops when its last subscriber is released`() async {
    final class Leaving: TripModelSubscriber {
      let model: TripModel
      init(_ model: TripModel) { self.model = model }
      deinit { model.unregisterSubscriber(self) }
    }
    let (service, _) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    var leaving: Leaving? = Leaving(model)
    leaving.map { model.register($0) }
    #expect(model.state == .active)
    await clock.sleepers(1)
    leaving = nil
    #expect(model.state == .inactive)
    await waitWhile(clock.sleeperCount > 0)
  }

  @Test func `A trip model notices before a poll that its subscriber is gone`() async {
    let (service, transport) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    var recorder: Recorder? = Recorder()
    recorder.map { model.register($0) }
    await recorder?.polls(1)
    await clock.sleepers(1)
    recorder = nil
    #expect(model.state == .inactive)
    clock.advance(by: .seconds(5))
    #expect(service.activeTripModels.isEmpty)
    let next = Recorder()
    model.register(next)
    await waitWhile(transport.requests.count < 2)
    await clock.sleepers(1)
    // The second poll is the new subscriber's.
    #expect(transport.requests.count == 2)
    model.unregisterSubscriber(next)
  }

  @Test func `A trip model sends versions, so that an unchanged route is not fetched again`() async
  {
    let (service, transport) = service { index in
      let version = "\"currentRouteSegmentVersion\":\"2026-01-01T00:00:00.123456Z\""
      let route = "\"route\":[{\"latitude\":1,\"longitude\":2},{\"latitude\":1,\"longitude\":3}],"
      return Self.trip((index == 0 ? route : "") + version)
    }
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    await settle(recorder, polls: 1)
    clock.advance(by: .seconds(5))
    await settle(recorder, polls: 2)
    let item = HTTPURL.QueryItem("currentRouteSegmentVersion", "2026-01-01T00:00:00.123456Z")
    #expect(!transport.requests[0].url.query.contains(item))
    #expect(transport.requests[1].url.query.contains(item))
    #expect(model.currentTrip?.activeRoute?.count == 2)
    #expect(recorder.fields.count == 1)
  }

  @Test func `A trip model notifies of every change, in declared order`() async {
    let (service, _) = service { index in
      index == 0
        ? Self.trip("\"tripStatus\":\"NEW\"")
        : Self.trip(
          """
          "tripStatus":"ENROUTE_TO_PICKUP","vehicleId":"v",
          "pickupPoint":{"point":{"latitude":1,"longitude":1}},
          "dropoffPoint":{"point":{"latitude":2,"longitude":2}},
          "pickupTime":"1970-01-01T00:01:00Z","dropoffTime":"1970-01-01T00:02:00Z",
          "etaToFirstWaypoint":"1970-01-01T00:00:50Z","remainingDistanceMeters":120,
          "route":[{"latitude":1,"longitude":1}],
          "intermediateDestinations":[{"point":{"latitude":1,"longitude":2}}],
          "lastLocation":{"location":{"latitude":1,"longitude":1}},
          "remainingWaypoints":[{"tripId":"t1","waypointType":"PICKUP_WAYPOINT_TYPE"},
            {"tripId":"t1","waypointType":"DROP_OFF_WAYPOINT_TYPE","distanceMeters":30,
             "pathToWaypoint":[{"latitude":1,"longitude":1},{"latitude":2,"longitude":2}]}]
          """)
    }
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    await settle(recorder, polls: 1)
    #expect(recorder.log == ["state active", "trip", "status NEW"])
    recorder.forget()
    clock.advance(by: .seconds(5))
    await settle(recorder, polls: 2)
    let expected = [
      "trip", "status ENROUTE_TO_PICKUP", "vehicle", "pickup", "dropoff", "next 50.0",
      "pickup eta 60.0", "dropoff eta 120.0", "distance 120", "active 1", "remaining 2",
      "remaining distance 30", "waypoints 2", "stops 1",
    ]
    #expect(recorder.log == expected)
    recorder.forget()
    clock.advance(by: .seconds(5))
    await settle(recorder, polls: 3)
    #expect(recorder.log.isEmpty)
    let late = Recorder()
    model.register(late)
    #expect(late.log == ["state active"] + expected)
    model.register(late)
    #expect(late.log.count == expected.count + 1)
  }

  @Test func `A trip model records the results of the last 50 polls`() async {
    let (service, _) = service { index in
      index == 1 ? TripRig.failure(.unavailable) : Self.trip("\"tripStatus\":\"NEW\"")
    }
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    for count in 1...60 {
      await settle(recorder, polls: count)
      if count == 3 {
        let polls = recorder.polling.recentPolls
        #expect(polls.map(\.code) == [.ok, .unavailable, .ok])
        #expect(polls.map(\.attempt) == [1, 1, 2])
        #expect(polls.map(\.httpStatus) == [nil, 503, nil])
        #expect(polls.map { $0.bodyBytes != nil } == [true, false, true])
        #expect(polls.allSatisfy { $0.duration >= .zero })
      }
      clock.advance(by: .seconds(5))
    }
    #expect(recorder.polling.recentPolls.count == 50)
    model.unregisterSubscriber(recorder)
  }

  @Test func `A trip model reports failures, keeps the trip and retries`() async {
    let (service, _) = service { index in
      (1...2).contains(index)
        ? .json("{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\"}}", status: 503)
        : Self.trip("\"tripStatus\":\"NEW\"")
    }
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    await settle(recorder, polls: 1)
    clock.advance(by: .seconds(5))
    await settle(recorder, polls: 2)
    #expect(recorder.errors.map(\.code) == [.unavailable])
    #expect(model.currentTrip?.status == .new)
    #expect(model.state == .active)
    #expect(model.polling.consecutiveFailures == 1)
    #expect(model.polling.lastError?.code == .unavailable)
    #expect(model.polling.failingSince == .seconds(5))
    clock.advance(by: .seconds(1.2))
    await settle(recorder, polls: 3)
    #expect(model.polling.consecutiveFailures == 2)
    clock.advance(by: .seconds(2))
    await settle(recorder, polls: 4)
    #expect(model.polling.consecutiveFailures == 0)
    #expect(model.polling.lastError == nil)
    #expect(model.polling.totalRetries == 2)
    #expect(clock.waits == [.seconds(5)])
  }

  @Test func `A trip model polls immediately on request while it waits`() async {
    let (service, transport) = service { _ in
      .json("{\"error\":{\"code\":403,\"status\":\"PERMISSION_DENIED\"}}", status: 403)
    }
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    await settle(recorder, polls: 1)
    #expect((48...72).contains(clock.waits[0].inSeconds))
    clock.advance(by: .seconds(2))
    model.refresh()
    await settle(recorder, polls: 2)
    #expect(transport.requests.count == 2)
  }

  @Test func `A trip model does not revoke the end of a trip unless the user refreshes`() async {
    let (service, _) = service { index in
      Self.trip("\"tripStatus\":\"\(index == 1 ? "COMPLETE" : "ENROUTE_TO_DROPOFF")\"")
    }
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.register(recorder)
    for poll in 1...3 {
      await settle(recorder, polls: poll)
      clock.advance(by: .seconds(5))
    }
    await settle(recorder, polls: 4)
    #expect(recorder.statuses == [.enrouteToDropoff, .complete])
    clock.advance(by: .seconds(2))
    model.refresh()
    await settle(recorder, polls: 5)
    #expect(recorder.statuses == [.enrouteToDropoff, .complete, .enrouteToDropoff])
  }

  @Test(arguments: [
    "", "t1", "providers/p/vehicles/t1", "providers/p/trips/", "providers/q/trips/t1",
    "providers/p/trips/a/b",
  ]) func `A trip model fails without a request for another provider's trip`(name: String) async {
    let (service, transport) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: name)
    let recorder = Recorder()
    model.register(recorder)
    await settle(recorder, polls: 1)
    #expect(recorder.errors.map(\.code) == [.invalidArgument])
    #expect(recorder.errors.map(\.bucket) == [.needsAction])
    #expect(transport.requests.isEmpty)
    #expect(tokens.contexts.isEmpty)
  }

  @Test func `A trip model sends the header of its options`() async {
    let (service, transport) = service(always: "\"tripStatus\":\"NEW\"")
    let model = service.tripModel(forTripName: Self.name)
    let recorder = Recorder()
    model.options.tripRequestHeader = RequestHeader(languageCode: "it")
    model.register(recorder)
    await settle(recorder, polls: 1)
    #expect(transport.requests[0].url.query.contains(.init("header.languageCode", "it")))
  }

  @Test func `A trip model is unique for its name and lives while it has subscribers`() async {
    let (service, _) = service(always: "\"tripStatus\":\"NEW\"")
    let recorder = Recorder()
    var model: TripModel? = service.tripModel(forTripName: Self.name)
    #expect(service.tripModel(forTripName: Self.name) === model)
    #expect(service.hasTripModel(forTripName: Self.name))
    model?.register(recorder)
    weak let weakly = model
    model = nil
    #expect(weakly != nil)
    #expect(service.activeTripModels.count == 1)
    await settle(recorder, polls: 1)
    weakly?.unregisterSubscriber(recorder)
    await waitWhile(weakly != nil)
    #expect(!service.hasTripModel(forTripName: Self.name))
    #expect(service.allTripModels.isEmpty)
  }
}

/// A subscriber that removes another one at its first chance.
private final class Remover: TripModelSubscriber {
  private let other: Recorder
  private(set) var updates = 0

  init(of other: Recorder) { self.other = other }

  func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
  ) {
    updates += 1
    tripModel.unregisterSubscriber(other)
  }
}

/// Something that one thread sets and others read.
private final class Flag: Sendable { let isSet = Atomic(false) }

/// A subscriber that leaves when it ends, on whatever thread that is.
private final class Leaver: TripModelSubscriber {
  private let model: TripModel

  init(of model: TripModel) { self.model = model }

  deinit { model.unregisterSubscriber(self) }
}
