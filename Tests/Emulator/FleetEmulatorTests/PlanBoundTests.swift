@testable import FleetEmulator
import JSON
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A vehicle's plan` {
  private static func waypoint(_ trip: Int, _ stop: Int, of count: Int) -> PlannedWaypoint {
    PlannedWaypoint(
      tripID: "t\(trip)",
      type: stop == 0 ? .pickup : stop == count - 1 ? .dropoff : .intermediateDestination,
      stopIndex: (1..<max(1, count - 1)).contains(stop) ? stop - 1 : 0,
      location: TerminalLocation(point: Samples.pickup))
  }

  private static func trips(_ count: Int, waypoints: Int) -> [[PlannedWaypoint]] {
    (0..<count).map { trip in (0..<waypoints).map { waypoint(trip, $0, of: waypoints) } }
  }

  /// The rule as it reads, whatever it costs.
  private static func slowPlan(
    _ order: [PlannedWaypoint], _ wanted: [[PlannedWaypoint]], _ exclusive: Set<String>
  ) -> [PlannedWaypoint] {
    let all = wanted.joined()
    var plan = order.compactMap { kept in all.first { $0.isSame(as: kept) } }
    for waypoints in wanted {
      for (index, waypoint) in waypoints.enumerated()
      where !plan.contains(where: { $0.isSame(as: waypoint) }) {
        let earlier = exclusive.contains(waypoint.tripID) ? waypoints[..<index] : []
        let later = waypoints[(index + 1)...]
        let last = plan.lastIndex { planned in earlier.contains { $0.isSame(as: planned) } }
        let before = plan.firstIndex { planned in later.contains { $0.isSame(as: planned) } }
        plan.insert(waypoint, at: last.map { $0 + 1 } ?? before ?? plan.endIndex)
      }
    }
    return plan
  }

  @Test func `A vehicle's plan keeps its order and inserts new waypoints as their trips require`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<400 {
      let count = Int.random(in: 1...4, using: &random)
      let wanted = (0..<count).map { trip in
        let size = Int.random(in: 1...5, using: &random)
        // What is behind the trip is not wanted any more.
        return (0..<size).map { Self.waypoint(trip, $0, of: size) }
          .suffix(Int.random(in: 1...size, using: &random))
      }.map(Array.init)
      let exclusive = Set((0..<count).filter { _ in Bool.random(using: &random) }.map { "t\($0)" })
      // Some of each trip's waypoints in their order, mixed with those of others, and a foreign one.
      var rests = wanted.map { $0.filter { _ in Bool.random(using: &random) } }
      var order = [Self.waypoint(9, 0, of: 2)]
      while let trip = rests.indices.filter({ !rests[$0].isEmpty }).randomElement(using: &random) {
        order.append(rests[trip].removeFirst())
      }
      #expect(
        PlanOrder.plan(keeping: order, wanted: wanted, exclusive: exclusive)
          == Self.slowPlan(order, wanted, exclusive))
    }
  }

  @Test func `A vehicle's plan is ordered in linear time`() {
    let wanted = Self.trips(40, waypoints: 1_000)
    let plan = PlanOrder.plan(
      keeping: [], wanted: wanted, exclusive: Set(wanted.map { $0[0].tripID }))
    #expect(plan == Array(wanted.joined()))
  }

  private static func stops(_ count: Int) -> String {
    #","intermediateDestinations":["#
      + Array(repeating: #"{"point":{"latitude":1,"longitude":1}}"#, count: count)
      .joined(separator: ",") + "]"
  }

  @Test func `A vehicle's plan has at most 1000 waypoints, whichever call adds one`() async throws {
    let rig = try Rig()
    let stops = Self.stops
    try await rig.run(
      .vehicle("v1"),
      .trip("t1", "EXCLUSIVE", stops(900)),
      .trip("t2", "EXCLUSIVE", stops(97)),
      .trip("t3", "EXCLUSIVE", stops(96)),
      .assign("t1", to: "v1")
    )
    let assigned = try await rig.refusal(.assign("t2", to: "v1"))
    #expect(assigned.code == .failedPrecondition)
    #expect(
      assigned.message
        == "The vehicle v1 would have 1001 waypoints to visit; a vehicle has at most 1000.")
    #expect(try await rig.run(Step(.get, "trips/t2")).at("vehicleId") == nil)
    #expect(try await rig.run(Step(.get, "vehicles/v1")).at("waypoints") == "902 values")
    try await rig.run(.assign("t3", to: "v1"))
    let more = try await rig.refusal(
      .update("trips/t3", "intermediateDestinations", "{" + stops(97).dropFirst() + "}"))
    #expect(more.code == .failedPrecondition)
    let created = try await rig.refusal(.trip("t4", "EXCLUSIVE", #","vehicleId":"v1""#))
    #expect(created.code == .failedPrecondition)
    #expect(try await rig.refusal(Step(.get, "trips/t4")).code == .notFound)
    // The ride continues.
    try await rig.run(.status("ENROUTE_TO_PICKUP"), .status("COMPLETE"), .assign("t2", to: "v1"))
    #expect(try await rig.run(Step(.get, "vehicles/v1")).at("waypoints") == "197 values")
  }

  @Test func `A vehicle's largest plan is readable by a client`() async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .trip("t1", "EXCLUSIVE", Self.stops(998)))
    try await rig.run(.assign("t1", to: "v1"))
    let trip = try TripName(providerID: "demo", tripID: "t1")
    #expect(try await rig.client().getTrip(trip).value.remainingWaypoints.count == 1_000)
  }

  @Test func `A vehicle's large plan makes pages of a list shorter without losing resources`()
    throws
  {
    let name = try VehicleName(providerID: "demo", vehicleID: "v")
    let plan = Self.trips(1, waypoints: 1_000)[0]
    let records = (0..<60).map { number in
      var record = StoredVehicle(id: "v\(100 + number)", vehicle: Vehicle.with { $0.name = name })
      record.plan = plan
      return record
    }
    var fields: JSONObject = ["pageSize": .number(1_000)]
    var found: [[StoredVehicle]] = []
    repeat {
      let page = try Page(SchemaMessage(fields))
      let rest = records.filter { $0.id > page.after ?? "" }
      let (part, next) = page.part(of: rest, id: \.id) { $0 }
      found.append(part)
      fields["pageToken"] = next.map { .text($0) }
    } while fields["pageToken"] != nil && found.count < 5
    #expect(found.map(\.count) == [50, 10])
    #expect(found.joined().map(\.id) == records.map(\.id))
  }

  @Test func `A vehicle's plan limits the alternatives that a search compares`() async throws {
    let rig = try Rig()
    let pairs = (0..<501).map { "a:\($0)" }.joined(separator: "|")
    let query = [("vehicleTypeCategories", "AUTO"), ("requiredOneOfAttributes", pairs)]
    let refusal = try await rig.refusal(Step(.get, "vehicles", query))
    #expect(refusal.code == .invalidArgument)
    #expect(refusal.message.contains("more than 500 attributes"))
  }
}
