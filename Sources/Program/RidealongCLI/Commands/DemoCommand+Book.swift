internal import FleetEmulator
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import ProviderBackend
internal import RidesharingDriver
internal import RouteSources

/// `ridealong demo --book`: an emulator, vehicles that wait for trips and the booking, in one process.
extension DemoCommand {
  static func book(
    _ context: CommandContext, _ engine: LocalFleetEngine, _ setup: RideSetup,
    _ transport: any HTTPTransport
  ) async throws(CommandError) -> ExitStatus {
    guard let url = engine.backendURL else {
      throw CommandError(.failure, "The demo's Fleet Engine has no backend.")
    }
    let servers = context.servers
    let backend = ProviderClient(endpoint: url, transport: transport)
    let drivers = try client(engine, .driver, servers, transport)
    var names: [VehicleName] = []
    for number in 1...DemoFleet.starts.count { names.append(try vehicleName(engine, number)) }
    let fleet = try await DemoFleet(
      names, backend: backend, client: drivers, speed: try context.arguments.number(.speed),
      clock: servers.clock)
    let result: Result<ExitStatus, CommandError>
    do throws(CommandError) {
      try await fleet.begin()
      result = .success(
        try await BookSession(
          backend: backend, request: nil, isShared: false, near: nil,
          client: try client(engine, .consumer, servers, transport), setup: setup,
          command: ["demo", "--book"],
          // The trip ends with the demo.
          followOptions: nil
        ).run())
    } catch { result = .failure(error) }
    await fleet.stop()
    return try result.get()
  }

  private static func vehicleName(
    _ engine: LocalFleetEngine, _ number: Int
  ) throws(CommandError) -> VehicleName {
    try CommandError.wrapping {
      try VehicleName(providerID: engine.emulator.providerID, vehicleID: "demo-vehicle-\(number)")
    }
  }
}

/// Vehicles in the demo's town that wait for trips and drive them.
@MainActor final class DemoFleet {
  /// Where the vehicles wait.
  nonisolated static let starts = [
    Coordinate(latitude: 45.004, longitude: -30.006),
    Coordinate(latitude: 44.997, longitude: -29.993),
    Coordinate(latitude: 45.001, longitude: -30.001),
  ]
  /// The longest time until every vehicle is online, which usually takes milliseconds.
  private static let longestStart: Duration = .seconds(5)

  private let backend: ProviderClient
  private let clock: ServiceClock
  private let names: [VehicleName]
  private let reporters: [VehicleReporter]
  private let shifts: [DriverShift]
  private var driving: [Task<Void, Never>] = []

  init(
    _ names: [VehicleName], backend: ProviderClient, client: FleetEngineClient, speed: Double,
    clock: ServiceClock
  ) throws(CommandError) {
    (self.backend, self.clock, self.names) = (backend, clock, names)
    let roads = DemoTownRouter(try DemoTown.roads())
    var (reporters, shifts): ([VehicleReporter], [DriverShift]) = ([], [])
    for (name, start) in zip(names, Self.starts) {
      let navigator = Navigator(
        // Off the roads a straight line is what a rider of the demo expects.
        router: DoorToDoorRouter(roads) { _ in },
        driving: .simulated(SpeedProfile.Limits(cruising: 10), speedFactor: speed))
      let reporter = VehicleReporter(
        vehicle: name, client: client, navigator: navigator, clock: clock, header: .driver)
      reporters.append(reporter)
      shifts.append(
        DriverShift(
          dispatch: ProviderDispatch(client: backend, vehicleID: name.vehicleID),
          reporter: reporter, driver: SimulatedDriver(navigator: navigator, clock: clock),
          movement: .simulated(from: start), clock: clock,
          options: ShiftOptions(dwell: .seconds(10) / speed, rest: .seconds(5) / speed)))
    }
    (self.reporters, self.shifts) = (reporters, shifts)
  }

  /// Creates the vehicles and starts their shifts; returns when the backend knows where they are.
  func begin() async throws(CommandError) {
    let settings = VehicleSettings(
      isBackToBackEnabled: true, supportedTripTypes: [.exclusive, .shared])
    let deadline = clock.monotonicNow() + Self.longestStart
    do throws(ProviderError) {
      for name in names { _ = try await backend.createVehicle(name.vehicleID, settings) }
      // An unstructured task: the vehicles drive until stop().
      driving = shifts.map { shift in Task { _ = await shift.run() } }
      while try await !areInTown(backend.vehicles()) {
        guard clock.monotonicNow() < deadline, (try? await clock.sleep(.milliseconds(50))) != nil
        else { return }
      }
    } catch { throw CommandError(error, backend: backend.endpoint.authority) }
  }

  /// Whether all vehicles have reported where they wait; until then each is at a default place.
  private func areInTown(_ vehicles: [Vehicle]) -> Bool {
    zip(names, Self.starts).allSatisfy { name, start in
      vehicles.contains { vehicle in
        vehicle.name?.vehicleID == name.vehicleID
          && vehicle.lastLocation?.location.map { $0.meters(to: start) < 1_000 } ?? false
      }
    }
  }

  /// Ends the shifts.
  func stop() async {
    for task in driving { task.cancel() }
    for task in driving { await task.value }
    for reporter in reporters { await reporter.finishPendingUpdates() }
  }
}
