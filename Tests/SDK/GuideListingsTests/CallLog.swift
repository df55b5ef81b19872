import TestSupport

/// The callbacks that the guides' listings implement.
enum Callback: CaseIterable, Sendable {
  case trip, tripStatus, activeRouteRemainingDistance, activeRoute, vehicleLocation
  case pickupLocation, dropoffLocation, pickupETA, dropoffETA, remainingWaypoints, error
  case intermediateDestinations, activeRouteTraffic
}

/// A log of calls that tests can wait for.
@MainActor final class CallLog {
  private(set) var calls: [Callback] = []

  func record(_ callback: Callback) { calls.append(callback) }

  func count(of callback: Callback) -> Int { calls.filter { $0 == callback }.count }

  /// Waits for a number of calls; returns early if the task is cancelled.
  func has(_ callback: Callback, times: Int = 1) async {
    await waitWhile(count(of: callback) < times)
  }
}
