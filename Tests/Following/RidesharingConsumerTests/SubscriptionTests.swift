import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

@MainActor @Suite(.limited) struct `A subscription to a trip model` {
  @Test func `A subscription to a trip model cancels its request when it ends`() async {
    let (transport, clock) = (HangingTransport(), ManualClock())
    let model = TripRig.service(transport, clock).tripModel(forTripName: TripRig.name)
    let (one, two) = (Recorder(), Recorder())
    model.register(one)
    model.register(two)
    await waitWhile(transport.requests == 0)
    model.unregisterSubscriber(one)
    #expect(transport.cancellations == 0)
    model.unregisterSubscriber(two)
    // Nothing was awaited since: neither the main actor nor the poller had a turn.
    #expect(transport.cancellations == 1)
    #expect(model.state == .inactive)
    await waitWhile(clock.sleeperCount > 0)
    #expect(one.errors.isEmpty)
    #expect(two.errors.isEmpty)
    #expect(transport.requests == 1)
  }

  @Test func `A subscription to a trip model cancels its request from another thread too`() async {
    let transport = HangingTransport()
    let model = TripRig.service(transport, ManualClock()).tripModel(forTripName: TripRig.name)
    let recorder = Recorder()
    model.register(recorder)
    await waitWhile(transport.requests == 0)
    await Task.detached { model.unregisterSubscriber(recorder) }.value
    #expect(transport.cancellations == 1)
    #expect(!model.polling.isPolling || model.state == .inactive)
  }

  @Test func `A subscription to a trip model does not end the request of the one that follows`()
    async
  {
    let transport = HangingTransport()
    let clock = ManualClock()
    let model = TripRig.service(transport, clock).tripModel(forTripName: TripRig.name)
    let recorder = Recorder()
    for round in 1...20 {
      model.register(recorder)
      var turns = Turns()
      while transport.requests < round, !Task.isCancelled {
        clock.advance(by: .milliseconds(100))
        await turns.next()
      }
      model.unregisterSubscriber(recorder)
      #expect(transport.cancellations == round)
    }
  }

  @Test func `A subscription to a trip model that was dropped is noticed before a refresh`() async {
    let rig = TripRig { _ in TripRig.answer(Trip.with { $0.status = .new }) }
    var recorder: Recorder? = Recorder()
    recorder.map { rig.model.register($0) }
    await recorder?.polls(1)
    await rig.clock.sleepers(1)
    recorder = nil
    rig.clock.advance(by: .seconds(2))
    rig.model.refresh()
    await waitWhile(rig.clock.sleeperCount > 0)
    #expect(rig.transport.requests.count == 1)
  }

  @Test func `A subscription to a trip model continues after the end of the trip`() async {
    for status in [TripStatus.complete, .canceled] {
      let rig = TripRig { _ in TripRig.answer(Trip.with { $0.status = status }) }
      rig.model.register(rig.recorder)
      for poll in 1...3 {
        await rig.settle(polls: poll)
        #expect(rig.clock.waits == [.seconds(5)])
        rig.clock.advance(by: .seconds(5))
      }
      await rig.settle(polls: 4)
      rig.model.unregisterSubscriber(rig.recorder)
      await waitWhile(rig.clock.sleeperCount > 0)
      #expect(rig.transport.requests.count == 4)
    }
  }

  @Test func `A subscription to a model with an invalid name fails each poll without a request`()
    async throws
  {
    let transport = HangingTransport()
    let clock = ManualClock()
    let tokens = FixedTokens()
    let model = TripRig.service(transport, clock, tokens).tripModel(forTripName: "trips/t1")
    let recorder = Recorder()
    model.register(recorder)
    for poll in 1...3 {
      await recorder.polls(poll)
      await clock.sleepers(1)
      clock.advance(by: try #require(clock.waits.first))
    }
    await recorder.polls(4)
    model.refresh()
    clock.advance(by: .seconds(1))
    await recorder.polls(5)
    #expect(recorder.errors.map(\.code) == Array(repeating: .invalidArgument, count: 5))
    #expect(recorder.log.filter { $0 == "error INVALID_ARGUMENT" }.count == 5)
    #expect(transport.requests == 0)
    #expect(tokens.contexts.isEmpty)
  }

  @Test func `A subscription to a trip model polls by refresh only while there is no interval`()
    async
  {
    let rig = TripRig { _ in TripRig.answer(Trip.with { $0.status = .new }) }
    rig.model.options.autoRefreshTimeInterval = .infinity
    rig.model.register(rig.recorder)
    #expect(rig.transport.requests.isEmpty)
    rig.model.refresh()
    await rig.recorder.polls(1)
    #expect(rig.transport.requests.count == 1)
    #expect(rig.clock.sleeperCount == 0)
    rig.model.options.autoRefreshTimeInterval = 7
    await rig.clock.sleepers(1)
    #expect(rig.clock.waits == [.seconds(7)])
  }
}
