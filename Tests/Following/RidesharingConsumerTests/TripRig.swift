import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport

/// A trip model with a clock and a server that a test holds in its hands.
@MainActor final class TripRig {
  nonisolated static let name = "providers/p/trips/t1"
  let clock = ManualClock()
  let tokens = FixedTokens()
  let transport: ScriptedTransport
  let service: TripService
  let model: TripModel
  let recorder = Recorder()

  convenience init(_ answer: @escaping @Sendable (_ index: Int) -> TransportResponse) {
    self.init { (_, index) async throws(HTTPTransportError) in answer(index) }
  }

  init(answering answer: @escaping ScriptedTransport.Answer) {
    transport = ScriptedTransport(answer)
    service = Self.service(transport, clock, tokens)
    model = service.tripModel(forTripName: Self.name)
  }

  /// Makes a service that asks a transport.
  nonisolated static func service(
    _ transport: any HTTPTransport, _ clock: ManualClock,
    _ tokens: any AccessTokenProvider = FixedTokens(), schedule: FleetSchedule? = nil
  ) -> TripService {
    TripService(
      client: FleetEngineClient(transport: transport, tokens: tokens, schedule: schedule),
      providerID: "p", clock: ServiceClock(clock) { Timestamp(seconds: 1_000) },
      random: SeededGenerator(seed: 5))
  }

  /// Waits for the end of so many polls and for the wait that follows.
  func settle(polls: Int) async {
    await recorder.polls(polls)
    await clock.sleepers(1)
  }

  /// An answer with a trip.
  nonisolated static func answer(_ trip: Trip) -> TransportResponse {
    var named = trip
    named.name = try? TripName(parsing: name)
    let body = (try? WireJSON.encode(named)) ?? []
    return TransportResponse(status: 200, headers: ["Content-Type": "application/json"], body: body)
  }

  /// A trip as it arrives, on the grid of the wire's encoded paths.
  nonisolated static func sent(_ trip: Trip) -> Trip? {
    (try? WireJSON.encode(trip)).flatMap { try? WireJSON.decode(Trip.self, from: $0) }
  }

  /// An answer with an error.
  nonisolated static func failure(
    _ code: RPCCode, retryAfter: String? = nil, retryDelay: Duration? = nil
  ) -> TransportResponse {
    let status = RPCStatus(code: code, message: "said by a test", retryDelay: retryDelay)
    var response = TransportResponse(status: code.httpStatus, body: status.body)
    response.headers["Retry-After"] = retryAfter
    return response
  }
}
