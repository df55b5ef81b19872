internal import FleetEngine
internal import RidesharingConsumer

/// What the log is told of a trip: each status, each vehicle, each failure and what comes of it.
struct TripNotes {
  private let name: String
  private let log: LogFile?
  private let clock: ServiceClock
  private var status: TripStatus?
  private var vehicleID: String?
  private var failures = 0

  /// Begins with a trip, which the log is told.
  ///
  /// - Parameters:
  ///   - name: The trip's full name.
  ///   - wiring: The log and the clock.
  init(_ name: String, _ wiring: Wiring) {
    // The id alone, as the log's lines are seen in a terminal too; its start has the name.
    self.name = (try? TripName(parsing: name))?.tripID ?? name
    (log, clock) = (wiring.log, wiring.clock)
    log?.note(.info, "follows \(name)")
  }

  /// Begins with a vehicle whose trips are followed.
  ///
  /// - Parameters:
  ///   - vehicle: The vehicle.
  ///   - wiring: The log and the clock.
  init(_ vehicle: VehicleName, _ wiring: Wiring) {
    name = vehicle.vehicleID
    (log, clock) = (wiring.log, wiring.clock)
    log?.note(.info, "follows the trips of \(vehicle)")
  }

  /// Takes over a trip.
  mutating func take(_ trip: Trip) {
    if trip.status != status { log?.note(.info, "\(name): \(trip.status.wireName)") }
    if trip.vehicleID != vehicleID {
      log?.note(.info, "\(name): " + (trip.vehicleID.map { "vehicle \($0)" } ?? "no vehicle"))
    }
    (status, vehicleID) = (trip.status, trip.vehicleID)
  }

  /// Takes over how the asking goes.
  mutating func take(_ polling: PollingStatus) {
    let before = failures
    failures = polling.consecutiveFailures
    if failures > before, let error = polling.lastError {
      let kind = error.bucket == .recoverable ? "" : ", which somebody has to mend"
      let next = polling.nextPollAt.map { max(.zero, $0 - clock.monotonicNow()) / .seconds(1) }
      let wait = next.map { ", next in \(($0 * 10).rounded() / 10) s" } ?? ""
      log?.note(
        .warning,
        "\(name): attempt \(failures) failed with \(error.label)\(kind)\(wait): \(error.message)"
      )
    } else if failures == 0, before > 0 {
      log?.note(.info, "\(name): answered again after \(before) failures")
    }
  }
}
