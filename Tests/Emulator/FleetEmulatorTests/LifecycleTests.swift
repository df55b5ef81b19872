@testable import FleetEmulator
import FleetEngine
import TestSupport
import Testing

/// Whether a strict emulator accepts a change of status.
struct StatusCase: CustomTestStringConvertible, Sendable {
  let before: String
  let after: String
  let isRight: Bool

  var testDescription: String { "\(before) to \(after)" }

  private static let order = [
    "NEW", "ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "ENROUTE_TO_DROPOFF",
  ]

  /// All changes of a trip without stops that is not over.
  static let all: [StatusCase] = order.enumerated().flatMap { place, before in
    (order + ["COMPLETE", "CANCELED"]).enumerated().map { next, after in
      StatusCase(
        before: before, after: after,
        isRight: next == place || next == place + 1 || after == "CANCELED")
    }
  }

  /// The steps that lead a strict trip to where the change begins.
  var way: [Step] {
    let place = Self.order.firstIndex(of: before) ?? 0
    return Self.order[...place].dropFirst().map { Step.status($0) }
  }
}

@Suite(.limited) struct `A trip's life` {
  private static let busy: [Step] = [
    .vehicle("v1"), .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#),
  ]

  @Test(arguments: StatusCase.all)
  func `A trip changes its status in the usual order in strict mode`(
    _ test: StatusCase
  ) async throws {
    let rig = try Rig { $0.isStrict = true }
    try await rig.run(Self.busy + test.way)
    if test.isRight {
      #expect(try await rig.run(.status(test.after)).at("tripStatus") == test.after)
    } else {
      let status = try await rig.refusal(.status(test.after))
      #expect(status.code == .failedPrecondition)
      #expect(status.message.contains(test.before) && status.message.contains(test.after))
    }
  }

  @Test func `A trip passes its stops in order in strict mode`() async throws {
    let rig = try Rig { $0.isStrict = true }
    try await rig.run(
      .vehicle("v1"),
      .trip(
        "t1",
        "EXCLUSIVE",
        #","vehicleId":"v1","intermediateDestinations":[{"point":{"latitude":37.36,"longitude":-122.05}},{"point":{"latitude":37.38,"longitude":-122.04}}]"#
      ),
      .status("ENROUTE_TO_PICKUP"),
      .status("ARRIVED_AT_PICKUP")
    )
    func depart(_ index: Int) -> Step {
      .update(
        "trips/t1",
        "tripStatus,intermediateDestinationIndex",
        #"{"tripStatus":8,"intermediateDestinationIndex":\#(index)}"#)
    }
    func refuse(_ steps: Step...) async throws {
      for step in steps {
        #expect(try await rig.refusal(step).code == .failedPrecondition, "\(step)")
      }
    }
    try await refuse(.status("ENROUTE_TO_DROPOFF"), depart(1))
    try await rig.run(depart(0))
    try await refuse(depart(1), .status("ENROUTE_TO_DROPOFF"))
    try await refuse(
      .update("trips/t1", "intermediateDestinationIndex", #"{"intermediateDestinationIndex":1}"#))
    try await rig.run(depart(0), .status("ARRIVED_AT_INTERMEDIATE_DESTINATION"))
    try await refuse(.status("ENROUTE_TO_DROPOFF"), depart(0))
    try await rig.run(depart(1), .status("ARRIVED_AT_INTERMEDIATE_DESTINATION"))
    let answer = try await rig.run(.status("ENROUTE_TO_DROPOFF"), .status("COMPLETE"))
    #expect(answer.at("tripStatus") == "COMPLETE")
  }

  @Test
  func `A trip without a vehicle cannot advance in strict mode, and causes a warning otherwise`()
    async throws
  {
    let strict = try Rig { $0.isStrict = true }
    try await strict.run(.trip("t1"))
    let status = try await strict.refusal(.status("ENROUTE_TO_PICKUP"))
    #expect(status.code == .failedPrecondition)
    #expect(status.message.contains("without a vehicle"))
    #expect(try await strict.run(.status("CANCELED")).at("tripStatus") == "CANCELED")
    let rig = try Rig()
    try await rig.run(.trip("t1"), .status("ENROUTE_TO_PICKUP"))
    #expect(
      await rig.emulator.history.last?.warnings
        == ["The trip becomes ENROUTE_TO_PICKUP without a vehicle."]
    )
  }

  @Test func `A vehicle has one trip at a time in strict mode, unless it is enabled for more`()
    async throws
  {
    let second = Step.trip("t2", "EXCLUSIVE", #","vehicleId":"v1""#)
    let strict = try Rig { $0.isStrict = true }
    try await strict.run(Self.busy)
    let status = try await strict.refusal(second)
    #expect(status.code == .failedPrecondition)
    #expect(status.message.contains("back-to-back"))
    try await strict.run(
      .update("vehicles/v1", "backToBackEnabled", #"{"backToBackEnabled":true}"#))
    try await strict.run(second)
  }
}
