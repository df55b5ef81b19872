import FleetEngine
import TestSupport

/// A machine with clocks of its own: a driver's phone, a rider's, or the provider's backend.
final class Device: @unchecked Sendable {
  /// 2026-01-01T10:00:00Z, when simulations begin.
  static let epoch = Timestamp(seconds: 1_767_261_600)

  let name: String
  /// How far its wall clock is ahead of the server's.
  var skew: Duration
  private let uptime: Duration
  /// Until when its programs are stopped, as those of a phone that shows other apps.
  private var stopEnd: Duration = .zero

  init(_ name: String, skew: Duration = .zero, uptime: Duration = .zero) {
    (self.name, self.skew, self.uptime) = (name, skew, uptime)
  }

  var wall: Timestamp { Self.epoch + Scheduler.now + skew }
  var monotonic: Duration { uptime + Scheduler.now }

  var clock: ServiceClock {
    ServiceClock(
      monotonicNow: { self.monotonic }, wallNow: { self.wall },
      sleep: {
        try await Scheduler.sleep($0)
        try await self.waitWhileStopped()
      })
  }

  /// Stops its programs for some time; its clocks go on.
  func stop(for time: Duration) { stopEnd = max(stopEnd, Scheduler.now + time) }

  var isStopped: Bool { Scheduler.now < stopEnd }

  /// Whether its programs have run for some time.
  func hasRun(for time: Duration) -> Bool { Scheduler.now - stopEnd >= time }

  /// Waits until its programs go on.
  func waitWhileStopped() async throws {
    while isStopped { try await Scheduler.sleep(stopEnd - Scheduler.now) }
  }
}

extension SeededGenerator {
  /// Returns true with a probability.
  mutating func chance(_ probability: Double) -> Bool {
    probability > 0 && Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns a time between two numbers of seconds, in whole microseconds.
  mutating func seconds(_ range: ClosedRange<Double>) -> Duration {
    .microseconds(Int64(Double.random(in: range, using: &self) * 1e6))
  }
}
