/// A cache of recently used values.
///
/// When the limit is reached, values that were not used since the last time are evicted; the cache
/// holds at most twice the limit.
package struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private var recent: [Key: (value: Value, weight: Int)] = [:]
  private var former: [Key: (value: Value, weight: Int)] = [:]
  private var weight = 0

  package init(limit: Int) { self.limit = limit }

  /// Returns the value for a key, which counts as used; nil if it is missing.
  package mutating func value(_ key: Key) -> Value? {
    if let known = recent[key] { return known.value }
    guard let known = former.removeValue(forKey: key) else { return nil }
    keep(known.value, under: key, weight: known.weight)
    return known.value
  }

  /// Adds a value.
  package mutating func keep(_ value: Value, under key: Key, weight: Int = 1) {
    if self.weight + weight > limit {
      former = recent
      recent = [:]
      self.weight = 0
    }
    recent[key] = (value, weight)
    self.weight += weight
  }

  /// Removes the value for a key.
  package mutating func forget(_ key: Key) {
    if let known = recent.removeValue(forKey: key) { weight -= known.weight }
    former[key] = nil
  }
}
