import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport

/// A subscriber that records its calls.
@MainActor
final class Recorder: TripModelSubscriber {
  private(set) var log: [String] = []
  private(set) var errors: [FleetEngineError] = []
  private(set) var fields: [TripPropertyFields] = []
  private(set) var statuses: [TripStatus] = []
  private(set) var polling = PollingStatus()

  /// Waits until a condition holds; returns early if the task is cancelled.
  func wait(until condition: @MainActor (Recorder) -> Bool) async {
    await waitWhile(!condition(self))
  }

  /// Waits for the end of so many polls, good or bad.
  func polls(_ count: Int) async {
    await wait { $0.polling.totalUpdates + $0.errors.count >= count && !$0.polling.isPolling }
  }

  func forget() {
    log = []
  }

  func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState) {
    log.append("state \(sessionState)")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {
    log.append("trip")
    fields.append(updatedPropertyFields)
  }
  func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {
    log.append("status \(tripStatus.wireName)")
    statuses.append(tripStatus)
  }
  func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?) {
    log.append("vehicle")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdatePickupLocation pickupLocation: TerminalLocation?
  ) {
    log.append("pickup")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateDropoffLocation dropoffLocation: TerminalLocation?
  ) {
    log.append("dropoff")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateETAToNextWaypoint etaToNextWaypoint: Double
  ) {
    log.append("next \(etaToNextWaypoint)")
  }
  func tripModel(_ tripModel: TripModel, didUpdatePickupETA pickupETA: Double) {
    log.append("pickup eta \(pickupETA)")
  }
  func tripModel(_ tripModel: TripModel, didUpdateDropoffETA dropoffETA: Double) {
    log.append("dropoff eta \(dropoffETA)")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteRemainingDistance distance: Int32
  ) {
    log.append("distance \(distance)")
  }
  func tripModel(_ tripModel: TripModel, didUpdateActiveRoute activeRoute: [Coordinate]?) {
    log.append("active \(activeRoute?.count ?? -1)")
  }
  func tripModel(_ tripModel: TripModel, didUpdateRemainingRoute remainingRoute: [Coordinate]?) {
    log.append("remaining \(remainingRoute?.count ?? -1)")
  }
  func tripModel(_ tripModel: TripModel, didUpdateRemainingRouteDistance distance: Int32) {
    log.append("remaining distance \(distance)")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemaining remainingWaypoints: [TripWaypoint]?
  ) {
    log.append("waypoints \(remainingWaypoints?.count ?? -1)")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?
  ) {
    log.append("stops \(intermediateDestinations?.count ?? -1)")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?
  ) {
    log.append("active traffic")
  }
  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  ) {
    log.append("remaining traffic")
  }
  func tripModel(
    _ tripModel: TripModel,
    didFailUpdateTripWithError error: FleetEngineError?
  ) {
    log.append("error \(error?.code.name ?? "none")")
    if let error { errors.append(error) }
  }
  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    self.polling = polling
  }
}
