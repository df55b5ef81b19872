import FleetEmulator
import Ridealong
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct `A ride in a test's time` {
  private static let start = Coordinate(latitude: 37, longitude: -122)
  private static let end = Coordinate(latitude: 37.02, longitude: -122)
  private static let noon = Timestamp(seconds: 1_790_000_000)

  /// Drives and follows a ride of eight minutes, and returns its statuses.
  ///
  /// - Parameter onUpdate: What the loop that follows it does before it asks for the next update.
  private static func ride(
    _ test: TestEmulator, _ id: String, onUpdate: @escaping @Sendable () async -> Void = {}
  ) async throws -> [TripStatus] {
    let vehicle = try await test.addVehicle("car-\(id)", at: start)
    let trip = try await test.addTrip("ride-\(id)", from: start, to: end, vehicle: vehicle)
    return try await withThrowingTaskGroup(of: [TripStatus]?.self) { group in
      group.addTask {
        var seen: [TripStatus] = []
        for try await update in test.tripService().updates(of: trip) {
          if seen.last != update.trip.status { seen.append(update.trip.status) }
          await onUpdate()
        }
        return seen
      }
      // The ride begins when it is followed.
      _ = try await test.emulator.calls("GetTrip", of: trip.tripID, within: .seconds(60))
      group.addTask {
        await drive(vehicle, test)
        return nil
      }
      group.addTask {
        while !Task.isCancelled { await test.advance(by: .seconds(5)) }
        return nil
      }
      defer { group.cancelAll() }
      while let seen = try await group.next() { if let seen { return seen } }
      return []
    }
  }

  @MainActor private static func drive(_ vehicle: VehicleName, _ test: TestEmulator) async {
    let navigator = Navigator(router: StraightLineRouter())
    let driver = SimulatedDriver(navigator: navigator, clock: test.clock)
    let reporter = VehicleReporter(
      vehicle: vehicle, client: test.client(.driver), navigator: navigator)
    _ = await DriverShift(
      dispatch: FleetEngineDispatch(
        vehicle, reading: test.client(.driver), writing: test.client(.server)),
      reporter: reporter, driver: driver,
      movement: .simulated(from: Coordinate(latitude: 37, longitude: -122.01)),
      clock: test.clock, options: ShiftOptions(mostTrips: 1)
    ).run()
  }

  @Test func `A ride in a test's time has every status, also the second one`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      for id in ["1", "2"] {
        let statuses = try await Self.ride(test, id)
        #expect(
          statuses == [
            .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
          ])
      }
    }
  }

  @Test func `The clock of a ride stands still while a loop deals with an update`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let movements = Mutex<[Duration]>([])
      let statuses = try await Self.ride(test, "slow") {
        let (real, start) = (ContinuousClock.now, test.clock.monotonicNow())
        while ContinuousClock.now - real < .milliseconds(20) { await Task.yield() }
        let moved = test.clock.monotonicNow() - start
        movements.withLock { $0.append(moved) }
      }
      #expect(statuses.last == .complete)
      // On a busy machine an update may take longer than the clock waits for one.
      let (moved, all) = movements.withLock { ($0.count { $0 > .zero }, $0.count) }
      #expect(moved * 4 < all, "\(moved) of \(all)")
    }
  }

  @Test func `A loop that waits for the clock over an update does not stop it`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let trip = try await test.addTrip("t", from: Self.start, to: Self.end)
      var statuses: [TripStatus] = []
      for try await update in test.tripService().updates(of: trip) {
        statuses.append(update.trip.status)
        let start = test.clock.monotonicNow()
        try await test.client().updateTrip(trip) { $0.status = .canceled }
        await test.advance(by: .seconds(60))
        #expect(test.clock.monotonicNow() - start == .seconds(60))
      }
      #expect(statuses == [.new, .canceled])
    }
  }

  @Test func `A sleep by an emulator's clock ends when the clock has passed it`() async throws {
    try await EmulatedFleetEngine.withEmulator { test in
      // Stopped, so that no real time passes.
      test.emulator.clock.set(rate: 0)
      let start = test.clock.monotonicNow()
      let sleeping = Task {
        var moments: [Duration] = []
        for _ in 0..<3 {
          try await test.clock.sleep(.seconds(600))
          moments.append(test.clock.monotonicNow() - start)
        }
        return moments
      }
      let cancelled = Task { try await test.clock.sleep(.seconds(1_000_000)) }
      await test.advance(by: .zero)
      async let first: Void = test.advance(by: .seconds(1_700))
      async let second: Void = test.advance(by: .seconds(200))
      _ = await (first, second)
      #expect(try await sleeping.value == [.seconds(600), .seconds(1_200), .seconds(1_800)])
      #expect(test.clock.monotonicNow() - start == .seconds(1_900))
      #expect(test.emulator.clock.rate == 0)
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      test.emulator.clock.set(rate: 10_000)
      try await test.clock.sleep(.seconds(60))
      test.emulator.clock.reset()
      #expect(test.emulator.clock.isReal && test.emulator.clock.rate == 1)
    }
  }

  @Test func `A sleep by an emulator's clock ends with the emulator`() async throws {
    let sleeping = try await EmulatedFleetEngine.withEmulator { test in
      let sleeping = Task { try await test.clock.sleep(.seconds(1_000_000)) }
      await test.advance(by: .seconds(1))
      return sleeping
    }
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test func `Trips and vehicles that were read are a seed`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let client = test.client(.server)
      let car = try await test.addVehicle("car", at: Self.start) { $0.maximumCapacity = 6 }
      let stop = TerminalLocation(point: Coordinate(latitude: 37.01, longitude: -122))
      let name = try await test.addTrip("t", from: Self.start, to: Self.end, vehicle: car) {
        $0.intermediateDestinations = [stop]
        $0.numberOfPassengers = 2
      }
      let place = StopLocation(point: Self.start, timestamp: Self.noon)
      for status in [TripStatus.enrouteToPickup, .arrivedAtPickup] {
        try await client.updateTrip(name) { $0.status = status }
      }
      let trip = try await client.updateTrip(name) { $0.actualPickupPoint = place }.value
      let vehicle = try await client.getVehicle(car).value
      try await test.emulator.reset()
      test.emulator.clock.set(to: Self.noon, rate: 0)
      // The vehicle that is read names its trip, which has to keep its ID.
      try await test.emulator.add(EmulatorSeed(vehicles: ["car": vehicle], trips: ["t": trip]))
      let other = try await client.getTrip(name).value
      #expect(other.intermediateDestinations == [stop])
      #expect(other.numberOfPassengers == 2)
      #expect(other.status == .arrivedAtPickup)
      #expect(other.vehicleID == "car")
      #expect(other.actualPickupPoint?.point == Self.start)
      #expect(try await client.getVehicle(car).maximumCapacity == 6)
    }
  }

  @Test func `A trip on the way to its drop-off is a seed`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let client = test.client(.server)
      let car = try await test.addVehicle("car", at: Self.start)
      let name = try await test.addTrip("t", from: Self.start, to: Self.end, vehicle: car)
      let trip = try await client.updateTrip(name) { $0.status = .enrouteToDropoff }.value
      try await test.emulator.add(EmulatorSeed(trips: ["other": trip]))
      #expect(try await client.getTrip(client.tripName("other")).status == .enrouteToDropoff)
    }
  }

  @Test func `A snapshot is restored into another emulator`() async throws {
    let snapshot = try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let car = try await test.addVehicle("car", at: Self.start)
      try await test.addTrip("t", from: Self.start, to: Self.end, vehicle: car) {
        $0.status = .enrouteToPickup
      }
      return try await test.emulator.snapshot()
    }
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      try await test.emulator.restore(snapshot)
      let trip = try await test.client().getTrip(test.client().tripName("t")).value
      #expect(trip.status == .enrouteToPickup)
      #expect(trip.vehicleID == "car")
    }
  }

  @Test func `A cancelled test does not advance the clock`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let advancing = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await test.advance(by: .seconds(86_400))
      }
      await advancing.value
      #expect(test.clock.wallNow() == Self.noon)
    }
  }

  @Test func `A snapshot of an emulator is restored`() async throws {
    try await EmulatedFleetEngine.withEmulator { test in
      let trip = try await test.addTrip("t", from: Self.start, to: Self.end)
      let snapshot = try await test.emulator.snapshot()
      try await test.client().updateTrip(trip) { $0.status = .canceled }
      try await test.emulator.restore(snapshot)
      #expect(try await test.client().getTrip(trip).status == .new)
      try await test.emulator.reset()
      let gone = await #expect(throws: FleetEngineError.self) {
        try await test.client().getTrip(trip)
      }
      #expect(gone?.code == .notFound)
      await #expect(throws: EmulatorError.self) {
        try await test.emulator.restore(EmulatorSnapshot(json: Array("{".utf8)))
      }
    }
  }

  @Test func `A test waits for calls of an emulator`() async throws {
    try await EmulatedFleetEngine.withEmulator { test in
      let name = try await test.addTrip("t", from: Self.start, to: Self.end) {
        $0.attributes = [
          TripAttribute.with {
            $0.key = "k"
            $0.stringValue = "v"
          }
        ]
      }
      let reading = Task { try await test.client(.consumer).getTrip(name) }
      let calls = try await test.emulator.calls("GetTrip", within: .seconds(60))
      #expect(calls.map(\.tripID) == ["t"])
      let trip = try await reading.value.value
      #expect(trip.attributes.map(\.stringValue) == ["v"])
      let error = await #expect(throws: EmulatorError.self) {
        try await test.emulator.calls("GetTrip", count: 2, within: .milliseconds(20))
      }
      #expect(error.map { "\($0)".contains("1 calls of GetTrip, not 2") } == true)
    }
  }

  @Test func `A test advances the clock until something is true, but not for ever`() async throws {
    let start = Self.noon
    try await EmulatedFleetEngine.withEmulator(at: start) { test in
      let sleeping = Task {
        try await test.clock.sleep(.seconds(90))
        return test.clock.wallNow()
      }
      let ended = Mutex(false)
      Task {
        _ = try? await sleeping.value
        ended.withLock { $0 = true }
      }
      try await test.advance { ended.withLock(\.self) }
      #expect(try await sleeping.value == start + .seconds(90))
      #expect(test.clock.wallNow() == start + .seconds(90))
      let error = await #expect(throws: EmulatorError.self) {
        try await test.advance(within: .seconds(5)) { false }
      }
      #expect(error?.kind == .timeout)
      #expect(test.clock.wallNow() == start + .seconds(95))
    }
  }

  @Test func `A test starts and stops an emulator by itself, and returns to a saved moment`()
    async throws
  {
    let start = Self.noon
    let test = try TestEmulator.start(at: start)
    let trip = try await test.addTrip("t", from: Self.start, to: Self.end)
    let snapshot = try await test.emulator.snapshot()
    #expect(snapshot.savedAt == start)
    await test.advance(by: .seconds(600))
    try await test.emulator.restore(snapshot)
    test.emulator.clock.set(to: snapshot.savedAt)
    #expect(try await test.client().getTrip(trip).status == .new)
    #expect(test.clock.wallNow() == start)
    #expect(EmulatorSnapshot(json: []).savedAt == nil)
    await test.stop()
    await #expect(throws: CancellationError.self) { try await test.clock.sleep(.seconds(1)) }
  }

  @Test func `A test counts the calls that a script of faults answers`() async throws {
    final class Counter: FleetEngineObserver {
      let codes = Mutex<[RPCCode?]>([])
      func callEnded(_ call: FleetEngineCall, _ result: FleetEngineCallResult) {
        codes.withLock { $0.append(result.error?.code) }
      }
    }
    try await EmulatedFleetEngine.withEmulator(at: Self.noon) { test in
      let trip = try await test.addTrip("t", from: Self.start, to: Self.end)
      try await test.emulator.setFaults(
        FaultScript([Fault(requests: 2, procedure: "GetTrip", answer: FaultAnswer(.unavailable))]))
      let counter = Counter()
      let model = TripService(client: test.client(.consumer, observer: counter)).tripModel(
        for: trip)
      let following = Task { for await _ in model.updates {} }
      try await test.advance { await model.currentTrip != nil }
      following.cancel()
      #expect(counter.codes.withLock(\.self) == [.unavailable, .unavailable, nil])
      #expect(await test.emulator.history.count == 1)
    }
  }

  @MainActor @Test func `Code with shared services is tested several times in a process`()
    async throws
  {
    /// As apps have it.
    @MainActor final class TripStatusView: TripModelSubscriber {
      private(set) var status: TripStatus = .unspecified

      init(_ name: TripName) {
        ConsumerServices.shared().tripService.tripModel(forTripName: name.description).register(
          self)
      }

      func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {
        status = tripStatus
      }
    }
    for status in [TripStatus.new, .canceled] {
      try await EmulatedFleetEngine.withEmulator { test in
        let trip = try await test.addTrip("t", from: Self.start, to: Self.end) {
          $0.status = status
        }
        await ConsumerServices.withServices(test.client(.consumer)) {
          let view = TripStatusView(trip)
          await waitWhile(view.status == .unspecified)
          #expect(view.status == status)
        }
      }
    }
  }
}
