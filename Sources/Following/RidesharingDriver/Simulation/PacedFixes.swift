public import FleetEngine

/// Recorded fixes that come when they would have been measured.
///
/// The time between two fixes is the time between their measurements, or one second if that is unknown; a
/// fix out of order follows immediately. The sequence ends early when its task is cancelled.
public struct PacedFixes: AsyncSequence, Sendable {
  /// The times of the fixes.
  public enum Times: Sendable, Hashable {
    /// The times of measurement.
    case measured
    /// No times, so that each fix is reported with the time at which it comes.
    case present
  }

  /// The iterator of one loop, which starts with its first element.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: PacedFixes
    private var index = 0
    private var due: Duration = .zero

    fileprivate init(_ sequence: PacedFixes) { self.sequence = sequence }

    /// Waits for the next fix; returns nil at the end, and when the task is cancelled.
    public mutating func next() async -> LocationFix? { await next(isolation: #isolation) }

    /// Waits for the next fix without leaving the caller's actor; returns nil at the end, and when the
    /// task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LocationFix? {
      let (fixes, clock) = (sequence.fixes, sequence.clock)
      guard index < fixes.count, !Task.isCancelled else { return nil }
      var fix = fixes[index]
      if index == 0 {
        due = clock.monotonicNow()
      } else {
        let usual = SimulatedDriver.locationInterval
        due += Swift.max(.zero, fixes[index - 1].time(to: fix) ?? usual) / sequence.speedFactor
        while case let left = due - clock.monotonicNow(), left > .zero {
          do { try await clock.sleep(Swift.min(left, usual)) } catch { return nil }
          if Task.isCancelled { return nil }
        }
      }
      index += 1
      if sequence.times == .present { fix.time = nil }
      return fix
    }
  }

  private let fixes: [LocationFix]
  private let speedFactor: Double
  private let times: Times
  private let clock: ServiceClock

  /// Creates a sequence; `speedFactor` is clamped to 1...20.
  public init(
    _ fixes: [LocationFix], speedFactor: Double = 1, times: Times = .measured,
    clock: ServiceClock = .system
  ) {
    self.fixes = fixes
    self.speedFactor = DriveSimulation.bounded(speedFactor)
    self.times = times
    self.clock = clock
  }

  /// Creates the iterator of one loop.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
