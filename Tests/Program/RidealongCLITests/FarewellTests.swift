import FleetEngine
import HTTPMessages
import RidesharingDriver
import Synchronization
import TestSupport
import Testing

@testable import RidealongCLI

/// A vehicle whose updates are answered as a test says.
@MainActor private final class Leaving {
  let clock = ManualClock()
  let transport: ScriptedTransport
  let reporter: VehicleReporter
  let updates: UpdateLog
  private(set) var retries = 0
  private let service: ServiceClock

  init(_ answer: @escaping ScriptedTransport.Answer) throws {
    let clock = clock
    service = ServiceClock(clock) { Timestamp(seconds: 1_700_000_000) + clock.now.offset }
    transport = ScriptedTransport(answer)
    let name = try VehicleName(providerID: "p", vehicleID: "v")
    let navigator = Navigator()
    reporter = VehicleReporter(
      vehicle: name, client: FleetEngineClient(transport: transport, tokens: FixedTokens()),
      navigator: navigator, clock: service, traceID: { "trace" })
    updates = UpdateLog(
      name: name, endpoint: "E", navigator: navigator, output: DriveOutput(), clock: service)
    reporter.add(updates)
  }

  /// Goes online and ends the tracking, as a drive does.
  func drive() async {
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    await waitWhile(transport.requests.isEmpty)
    await reporter.finishPendingUpdates()
    reporter.locationTrackingEnabled = false
    await reporter.finishPendingUpdates()
  }

  var farewell: Farewell {
    Farewell(reporter: reporter, updates: updates, clock: service) { [self] in retries += 1 }
  }
}

@MainActor @Suite(.limited) struct `Going offline` {
  private nonisolated static func refusal(
    _ status: Int, _ code: String, _ message: String = "down"
  ) -> TransportResponse {
    .json(
      #"{"error":{"code":\#(status),"message":"\#(message)","status":"\#(code)"}}"#, status: status)
  }

  @Test func `Going offline is not repeated once it was accepted`() async throws {
    let leaving = try Leaving { _, _ in .json("{}") }
    await leaving.drive()
    #expect(await leaving.farewell.run())
    #expect(leaving.retries == 0)
    #expect(leaving.transport.requests.count == 2)
  }

  @Test func `Going offline is retried with growing pauses until the server accepts it`()
    async throws
  {
    let leaving = try Leaving { _, index in
      index == 0 || index >= 4 ? .json("{}") : Self.refusal(503, "UNAVAILABLE")
    }
    await leaving.drive()
    async let isOffline = leaving.farewell.run()
    for wait in [1, 2, 4] {
      await leaving.clock.sleepers(1)
      #expect(leaving.clock.waits == [.seconds(wait)])
      leaving.clock.advance(by: .seconds(wait))
    }
    #expect(await isOffline)
    #expect(leaving.retries == 1)
    #expect(leaving.updates.acceptedState == .offline)
    #expect(leaving.updates.summary.hasSuffix("the vehicle is offline."))
  }

  @Test func `Going offline is given up after half a minute, with the vehicle still online`()
    async throws
  {
    let leaving = try Leaving { _, index in
      index == 0 ? .json("{}") : Self.refusal(503, "UNAVAILABLE")
    }
    await leaving.drive()
    async let isOffline = leaving.farewell.run()
    for wait in Farewell.waits {
      await leaving.clock.sleepers(1)
      leaving.clock.advance(by: wait)
    }
    #expect(await !isOffline)
    #expect(leaving.clock.now.offset == .seconds(30))
    #expect(leaving.updates.acceptedState == .online)
    #expect(leaving.updates.newestFailure?.code == .unavailable)
  }

  @Test(arguments: [(403, "PERMISSION_DENIED", false), (404, "NOT_FOUND", true)])
  func `Going offline is not retried after an error that stays`(
    status: Int, code: String, isOffline: Bool
  ) async throws {
    let leaving = try Leaving { _, index in index == 0 ? .json("{}") : Self.refusal(status, code) }
    await leaving.drive()
    #expect(await leaving.farewell.run() == isOffline)
    #expect(leaving.retries == 0)
  }

  @Test func `Going offline is not needed for a vehicle that never went online`() async throws {
    let leaving = try Leaving { _, _ in Self.refusal(403, "PERMISSION_DENIED") }
    await leaving.drive()
    #expect(await leaving.farewell.run())
    #expect(leaving.retries == 0)
  }

  @Test func `Going offline is needed if it is unknown whether going online succeeded`()
    async throws
  {
    let leaving = try Leaving { _, index in
      index < 2 ? Self.refusal(503, "UNAVAILABLE") : .json("{}")
    }
    await leaving.drive()
    async let isOffline = leaving.farewell.run()
    await leaving.clock.sleepers(1)
    leaving.clock.advance(by: .seconds(1))
    #expect(await isOffline)
    #expect(leaving.updates.acceptedState == .offline)
  }

  @Test func `Going offline does not count an empty update mask as a failure`() async throws {
    let leaving = try Leaving { _, index in
      index == 0
        ? Self.refusal(400, "INVALID_ARGUMENT", "update_mask cannot be empty") : .json("{}")
    }
    await leaving.drive()
    #expect(leaving.updates.newestFailure == nil)
    #expect(
      leaving.updates.summary
        == "1 updates sent, 0 failed, 1 with an empty mask; the vehicle is offline.")
  }
}
