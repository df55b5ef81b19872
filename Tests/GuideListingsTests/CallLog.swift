/// The callbacks that the guides' listings implement.
enum Callback: CaseIterable, Sendable {
  case trip, tripStatus, activeRouteRemainingDistance, activeRoute, vehicleLocation
  case pickupLocation, dropoffLocation, pickupETA, dropoffETA, remainingWaypoints, error
  case intermediateDestinations, activeRouteTraffic
}

/// A log of calls that tests can wait for.
@MainActor
final class CallLog {
  private(set) var calls: [Callback] = []
  private var waiters: [Waiter] = []

  private typealias Waiter = (
    count: Int, callback: Callback, resume: CheckedContinuation<Void, Never>
  )

  func record(_ callback: Callback) {
    calls.append(callback)
    let ready = waiters.filter { count(of: $0.callback) >= $0.count }
    waiters.removeAll { count(of: $0.callback) >= $0.count }
    for waiter in ready { waiter.resume.resume() }
  }

  func count(of callback: Callback) -> Int { calls.filter { $0 == callback }.count }

  /// Waits for a number of calls.
  func has(_ callback: Callback, times: Int = 1) async {
    guard count(of: callback) < times else { return }
    await withCheckedContinuation { waiters.append((times, callback, $0)) }
  }
}
