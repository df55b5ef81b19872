internal import SystemLibrary

/// How often a line is written to, so that pictures take half of what it carries.
///
/// A serial line has a speed, by its setting. Any other line that accepts bytes slowly, such as a serial console behind
/// a server, is measured while it makes the program wait.
struct LinePace {
  /// Bits on a serial line for each byte.
  private static let bitsPerByte = 10.0
  /// A line that carries more bytes a second is not slow.
  private static let fastest = 20_000.0
  /// A line that accepts nothing for longer is stopped, not slow.
  private static let longestGap: Duration = .seconds(3)
  /// The shortest time that tells the speed of a line.
  private static let shortestMeasure: Duration = .milliseconds(250)
  /// A terminal that was busy or stopped for a moment accepts everything in fewer steps.
  private static let fewestSteps = 4
  /// How long a measured speed counts; the line may be another by then, as after a multiplexer moved.
  private static let memory: Duration = .seconds(120)
  /// The longest time without pictures.
  private static let longestWait: Duration = .seconds(10)

  /// The bytes a second of a slow serial line; nil for any other.
  private let set: Double?
  private var measured: (bytesPerSecond: Double, at: ContinuousClock.Instant)?
  /// Since when the line makes the program wait, when it last accepted bytes, how many since then, and in how many steps.
  private var wait:
    (start: ContinuousClock.Instant, last: ContinuousClock.Instant, bytes: Int, steps: Int)?
  private var freeAt: ContinuousClock.Instant?

  /// Uses the speed of a slow serial line, in bits a second; nil for any other line.
  init(bitsPerSecond: Int?) { set = bitsPerSecond.map { Double($0) / Self.bitsPerByte } }

  /// The bytes a second that the line carries; nil if it is not slow, as far as is known.
  private func bytesPerSecond(at now: ContinuousClock.Instant) -> Double? {
    set ?? measured.flatMap { now - $0.at < Self.memory ? $0.bytesPerSecond : nil }
  }

  /// Notes that the line accepted bytes, and whether it left some.
  mutating func accepted(_ bytes: Int, leavesSome: Bool, at now: ContinuousClock.Instant) {
    guard set == nil else { return }
    if let wait, now - wait.last < Self.longestGap {
      let (all, time) = (wait.bytes + bytes, now - wait.start)
      let steps = wait.steps + (bytes > 0 ? 1 : 0)
      self.wait = (wait.start, bytes > 0 ? now : wait.last, all, steps)
      if time >= Self.shortestMeasure, steps >= Self.fewestSteps {
        let speed = Double(all) / (time / .seconds(1))
        measured = speed < Self.fastest ? (speed, now) : nil
      }
      if !leavesSome { self.wait = nil }
    } else {
      wait = leavesSome ? (now, now, 0, 0) : nil
    }
  }

  /// Notes that a picture of some bytes was written from one moment to another.
  mutating func wrote(
    _ bytes: Int, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
  ) {
    freeAt = bytesPerSecond(at: end).map { speed in
      min(start + .seconds(2 * Double(bytes) / speed), end + Self.longestWait)
    }
  }

  /// The time until the next picture may be written; nil if that is now.
  func wait(at now: ContinuousClock.Instant) -> Duration? {
    freeAt.flatMap { $0 > now ? $0 - now : nil }
  }
}
