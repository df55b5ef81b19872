@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite(.limited) struct `Stored resources` {
  @Test func `Resources expire seven days after their last update, vehicles after their trips`()
    async throws
  {
    let rig = try Rig()
    try await rig.run(
      .vehicle("v1"),
      .vehicle("v2"),
      .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#),
      .trip("t2")
    )
    rig.clock.advance(.seconds(7 * 86_400 - 1))
    try await rig.run(
      .status("NEW"),
      Step(.get, "trips/t2"),
      Step(.get, "vehicles/v2"),
      Step(.get, "vehicles/v1")
    )
    rig.clock.advance(.seconds(1))
    #expect(try await rig.refusal(Step(.get, "trips/t2")).code == .notFound)
    #expect(try await rig.refusal(Step(.get, "vehicles/v2")).code == .notFound)
    try await rig.run(Step(.get, "trips/t1"), Step(.get, "vehicles/v1"))
    rig.clock.advance(.seconds(7 * 86_400))
    #expect(try await rig.refusal(Step(.get, "trips/t1")).code == .notFound)
    #expect(try await rig.refusal(Step(.get, "vehicles/v1")).code == .notFound)
    try await rig.run(.trip("t1"), .vehicle("v1"))
  }

  @Test func `A vehicle continues without a trip that expired`() async throws {
    let rig = try Rig { $0.retention = .seconds(60) }
    try await rig.run(.vehicle("v1"), .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#))
    rig.clock.advance(.seconds(59))
    #expect(try await rig.run(.located("v1", 1, 2)).at("currentTrips") == "1 values")
    rig.clock.advance(.seconds(2))
    let vehicle = try await rig.run(.located("v1", 1, 2))
    #expect(vehicle.at("currentTrips") == nil)
    #expect(vehicle.at("waypoints") == nil)
    #expect(vehicle.at("currentRouteSegment") == nil)
  }

  @Test func `Expired and deleted resources are removed from the database`() async throws {
    try await withDirectory { directory in
      // The emulator ends with its rig: its directory is locked until then.
      func live() async throws {
        let rig = try Rig(directory: directory) { $0.retention = .seconds(60) }
        try await rig.run(
          .vehicle("v1"),
          .trip("t1"),
          .trip("t2"),
          .trip("t3"),
          Step(.delete, "trips/t2")
        )
        rig.clock.advance(.seconds(50))
        try await rig.run(.status("NEW"))
        rig.clock.advance(.seconds(20))
        try await rig.run(Step(.get, "trips/t1"))
      }
      try await live()
      let stored = try WorldStore(directory: directory, providerID: "demo").load()
      #expect(Set(stored.trips.keys) == ["t1"])
      #expect(stored.vehicles.isEmpty)
    }
  }

  @Test(arguments: [Duration.seconds(8 * 86_400), .seconds(-8 * 86_400)])
  func `Retention does not depend on the wall clock, in one run or after a restart`(
    _ jump: Duration
  ) async throws {
    try await withDirectory { directory in
      let uptime = TestNow()
      let monotonicNow: @Sendable () -> Duration = { uptime.now - TestNow.start }
      func live(_ jump: Duration, _ steps: [Step]) async throws {
        let rig = try Rig(directory: directory) { $0.monotonicNow = monotonicNow }
        rig.clock.advance(jump)
        try await rig.run(steps)
        rig.clock.advance(jump)
        try await rig.run(Step(.get, "trips/t1"), Step(.get, "vehicles/v1"))
      }
      try await live(jump, [.vehicle("v1"), .trip("t1")])
      try await live(jump * 3, [])
      // It goes after seven days of running, those of former runs included.
      uptime.advance(.seconds(4 * 86_400))
      try await live(.zero, [.located("v1", 1, 2)])
      uptime.advance(.seconds(4 * 86_400))
      let rig = try Rig(directory: directory) { $0.monotonicNow = monotonicNow }
      // Four days without any emulator do not count.
      try await rig.run(Step(.get, "trips/t1"))
      uptime.advance(.seconds(7 * 86_400))
      #expect(try await rig.refusal(Step(.get, "trips/t1")).code == .notFound)
    }
  }

  @Test func `Retention counts the time of former runs`() async throws {
    try await withDirectory { directory in
      func live(_ time: Duration, _ steps: [Step]) async throws {
        let rig = try Rig(directory: directory) { $0.retention = .seconds(100) }
        try await rig.run(.located("v9", 1, 2))
        rig.clock.advance(time)
        try await rig.run(steps)
        try await rig.run(.located("v9", 1, 2))
      }
      let first = {
        let rig = try Rig(directory: directory) { $0.retention = .seconds(100) }
        try await rig.run(.vehicle("v9"), .trip("t1"))
      }
      try await first()
      try await live(.seconds(60), [Step(.get, "trips/t1")])
      try await live(.seconds(39), [Step(.get, "trips/t1")])
      let rig = try Rig(directory: directory) { $0.retention = .seconds(100) }
      rig.clock.advance(.seconds(1))
      #expect(try await rig.refusal(Step(.get, "trips/t1")).code == .notFound)
    }
  }

  @Test func `Retention counts from the emulator's start if the database is older`() async throws {
    try await withDirectory { directory in
      func prepare() throws {
        let store = try WorldStore(directory: directory, providerID: "demo")
        var old = WorldTransaction(of: World(), now: TestNow.start)
        let name = try TripName(providerID: "demo", tripID: "t1")
        old.put(
          StoredTrip(
            id: "t1",
            trip: Trip.with {
              $0.name = name
              $0.status = .new
              $0.type = .exclusive
            }))
        try store.save(old.changes)
      }
      try prepare()
      let rig = try Rig(directory: directory) { $0.retention = .seconds(60) }
      try await rig.run(Step(.get, "trips/t1"))
      rig.clock.advance(.seconds(60))
      #expect(try await rig.refusal(Step(.get, "trips/t1")).code == .notFound)
    }
  }

  @Test func `Stored resources are complete after every call, even if the process is killed`()
    async throws
  {
    try await withDirectory { directory in
      let rig = try Rig(directory: directory + "/live")
      let steps: [Step] = [
        .vehicle("v1"), .trip("t1"), .assign("t1", to: "v1"), .located("v1", 37.36, -122.06),
        .status("ENROUTE_TO_PICKUP"), .trip("t2"), Step(.delete, "trips/t2"), .status("COMPLETE"),
      ]
      for (index, step) in steps.enumerated() {
        try await rig.run(step)
        // What a kill leaves behind: the files as they are, with nobody to close them.
        let copy = directory + "/copy\(index)"
        try FileManager.default.createDirectory(
          atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal"] {
          let file = "/emulator.sqlite" + suffix
          try FileManager.default.copyItem(atPath: directory + "/live" + file, toPath: copy + file)
        }
        let after = try Rig(directory: copy)
        after.clock.advance(rig.clock.now - TestNow.start)
        for path in ["trips/t1", "trips/t2", "vehicles/v1"] {
          let (live, dead) = try await (rig.send(Step(.get, path)), after.send(Step(.get, path)))
          #expect(live.body == dead.body, "\(path) after \(step.path)")
        }
        rig.clock.advance(.seconds(1))
      }
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(999), .seconds(-1)])
  func `Retention is at least a second`(_ retention: Duration) {
    #expect(throws: EmulatorError.self) { try Rig { $0.retention = retention } }
  }
}
