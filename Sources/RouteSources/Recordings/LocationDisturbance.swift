/// What goes wrong while a vehicle's locations are measured.
public struct LocationDisturbance: Sendable, Hashable {
  /// The standard deviation of the error of a place in metres, to the north and to the east each.
  public var noise: Double
  /// How likely it is, at each location, that none is heard of for a while from it on, 0...1.
  public var dropoutChance: Double
  /// How long none is heard of.
  public var dropoutDuration: Duration
  /// The chance, at each location, that the vehicle pauses there, 0...1.
  public var pauseChance: Double
  /// How long it pauses.
  public var pauseDuration: Duration
  /// What makes the same disturbances happen again.
  public var seed: UInt64

  /// Creates a value; chances are clamped to 0...1, negative values and not a number are 0.
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

/// Random numbers that a seed decides, by the method SplitMix64.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
