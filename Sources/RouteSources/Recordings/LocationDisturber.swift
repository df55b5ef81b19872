public import RidesharingDriver
internal import FleetEngine
internal import Geo

/// Disturbs locations one by one as they are measured, with noise and dropouts.
///
/// Pauses are for recordings alone, as ``DisturbedLocations`` plays them.
public struct LocationDisturber: Sendable {
  private let disturbance: LocationDisturbance
  private var generator: SeededGenerator
  private var silentUntil: Duration?

  /// Creates a value that begins with the seed's first number.
  public init(_ disturbance: LocationDisturbance) {
    self.disturbance = disturbance
    generator = SeededGenerator(seed: disturbance.seed)
  }

  /// Measures a location at a time since the first one; nil during a dropout.
  public mutating func measure(_ fix: LocationFix, at elapsed: Duration) -> LocationFix? {
    if let end = silentUntil {
      if elapsed < end { return nil }
      silentUntil = nil
    }
    if happens(disturbance.dropoutChance), disturbance.dropoutDuration > .zero {
      silentUntil = elapsed + disturbance.dropoutDuration
      return nil
    }
    return noisy(fix)
  }

  /// Whether something of a chance happens; no number is drawn for what never does.
  mutating func happens(_ chance: Double) -> Bool {
    chance > 0 && .random(in: 0..<1, using: &generator) < chance
  }

  private mutating func noisy(_ fix: LocationFix) -> LocationFix {
    guard disturbance.noise > 0 else { return fix }
    // A normal distribution on both axes is a Rayleigh distribution of distances.
    let distance =
      disturbance.noise * (-2 * Maths.log(1 - .random(in: 0..<1, using: &generator))).squareRoot()
    let bearing = Double.random(in: 0..<360, using: &generator)
    var fix = fix
    fix.place = fix.place.destination(bearing: bearing, meters: distance)
    fix.accuracy = Swift.max(fix.accuracy ?? 0, disturbance.noise)
    return fix
  }
}
