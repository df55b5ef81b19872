internal import FleetEngine

extension AttributeFilter {
  /// Whether a vehicle's attributes match.
  func matches(_ attributes: [String: String]) -> Bool {
    switch self {
    case .present(let key): attributes[key] != nil
    case .not(let filter): !filter.matches(attributes)
    case .all(let filters): filters.allSatisfy { $0.matches(attributes) }
    case .any(let filters): filters.contains { $0.matches(attributes) }
    case .attribute(let key, let comparator, let value):
      attributes[key].map { Self.compare($0, comparator, value) } ?? false
    }
  }

  private static func compare(
    _ text: String, _ comparator: Comparator, _ value: String
  ) -> Bool {
    switch comparator {
    case .equal, .has: isLike(text, value)
    case .notEqual: !isLike(text, value)
    case .less: text < value
    case .lessOrEqual: text <= value
    case .greater: text > value
    case .greaterOrEqual: text >= value
    }
  }

  private static func isLike(_ text: String, _ pattern: String) -> Bool {
    let isOpenAtStart = pattern.hasPrefix("*")
    let isOpenAtEnd = pattern.count > 1 && pattern.hasSuffix("*")
    let core = pattern.dropFirst(isOpenAtStart ? 1 : 0).dropLast(isOpenAtEnd ? 1 : 0)
    return switch (isOpenAtStart, isOpenAtEnd) {
    case (false, false): text == pattern
    case (true, false): text.hasSuffix(core)
    case (false, true): text.hasPrefix(core)
    case (true, true): core.isEmpty || text.contains(core)
    }
  }
}
