@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// Whether a change of status is accepted, as a rule or by a strict emulator.
struct StatusCase: CustomTestStringConvertible, Sendable {
  let before: String
  let after: String
  let isStrictlyRight: Bool

  var testDescription: String { "\(before) to \(after)" }

  private static let order = [
    "NEW", "ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "ENROUTE_TO_DROPOFF",
  ]

  /// All changes of a trip without stops that is not over.
  static let all: [StatusCase] = order.enumerated().flatMap { place, before in
    (order + ["COMPLETE", "CANCELED"]).enumerated().map { next, after in
      StatusCase(
        before: before, after: after,
        isStrictlyRight: next == place || next == place + 1 || after == "CANCELED")
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
  func `A trip may change from any status to any other, unless the emulator is strict`(
    _ test: StatusCase
  ) async throws {
    for isStrict in [false, true] {
      let rig = try Rig { $0.isStrict = isStrict }
      try await rig.run(Self.busy + test.way)
      if isStrict, !test.isStrictlyRight {
        let status = try await rig.refusal(.status(test.after))
        #expect(status.code == .failedPrecondition)
        #expect(status.message.contains(test.before) && status.message.contains(test.after))
      } else {
        #expect(try await rig.run(.status(test.after)).at("tripStatus") == test.after)
      }
    }
  }

  @Test(arguments: ["COMPLETE", "CANCELED"])
  func `An ended trip accepts no change but the same status again`(_ end: String) async throws {
    let rig = try Rig()
    try await rig.run(Self.busy + [.status(end)])
    #expect(try await rig.run(.status(end)).at("tripStatus") == end)
    for step in [
      .status("NEW"), .status(end == "COMPLETE" ? "CANCELED" : "COMPLETE"),
      .assign("t1", to: "v1"), .update("trips/t1", "dropoffPoint", "{}"),
      .update("trips/t1", "tripStatus,vehicleId", #"{"tripStatus":"\#(end)"}"#),
      .update("trips/t1", "*", #"{"tripStatus":"\#(end)"}"#),
    ] as [Step] {
      let status = try await rig.refusal(step)
      #expect(status.code == .failedPrecondition)
      #expect(status.message == "The trip t1 is \(end) and cannot be changed.")
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
    let rig = try Rig()
    try await rig.run(Self.busy + [second])
  }

  @Test func `A trip must fit its vehicle`() async throws {
    let rig = try Rig()
    try await rig.run(
      .vehicle("v1"),
      .update("vehicles/v1", "supportedTripTypes", #"{"supportedTripTypes":["EXCLUSIVE"]}"#),
      .trip("t1", "SHARED"),
      .trip("t2", "EXCLUSIVE", #","vehicleId":"v1""#)
    )
    for step in [
      .assign("t1", to: "v1"), .update("trips/t2", "tripType", #"{"tripType":"SHARED"}"#),
    ] as [Step] {
      let status = try await rig.refusal(step)
      #expect(status.code == .failedPrecondition)
      #expect(status.message == "The vehicle v1 does not accept trips of type SHARED.")
    }
  }

  @Test func `An exclusive trip's waypoints stay together whenever they become known`() async throws
  {
    let rig = try Rig()
    try await rig.run(
      Self.busy + [
        .update("trips/t1", "dropoffPoint", "{}"),
        .trip("t2", "EXCLUSIVE", #","vehicleId":"v1""#),
        .update("trips/t1", "dropoffPoint", #"{"dropoffPoint":{"point":{"latitude":37.4}}}"#),
      ])
    let vehicle = try await rig.run(Step(.get, "vehicles/v1"))
    #expect((0..<4).map { vehicle.at("waypoints.\($0).tripId") } == ["t1", "t1", "t2", "t2"])
  }

  @Test func `A trip cannot become exclusive while others' waypoints are among its own`()
    async throws
  {
    let rig = try Rig()
    try await rig.run(
      .vehicle("v1"),
      .trip("t1", "SHARED", #","vehicleId":"v1""#),
      .trip(
        "t2",
        "SHARED",
        #","vehicleId":"v1","vehicleWaypoints":[{"tripId":"t1","waypointType":1},{"tripId":"t2","waypointType":1},{"tripId":"t1","waypointType":2},{"tripId":"t2","waypointType":2}]"#
      ))
    let status = try await rig.refusal(
      .update("trips/t1", "tripType", #"{"tripType":"EXCLUSIVE"}"#))
    #expect(status.code == .failedPrecondition)
  }

  @Test func `A vehicle continues with the second of two back-to-back trips after the first`()
    async throws
  {
    let rig = try Rig()
    try await rig.run(
      Self.busy + [
        .located("v1", 37.36, -122.06), .trip("t2", "EXCLUSIVE", #","vehicleId":"v1""#),
        .status("ENROUTE_TO_DROPOFF"),
      ])
    let second = try await rig.run(Step(.get, "trips/t2"))
    #expect((0..<3).map { second.at("remainingWaypoints.\($0).tripId") } == ["t1", "t2", "t2"])
    #expect(second.at("currentRouteSegmentEndPoint.tripId") == "t1")
    try await rig.run(.status("COMPLETE"))
    let next = try await rig.run(Step(.get, "trips/t2"))
    #expect(next.at("remainingWaypoints") == "2 values")
    #expect(next.at("currentRouteSegmentEndPoint.tripId") == "t2")
    #expect(next.at("etaToFirstWaypoint") != nil)
  }

  @Test func `A trip stays visible while its vehicle is offline`() async throws {
    let rig = try Rig()
    try await rig.run(
      Self.busy + [
        .located("v1", 37.36, -122.06),
        .update("vehicles/v1", "vehicleState", #"{"vehicleState":"OFFLINE"}"#),
      ])
    #expect(try await rig.run(Step(.get, "trips/t1")).at("lastLocation.location") != nil)
  }
}
