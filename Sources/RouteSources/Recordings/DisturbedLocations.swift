public import RidesharingDriver
internal import FleetEngine

/// The locations of a source with noise, dropouts and pauses, the same ones for the same seed.
///
/// Locations without times count as a second apart. A pause makes all that follows later, by
/// locations each second at the same place, and each of those may be noisy or dropped as any other.
public struct DisturbedLocations<Base: Sequence<LocationFix>>: Sequence {
  private let base: Base
  private let disturbance: LocationDisturbance

  /// Creates a sequence.
  public init(_ base: Base, _ disturbance: LocationDisturbance) {
    self.base = base
    self.disturbance = disturbance
  }

  /// Begins at the first location, with the seed's first number.
  public func makeIterator() -> Iterator {
    Iterator(base: base.makeIterator(), disturbance: disturbance)
  }

  /// Gives the locations one by one.
  public struct Iterator: IteratorProtocol {
    private static var step: Duration { .seconds(1) }

    private var base: Base.Iterator
    private let disturbance: LocationDisturbance
    private var disturber: LocationDisturber
    /// The last location of the source, as it was there.
    private var last: LocationFix?
    /// The time since the first location, pauses with it.
    private var elapsed: Duration = .zero
    /// By how much the pauses so far have made everything later.
    private var delay: Duration = .zero
    /// The locations that are left of a pause.
    private var standing = 0

    init(base: Base.Iterator, disturbance: LocationDisturbance) {
      self.base = base
      self.disturbance = disturbance
      disturber = LocationDisturber(disturbance)
    }

    /// The next location that is heard of, nil after the last.
    public mutating func next() -> LocationFix? {
      while let fix = nextFix() {
        if let measured = disturber.measure(fix, at: elapsed) { return measured }
      }
      return nil
    }

    /// The next location without noise and dropouts: one of a pause, or the source's next.
    private mutating func nextFix() -> LocationFix? {
      if standing > 0, var fix = last {
        standing -= 1
        elapsed += Self.step
        delay += Self.step
        fix.speed = 0
        fix.time = fix.time.map { $0 + delay }
        return fix
      }
      guard var fix = base.next() else { return nil }
      if let last { elapsed += Swift.max(.zero, last.time(to: fix) ?? Self.step) }
      last = fix
      fix.time = fix.time.map { $0 + delay }
      if disturber.happens(disturbance.pauseChance) {
        standing = Int(disturbance.pauseDuration.inSeconds)
      }
      return fix
    }
  }
}

extension DisturbedLocations: Sendable where Base: Sendable {}
