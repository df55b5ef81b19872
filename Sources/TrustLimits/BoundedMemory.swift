/// What was used lately, under keys, within a bound.
///
/// Once as much as the bound was taken in, what has not been used since then is forgotten; at most
/// twice the bound is held for that.
package struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private var recent: [Key: (value: Value, weight: Int)] = [:]
  private var former: [Key: (value: Value, weight: Int)] = [:]
  private var weight = 0

  /// Creates an empty memory.
  package init(limit: Int) { self.limit = limit }

  /// The value under a key, which counts as used; nil where it is not known any more.
  package mutating func value(_ key: Key) -> Value? {
    if let known = recent[key] { return known.value }
    guard let known = former.removeValue(forKey: key) else { return nil }
    keep(known.value, under: key, weight: known.weight)
    return known.value
  }

  /// Takes in a value.
  package mutating func keep(_ value: Value, under key: Key, weight: Int = 1) {
    if self.weight + weight > limit {
      former = recent
      recent = [:]
      self.weight = 0
    }
    recent[key] = (value, weight)
    self.weight += weight
  }

  /// Forgets the value under a key.
  package mutating func forget(_ key: Key) {
    if let known = recent.removeValue(forKey: key) { weight -= known.weight }
    former[key] = nil
  }
}
