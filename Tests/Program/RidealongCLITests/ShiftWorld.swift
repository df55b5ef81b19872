import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import ProviderBackend
import RideTestSupport
import RidesharingDriver
import TestSupport
import Testing

@testable import RidealongCLI

/// An emulator with its provider's backend, a rider and a driver, on a clock that moves when all
/// sleep.
@MainActor final class ShiftWorld {
  nonisolated static let start = Timestamp(seconds: 1_767_261_600)  // 2026-01-01T10:00:00Z
  nonisolated static let place = Coordinate(latitude: 45.065, longitude: 7.675)

  let folder = TestFolder()
  let clock = ManualClock()
  let service: ServiceClock
  let transport: InProcessTransport
  let backend: ProviderClient
  let name: VehicleName
  var events: [ShiftEvent] = []
  private(set) var ending: DriverShift.Ending?

  init(strict: Bool = false) throws {
    let clock = clock
    service = ServiceClock(clock) { Self.start + clock.now.offset }
    let keys = try folder.emulatorKeys()
    let emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(
        providerID: TestFolder.providerID, accounts: keys.accounts, isStrict: strict,
        provider: ProviderConfiguration(signers: keys.signers), now: service.wallNow))
    transport = InProcessTransport(emulator)
    var url = HTTPURL(scheme: .http, host: "127.0.0.1")
    url.path = ProviderConfiguration.defaultPrefix
    backend = ProviderClient(endpoint: url, transport: transport)
    name = try VehicleName(providerID: TestFolder.providerID, vehicleID: "car-1")
  }

  /// A place of the world, in kilometers from the vehicle's first place.
  nonisolated static func place(_ north: Double, _ east: Double) -> Coordinate {
    place.destination(bearing: 0, meters: north * 1_000)
      .destination(bearing: 90, meters: east * 1_000)
  }

  /// Books a trip as a rider's app does.
  func book(
    _ pickup: Coordinate, _ dropoff: Coordinate, stops: [Coordinate] = [],
    type: TripType = .exclusive
  ) async throws -> String {
    let trip = try await backend.createTrip(
      pickup: pickup, dropoff: dropoff, stops: stops, type: type)
    return try #require(trip.name?.tripID)
  }

  /// Drives until the shift ends, in a world that goes twenty times as fast as it would.
  ///
  /// - Parameters:
  ///   - trips: After how many trips the shift ends.
  ///   - onEvent: Done when something happens, before anything else does.
  /// - Throws: What was done about an event and failed.
  func drive(
    trips: Int, onEvent: @escaping (ShiftEvent) async throws -> Void = { _ in }
  ) async throws {
    _ = try await VehicleRegistration(name: name, command: "").ensure(backend)
    let navigator = Navigator(
      router: StraightLineRouter(), driving: .simulated(SpeedProfile.Limits(), speedFactor: 20))
    let driver = SimulatedDriver(navigator: navigator, clock: service)
    let reporter = VehicleReporter(
      vehicle: name,
      client: FleetEngineClient(
        endpoint: HTTPURL(scheme: .http, host: "127.0.0.1"), transport: transport,
        tokens: ProviderTokens(client: backend, vehicleID: name.vehicleID)
      ),
      navigator: navigator,
      clock: service, traceID: { "trace" })
    reporter.locationReportingInterval = 5
    let shift = DriverShift(
      dispatch: ProviderDispatch(client: backend, vehicleID: name.vehicleID), reporter: reporter,
      driver: driver, movement: .simulated(from: Self.place), clock: service,
      options: ShiftOptions(dwell: .seconds(4), mostTrips: trips),
      onEvent: { [weak self] in self?.events.append($0) })
    let task = Task { ending = await shift.run() }
    var turns = Turns()
    var heard = 0
    var idle = 0
    while ending == nil, !Task.isCancelled {
      while heard < events.count {
        heard += 1
        try await onEvent(events[heard - 1])
        idle = 0
      }
      await turns.next()
      idle += 1
      // The driver, the poll and the reporter sleep; who works in between is let finish.
      if idle > 10, clock.sleeperCount >= 3, let wait = clock.waits.first {
        clock.advance(by: wait)
        idle = 0
      }
    }
    if Task.isCancelled { task.cancel() }
    await task.value
  }

  /// The messages about a trip, in order.
  func told(_ trip: String) -> [String] {
    events.compactMap { event in
      guard case .reported(let progress) = event, progress.tripID == trip else { return nil }
      return progress.status.wireName + (progress.stopIndex.map { " \($0)" } ?? "")
    }
  }

  /// The stops in the order in which the vehicle came to them.
  var arrivals: [String] {
    events.compactMap { event in
      guard case .arrived(let stop) = event else { return nil }
      return "\(stop.tripID) \(stop.type.wireName)"
    }
  }
}
