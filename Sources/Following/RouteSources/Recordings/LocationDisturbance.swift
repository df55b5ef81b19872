public import RidesharingDriver
internal import FleetEngine
internal import Geo

/// Simulated errors of location measurements.
public struct LocationDisturbance: Sendable, Hashable {
  /// The standard deviation of the position error in metres, to the north and to the east each.
  public var noise: Double
  /// The probability, at each location, that a dropout begins, 0...1.
  public var dropoutChance: Double
  /// How long a dropout lasts.
  public var dropoutDuration: Duration
  /// The probability, at each location, that the vehicle pauses there, 0...1.
  public var pauseChance: Double
  /// How long a pause lasts.
  public var pauseDuration: Duration
  /// The seed of the random numbers.
  public var seed: UInt64

  /// Creates a value; probabilities are clamped to 0...1, negative values and NaN become 0.
  public init(
    noise: Double = 0,
    dropoutChance: Double = 0,
    dropoutDuration: Duration = .seconds(20),
    pauseChance: Double = 0,
    pauseDuration: Duration = .seconds(30),
    seed: UInt64
  ) {
    func bounded(_ value: Double, _ most: Double) -> Double { value > 0 ? min(value, most) : 0 }
    self.noise = bounded(noise, 10_000)
    self.dropoutChance = bounded(dropoutChance, 1)
    self.dropoutDuration = max(.zero, dropoutDuration)
    self.pauseChance = bounded(pauseChance, 1)
    self.pauseDuration = min(max(.zero, pauseDuration), .seconds(86_400))
    self.seed = seed
  }
}

/// Applies noise and dropouts to locations one by one.
///
/// Pauses only apply to recordings, in ``DisturbedLocations``.
public struct LocationDisturber: Sendable {
  private let disturbance: LocationDisturbance
  private var generator: SeededGenerator
  private var silentUntil: Duration?

  /// Creates a disturber, which starts with the seed's first random number.
  public init(_ disturbance: LocationDisturbance) {
    self.disturbance = disturbance
    generator = SeededGenerator(state: disturbance.seed)
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
    guard disturbance.noise > 0 else { return fix }
    // A normal distribution on both axes is a Rayleigh distribution of distances.
    let distance =
      disturbance.noise * (-2 * Maths.log(1 - .random(in: 0..<1, using: &generator))).squareRoot()
    let bearing = Double.random(in: 0..<360, using: &generator)
    var fix = fix
    fix.place = fix.place.destination(bearing: bearing, meters: distance)
    fix.accuracy = max(fix.accuracy ?? 0, disturbance.noise)
    return fix
  }

  /// Draws whether an event happens; a probability of zero draws no random number.
  fileprivate mutating func happens(_ chance: Double) -> Bool {
    chance > 0 && .random(in: 0..<1, using: &generator) < chance
  }
}

/// The locations of a recording with noise, dropouts and pauses; a seed repeats the same ones.
///
/// Locations without times are one second apart. A pause repeats its location every second and
/// delays all later locations. Noise and dropouts also apply to the locations of a pause.
public struct DisturbedLocations: Sequence, IteratorProtocol {
  private static let step: Duration = .seconds(1)

  private var fixes: IndexingIterator<[LocationFix]>
  private let disturbance: LocationDisturbance
  private var disturber: LocationDisturber
  /// The last undisturbed location.
  private var last: LocationFix?
  /// The time since the first location, including pauses.
  private var elapsed: Duration = .zero
  /// The total duration of the pauses so far.
  private var delay: Duration = .zero
  /// The number of remaining locations in the current pause.
  private var pauseLocations = 0

  /// Creates the sequence.
  public init(_ fixes: [LocationFix], _ disturbance: LocationDisturbance) {
    self.fixes = fixes.makeIterator()
    self.disturbance = disturbance
    disturber = LocationDisturber(disturbance)
  }

  /// The next measured location; nil after the last.
  public mutating func next() -> LocationFix? {
    while let fix = nextFix() {
      if let measured = disturber.measure(fix, at: elapsed) { return measured }
    }
    return nil
  }

  /// The next location, of a pause or the recording, without noise and dropouts.
  private mutating func nextFix() -> LocationFix? {
    if pauseLocations > 0, var fix = last {
      pauseLocations -= 1
      elapsed += Self.step
      delay += Self.step
      fix.speed = 0
      fix.time = fix.time.map { $0 + delay }
      return fix
    }
    guard var fix = fixes.next() else { return nil }
    if let last { elapsed += Swift.max(.zero, last.time(to: fix) ?? Self.step) }
    last = fix
    fix.time = fix.time.map { $0 + delay }
    if disturber.happens(disturbance.pauseChance) {
      pauseLocations = Int(disturbance.pauseDuration.inSeconds)
    }
    return fix
  }
}

/// Random numbers from a seed, by the SplitMix64 method.
private struct SeededGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
