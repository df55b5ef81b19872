import FleetEngine
import HTTPMessages
import RidesharingDriver
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) @MainActor struct `The demo's ride` {
  private nonisolated static let refusal = TransportResponse.json(
    #"{"error":{"code":403,"status":"PERMISSION_DENIED","message":"Not you."}}"#, status: 403)

  /// Accepts what is asked, with the name that was asked for.
  private nonisolated static func accept(_ request: TransportRequest) -> TransportResponse {
    var name = String(request.url.path.dropFirst("/v1/".count))
    for parameter in ["vehicleId", "tripId"] {
      if let id = request.url.values(parameter).first { name += "/" + id }
    }
    return .json(#"{"name":"\#(name)"}"#)
  }

  private func ride(
    backend: ScriptedTransport,
    driver: ScriptedTransport = ScriptedTransport { request, _ in Self.accept(request) },
    clock: ManualClock = ManualClock()
  ) throws -> DemoDrive {
    let name = try TripName(parsing: "providers/p/trips/t")
    func client(_ transport: ScriptedTransport) -> FleetEngineClient {
      FleetEngineClient(transport: transport, tokens: FixedTokens())
    }
    return DemoDrive(
      scenario: try DemoCommand.scenario(name, speed: 20), backend: client(backend),
      driverClient: client(driver), clock: ServiceClock(clock) { Timestamp(seconds: 1_700_000_000) }
    )
  }

  @Test func `The demo's ride has begun once the vehicle's route is reported`() async throws {
    let driver = ScriptedTransport { request, _ in Self.accept(request) }
    let ride = try ride(
      backend: ScriptedTransport { request, _ in Self.accept(request) }, driver: driver)
    #expect(try await ride.begin())
    let masks = driver.requests.flatMap { $0.url.values("updateMask") }
    #expect(masks.contains { $0.contains("lastLocation") && $0.contains("currentRouteSegment") })
    await ride.stop()
    #expect(ride.failure == nil)
    #expect(driver.requests.last?.url.values("updateMask") == ["vehicleState"])
  }

  @Test func `The demo's ride says why it does not start`() async throws {
    let ride = try ride(backend: ScriptedTransport { _, _ in Self.refusal })
    let error = await #expect(throws: CommandError.self) { try await ride.begin() }
    #expect(error?.status == .failure)
    #expect(
      error?.message == "The demo's ride does not start: CreateVehicle: PERMISSION_DENIED: Not you."
    )
    await ride.stop()
  }

  @Test func `The demo's ride says why its vehicle is not reported`() async throws {
    let clock = ManualClock()
    let ride = try ride(
      backend: ScriptedTransport { request, _ in Self.accept(request) },
      driver: ScriptedTransport { _, _ in Self.refusal }, clock: clock)
    let beginning = Task { try await ride.begin() }
    // The limit, the driver and the reporter's pause.
    await clock.sleepers(3)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: CommandError.self) { try await beginning.value }
    #expect(
      error?.message == "The demo's ride does not start: UpdateVehicle: PERMISSION_DENIED: Not you."
    )
    await ride.stop()
  }

  @Test func `The demo's ride stops waiting for its start when canceled`() async throws {
    let ride = try ride(
      backend: ScriptedTransport { _, _ throws(HTTPTransportError) in
        do { try await ManualClock().sleep(for: .seconds(1)) } catch {
          throw HTTPTransportError(.cancelled)
        }
        throw HTTPTransportError(.timedOut)
      })
    ride.cancelStart()
    #expect(try await !ride.begin())
    await ride.stop()
    #expect(ride.failure == nil)
  }

  @Test func `The demo's ride keeps the error that ended it early`() async throws {
    let clock = ManualClock()
    let ride = try ride(
      backend: ScriptedTransport { request, _ in
        request.url.values("updateMask") == ["tripStatus"] ? Self.refusal : Self.accept(request)
      },
      clock: clock
    )
    #expect(try await ride.begin())
    // The ride may begin to wait after this moment, so time passes until it has.
    var turns = Turns()
    while ride.failure == nil, !Task.isCancelled {
      clock.advance(by: .seconds(30))
      await turns.next()
    }
    #expect(ride.failure?.operation == "UpdateTrip")
    #expect(ride.failure?.message == "Not you.")
    await ride.stop()
  }
}
