import AccessTokens
import FleetEngine
import HTTPMessages
import JSONWebTokens
import RideTestSupport
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

@MainActor @Suite(.limited) struct `The token of a followed trip` {
  /// Records the reported failures.
  private final class Failures: TripModelSubscriber {
    private(set) var errors: [FleetEngineError] = []

    func tripModel(_ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError?) {
      if let error { errors.append(error) }
    }
  }

  private nonisolated static let name = "providers/\(TestFolder.providerID)/trips/t1"

  private let clock = ManualClock()
  private let transport = ScriptedTransport { _, _ in
    .json(#"{"name":"\#(Self.name)","tripStatus":"ENROUTE_TO_PICKUP","tripType":"EXCLUSIVE"}"#)
  }

  private func model(_ tokens: any AccessTokenProvider) -> TripModel {
    TripService(
      client: FleetEngineClient(
        transport: transport,
        tokens: AccessTokenCache(tokens, wallNow: { Timestamp(seconds: 1_000) })),
      providerID: TestFolder.providerID, clock: ServiceClock(clock) { Timestamp(seconds: 1_000) },
      random: SystemRandomNumberGenerator()
    ).tripModel(forTripName: Self.name)
  }

  @Test func `A trip's token is fetched only while somebody follows the trip`() async {
    let clock = clock
    let fetches = Mutex(0)
    let model = model(
      CompletionAccessTokenProvider(
        clock: ServiceClock(clock) { Timestamp(seconds: 1_000) }, deadline: .seconds(10)
      ) { _, _ in fetches.withLock { $0 += 1 } })
    await mainActorTurn()
    #expect(fetches.withLock { $0 } == 0)
    #expect(clock.sleeperCount == 0)
    let subscriber = Failures()
    model.register(subscriber)
    // The deadline of a fetch that has begun.
    await clock.sleepers(1)
    model.unregisterSubscriber(subscriber)
    await waitWhile(clock.sleeperCount > 0)
    #expect(clock.sleeperCount == 0)
    #expect(transport.requests.isEmpty)
  }

  @Test func `A token for another trip is an error that needs action`() async throws {
    let token = try SigningKey.generate().sign(
      TokenClaims(authorization: ["tripid": "ride-2040"]), keyID: "k")
    let model = model(FixedTokens(token))
    let subscriber = Failures()
    model.register(subscriber)
    await waitWhile(subscriber.errors.isEmpty)
    let error = try #require(subscriber.errors.first)
    #expect(error.bucket == .needsAction)
    #expect(error.code == .permissionDenied)
    let problem = AccessTokenError(
      reason: "The token is for the trip ride-2040, not for t1, so it was not sent.",
      advice: ["Get one for this trip."], code: .permissionDenied,
      problem: .otherResource(id: "ride-2040"))
    #expect(error.cause == .token(problem))
    #expect(transport.requests.isEmpty)
    model.unregisterSubscriber(subscriber)
  }
}
