import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

@MainActor @Suite(.limited) struct `Many models of one process` {
  @Test func `Models wait for their turns longer than a call may take without becoming overdue`()
    async throws
  {
    let clock = ManualClock()
    let schedule = FleetSchedule(
      requestsPerSecond: 1, clock: ServiceClock(clock) { Timestamp(seconds: 1_000) })
    let server = ScriptedTransport { request, _ in
      var trip = Trip()
      trip.name = try? TripName(parsing: String(request.url.path.dropFirst("/v1/".count)))
      return TransportResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: (try? WireJSON.encode(trip)) ?? [])
    }
    let service = TripRig.service(server, clock, schedule: schedule)
    let recorder = Recorder()
    let models = (1...40).map { service.tripModel(forTripName: "providers/p/trips/t\($0)") }
    for model in models {
      model.options = TripModelOptions(autoRefreshTimeInterval: 600)
      model.register(recorder)
    }
    while models.contains(where: { $0.currentTrip == nil }), !Task.isCancelled,
      clock.now.offset < .seconds(120)
    {
      // About one request leaves each second. On a busy machine much time would pass before it does, and that of a
      // call whose turn has come would be over.
      let due = min(models.count, Int(clock.now.offset / .seconds(1) * 0.9))
      await waitWhile(server.requests.count < due)
      // A request that was sent is answered before time advances.
      await waitWhile(server.requests.count > models.count { $0.currentTrip != nil })
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(250))
      await Task.yield()
    }
    #expect(recorder.errors.isEmpty)
    #expect(models.allSatisfy { $0.currentTrip != nil })
    #expect(clock.now.offset >= .seconds(39))
    for model in models { model.unregisterSubscriber(recorder) }
  }
}
