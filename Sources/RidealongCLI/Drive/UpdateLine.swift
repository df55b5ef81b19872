internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// The line that `drive --verbose` prints for an update.
enum UpdateLine {
  /// Returns the line, not yet cleaned.
  static func text(
    _ update: VehicleUpdate,
    _ result: UpdateRecord.Result,
    _ error: FleetEngineError? = nil
  ) -> String {
    var parts = [update.vehicleState.wireName]
    if let place = update.location?.location { parts.append("at " + ShownPlace.text(place)) }
    if update.mask.contains("navigationStatus") {
      parts.append(update.vehicle.navigationStatus.wireName)
    }
    if update.mask.contains("currentRouteSegment") {
      parts.append("route of \(update.vehicle.route?.count ?? 0) points")
    }
    if let meters = update.vehicle.remainingDistanceMeters {
      parts.append(ShownLength.distance(meters: Double(meters)) + " left")
    }
    if let seconds = update.vehicle.remainingTimeSeconds {
      parts.append(ShownLength.time(.seconds(seconds)) + " left")
    }
    let fate =
      switch result {
      case .accepted: "accepted"
      case .failed: error.map { "failed, \($0.code.name)" } ?? "failed"
      case .emptyMask: "refused for an empty mask, which counts as no failure"
      }
    return
      "Update \(fate): \(parts.joined(separator: ", ")) (\(update.mask.joined(separator: ",")))"
  }
}
