@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import JSONWebTokens
import SQLiteFiles
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite(.limited) struct `Concurrent changes` {
  @Test func `Concurrent changes are all in the world and in the database after their calls`()
    async throws
  {
    try await withDirectory { directory in
      func live() async throws {
        let rig = try Rig(directory: directory)
        try await withThrowingTaskGroup { group in
          for number in 0..<60 {
            group.addTask {
              let (vehicle, trip) = ("v\(number)", "t\(number)")
              try await rig.run(
                .vehicle(vehicle),
                .trip(trip),
                .assign(trip, to: vehicle),
                .status("COMPLETE", of: trip),
                Step(.delete, "trips/" + trip),
                .trip(trip)
              )
              if number.isMultiple(of: 2) {
                try await rig.run(Step(.delete, "vehicles/" + vehicle))
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(await rig.emulator.history.allSatisfy { $0.httpStatus == 200 })
      }
      try await live()
      let stored = try WorldStore(directory: directory, providerID: "demo").load()
      #expect(Set(stored.trips.keys) == Set((0..<60).map { "t\($0)" }))
      #expect(stored.trips.values.allSatisfy { $0.trip.status == .new && $0.trip.vehicleID == nil })
      #expect(Set(stored.vehicles.keys) == Set((0..<60).filter { $0 % 2 == 1 }.map { "v\($0)" }))
    }
  }

  @Test func `Concurrent changes that cannot be stored are not made`() async throws {
    try await withDirectory { directory in
      let rig = try Rig(directory: directory)
      try await rig.run(.vehicle("v1"), .trip("t1"))
      let before = try await rig.send(Step(.get, "trips/t1")).body
      // A second connection takes the table away, as a broken disk would.
      let other = try SQLiteConnection(
        path: directory + "/emulator.sqlite", access: .writing, busyTime: 5_000)
      try other.execute("ALTER TABLE trip RENAME TO gone")
      for step in [Step.trip("t2"), .assign("t1", to: "v1"), Step(.delete, "trips/t1")] {
        let status = try await rig.refusal(step)
        #expect(status.code == .unavailable)
        #expect(status.message.contains("could not be stored"))
      }
      #expect(await rig.emulator.history.suffix(3).map(\.httpStatus) == [503, 503, 503])
      #expect(try await rig.send(Step(.get, "trips/t1")).body == before)
      #expect(try await rig.refusal(Step(.get, "trips/t2")).code == .notFound)
      #expect(try await rig.run(Step(.get, "vehicles/v1")).at("currentTrips") == nil)
      try other.execute("ALTER TABLE gone RENAME TO trip")
      try await rig.run(.trip("t2"), .assign("t1", to: "v1"))
      #expect(try await rig.run(Step(.get, "vehicles/v1")).at("currentTrips") == "1 values")
    }
  }
}

@Suite(.limited) struct `Expired trips` {
  @Test func `An expired trip is removed by a later call if its removal could not be stored`()
    async throws
  {
    try await withDirectory { directory in
      let rig = try Rig(directory: directory) { $0.retention = .seconds(60) }
      try await rig.run(.vehicle("v1"), .trip("t1"))
      let other = try SQLiteConnection(
        path: directory + "/emulator.sqlite", access: .writing, busyTime: 5_000)
      try other.execute("ALTER TABLE trip RENAME TO gone")
      rig.clock.advance(.seconds(60))
      #expect(try await rig.refusal(Step(.get, "trips/t1")).code == .unavailable)
      try other.execute("ALTER TABLE gone RENAME TO trip")
      for path in ["trips/t1", "vehicles/v1"] {
        #expect(try await rig.refusal(Step(.get, path)).code == .notFound)
      }
      let rows = try other.number("SELECT (SELECT count(*) FROM trip) + count(*) FROM vehicle")
      #expect(rows == 0)
    }
  }
}

@Suite(.limited) struct `Retention` {
  @Test func `Retention removes expired resources and returns the time of the next expiry`() {
    var random = SeededGenerator(seed: 5)
    let time = Duration.seconds(60)
    var world = World()
    var kept: [String: Timestamp] = [:]
    for number in 0..<300 {
      var record = StoredTrip(id: "t\(number)", trip: Trip())
      let moment = Timestamp(seconds: Int64.random(in: 0..<1_000, using: &random))
      record.keptAt = moment
      kept[record.id] = moment
      world.put(record)
    }
    for seconds in stride(from: Int64(0), through: 1_100, by: 50) {
      let now = Timestamp(seconds: seconds)
      var transaction = WorldTransaction(of: world, now: now)
      let next = transaction.expire(after: time)
      let due = kept.filter { $0.value + time <= now }.keys
      #expect(transaction.changes.removedTrips == Set(due))
      for id in due { kept[id] = nil }
      #expect(next == min(now, kept.values.min() ?? now) + time)
      world.apply(transaction.changes)
    }
    #expect(kept.isEmpty)
  }
}

@Suite(.limited) struct `Verified tokens` {
  @Test func `Verified tokens are accepted again only while they are valid`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let key = try #require(TestKeys.keys[.consumer])
    var claims = TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": "t1"])
    claims.expiresAt = rig.clock.now.seconds + 100
    let token = try key.sign(claims, keyID: "key-consumer")
    for (seconds, status) in [(0, 200), (0, 200), (159, 200), (2, 401), (0, 401)] {
      rig.clock.advance(.seconds(seconds))
      #expect(try await rig.send(.get, Samples.name, token: token).status == status)
    }
  }

  @Test func `Verified tokens authorize no other trip, and a changed token is verified again`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    let key = try #require(TestKeys.keys[.consumer])
    let token = try key.sign(TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": "t1"]))
    #expect(try await rig.send(.get, Samples.name, token: token).status == 200)
    #expect(try await rig.send(.get, Samples.name + "2", token: token).status == 403)
    #expect(try await rig.send(.put, Samples.name, "{}", token: token).status == 403)
    var changed = token
    let last = changed.removeLast()
    changed.append(last == "A" ? "B" : "A")
    #expect(try await rig.send(.get, Samples.name, token: changed).status == 401)
    #expect(try await rig.send(.get, Samples.name, token: token + "=").status == 401)
    #expect(try await rig.send(.get, Samples.name, token: token).status == 200)
  }

  @Test func `Verified tokens become valid with time if they were refused before`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let key = try #require(TestKeys.keys[.consumer])
    var claims = TestKeys.claims(.consumer, now: rig.clock.now, ["tripid": "t1"])
    claims.issuedAt = rig.clock.now.seconds + 700
    let token = try key.sign(claims, keyID: "key-consumer")
    #expect(try await rig.send(.get, Samples.name, token: token).status == 401)
    rig.clock.advance(.seconds(101))
    #expect(try await rig.send(.get, Samples.name, token: token).status == 200)
  }
}
