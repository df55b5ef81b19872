@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `Quotas` {
  private static let list = Step(.get, "vehicles", [("vehicleTypeCategories", "1")])
  private static let search = Step(.post, "trips:search", [], "{}")
  private static let report = Step(.post, "billableTrips/t:report", [], #"{"countryCode":"US"}"#)
  private static let read = Step(.get, "vehicles/v1")
  private static let update = Step.update("vehicles/v1", "vehicleState", #"{"vehicleState":1}"#)

  @Test func `Quotas are off by default`() async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"))
    for _ in 0..<200 { try await rig.run(Self.read) }
  }

  @Test func `Quotas are those that Google publishes`() {
    let quotas = EmulatorQuotas.published
    #expect(quotas.create == 3_000 && quotas.read == 9_000 && quotas.list == 3_000)
    #expect(quotas.search == 6_000 && quotas.billing == 9_000 && quotas.update == nil)
  }

  @Test(arguments: [list, search, report, read, update])
  func `Quotas limit the calls of their kind only`(_ step: Step) async throws {
    let rig = try Rig {
      $0.quotas = EmulatorQuotas(create: 2, read: 2, list: 2, search: 2, billing: 2, update: 2)
    }
    try await rig.run(.vehicle("v1"))
    rig.clock.advance(.milliseconds(300))
    try await rig.run(step)
    rig.clock.advance(.milliseconds(19_500))
    try await rig.run(step)
    let response = try await rig.send(step)
    #expect(response.status == 429)
    #expect(response.headers["Retry-After"] == "41")
    let status = try #require(RPCStatus(body: response.body, httpStatus: 429))
    #expect(status.code == .resourceExhausted)
    #expect(status.retryDelay == .milliseconds(40_500))
    #expect(status.message.contains("2 calls"))
    for other in [Self.list, Self.search, Self.report, Self.read, Self.update]
    where other.path != step.path || other.method != step.method { try await rig.run(other) }
    rig.clock.advance(.milliseconds(40_499))
    #expect(try await rig.refusal(step).code == .resourceExhausted)
    rig.clock.advance(.milliseconds(1))
    try await rig.run(step)
  }

  @Test func `Quotas do not count unauthorized calls`() async throws {
    let rig = try Rig { $0.quotas = EmulatorQuotas(create: 1) }
    #expect(try await rig.refusal(.trip("t1"), as: .consumer).code == .permissionDenied)
    try await rig.run(.trip("t1"))
    #expect(try await rig.refusal(.vehicle("v1")).code == .resourceExhausted)
  }

  @Test(arguments: Edge.allCases) func `Quotas return the time to wait`(_ edge: Edge) async throws {
    let rig = try Rig(edge) { $0.quotas = EmulatorQuotas(list: 0) }
    let response = try await rig.send(Self.list)
    #expect(response.status == 429)
    #expect(response.headers["Retry-After"] == "60")
    await rig.end()
  }

  @Test func `Quotas start again when the clock is set back`() async throws {
    let rig = try Rig { $0.quotas = EmulatorQuotas(list: 1) }
    try await rig.run(Self.list)
    rig.clock.advance(.seconds(-3_600))
    try await rig.run(Self.list)
    #expect(try await rig.refusal(Self.list).code == .resourceExhausted)
  }
}
