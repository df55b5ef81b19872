/// Chance that follows from a seed, the same on every platform.
struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number of 64 bits (SplitMix64).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number in 0..<1, of 53 bits, which a `Double` holds exactly.
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  mutating func happens(_ probability: Double) -> Bool { unit() < probability }

  /// An index of a collection of some size.
  mutating func index(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
}
