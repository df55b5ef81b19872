internal import FleetEngine
internal import RidesharingDriver

/// Takes a vehicle offline at the end of a drive, again and again for a bounded time.
///
/// A vehicle that stays online is matched with riders that nobody picks up.
@MainActor
struct Farewell {
  /// The waits before the repetitions.
  nonisolated static let waits: [Duration] = [1, 2, 4, 8, 15].map { .seconds($0) }
  /// The longest time from the first failure to the last repetition.
  nonisolated static let longest = waits.reduce(.zero, +)

  let reporter: VehicleReporter
  let updates: UpdateLog
  let clock: ServiceClock
  /// Called once, before the first repetition.
  let onRetry: () -> Void

  /// Repeats the update that takes the vehicle offline, if it failed.
  func run() async -> Bool {
    let deadline = clock.monotonicNow() + Self.longest
    for (index, wait) in Self.waits.enumerated() {
      guard !isOver else { break }
      // A call may itself take long until it fails.
      let left = deadline - clock.monotonicNow()
      guard canRetry, left > .zero else { break }
      if index == 0 { onRetry() }
      do {
        try await clock.sleep(min(wait, left))
      } catch {
        break
      }
      reporter.update(.offline)
      await reporter.finishPendingUpdates()
    }
    return isOver
  }

  private var isOver: Bool {
    !updates.mayBeOnline || updates.newestFailure?.code == .notFound
  }

  private var canRetry: Bool {
    guard let failure = updates.newestFailure else { return true }
    return [.unavailable, .quota].contains(ExitStatus(failure))
  }
}
