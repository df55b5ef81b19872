import FleetEngine
import HTTPMessages
import RidesharingConsumer
import Synchronization

/// Measures how long the main actor is blocked while a model follows a long trip.
@MainActor struct HoldMeasurement {
  /// Counts updates.
  private final class Subscriber: TripModelSubscriber {
    private(set) var updates = 0

    func tripModel(
      _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
    ) { updates += 1 }
  }

  /// Returns one response after the other, immediately.
  private struct AnsweringTransport: HTTPTransport {
    let answers: [[UInt8]]
    private let next = Counter()

    private final class Counter: Sendable {
      private let value = Atomic(0)
      func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    init(answers: [[UInt8]]) { self.answers = answers }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
      TransportResponse(status: 200, body: answers[next.take() % answers.count])
    }
  }

  private struct OneToken: AccessTokenProvider {
    func accessToken(for: AuthorizationContext) async throws(AccessTokenError) -> AccessToken {
      AccessToken("token", expiresAt: nil)
    }
  }

  private let points: Int
  private let rounds: Int
  private let most: Duration
  private let gaps = MainActorGaps()

  init(points: Int, rounds: Int, most: Duration) {
    self.points = points
    self.rounds = rounds
    self.most = most
  }

  func run() async throws {
    let ticking = Task { [gaps] in await gaps.run() }
    defer { gaps.stop() }
    let idle = await longest { try? await ContinuousClock().sleep(for: .milliseconds(200)) }
    row("main actor held by nothing", idle)
    for format in [RouteFormat.coordinates, .encodedPolyline] {
      let name = format == .coordinates ? "a list" : "encoded"
      let model = makeModel(try SampleTrip(points: points, format: format))
      let subscriber = Subscriber()
      model.register(subscriber)
      try await news(of: subscriber, count: 1)
      let updated = try await longest { try await news(of: subscriber, count: 2) }
      row("main actor held by updates, \(name)", updated)
      let registered = await longest {
        let late = Subscriber()
        model.register(late)
        await Task.yield()
        model.unregisterSubscriber(late)
      }
      row("  by a late subscriber", registered)
      model.unregisterSubscriber(subscriber)
      guard max(updated.computed, registered.computed) <= most else {
        throw Unexpected(
          description: "The main actor was held for longer than \(Figures.milliseconds(most)).")
      }
    }
    gaps.stop()
    await ticking.value
  }

  private func row(_ name: String, _ longest: MainActorGaps.Longest) {
    Figures.row(
      name,
      "\(Figures.milliseconds(longest.computed)), the machine's pauses included "
        + Figures.milliseconds(longest.passed))
  }

  /// The median over all rounds of the longest block: the work's own effect is in each round.
  private func longest(_ round: () async throws -> Void) async rethrows -> MainActorGaps.Longest {
    var found: [MainActorGaps.Longest] = []
    for _ in 0..<rounds {
      await Task.yield()
      _ = gaps.takeLongest()
      try await round()
      await Task.yield()
      found.append(gaps.takeLongest())
    }
    return MainActorGaps.Longest(
      computed: Figures.quantile(0.5, of: found.map(\.computed)),
      passed: Figures.quantile(0.5, of: found.map(\.passed)))
  }

  private func news(of subscriber: Subscriber, count: Int) async throws {
    let (before, start) = (subscriber.updates, ContinuousClock.now)
    while subscriber.updates < before + count {
      guard ContinuousClock.now - start < .seconds(20) else {
        throw Unexpected(description: "There was no news of a trip for 20 s.")
      }
      await Task.yield()
    }
  }

  private func makeModel(_ sample: SampleTrip) -> TripModel {
    let clock = ContinuousClock()
    let start = clock.now
    // A clock that runs a hundred times as fast: the next poll is due soon after one has ended, and
    // a slow decode does not make a poll late.
    let service = TripService(
      client: FleetEngineClient(
        transport: AnsweringTransport(answers: sample.answers), tokens: OneToken()),
      providerID: "demo-project",
      clock: ServiceClock(
        monotonicNow: { (clock.now - start) * 100 }, wallNow: { Timestamp(seconds: 0) },
        sleep: { try await clock.sleep(for: $0 / 100) }
      ),
      random: SystemRandomNumberGenerator()
    )
    return service.tripModel(forTripName: SampleTrip.name)
  }
}
