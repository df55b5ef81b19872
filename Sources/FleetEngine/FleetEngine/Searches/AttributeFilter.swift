/// A condition on the attributes of vehicles, in the language of AIP-160.
///
/// Attributes compare as texts. A missing attribute matches no comparison, not even `notEqual`, but matches
/// the negation of one. A `*` at either end of a value of `equal`, `notEqual` or `has` matches any text. Fleet
/// Engine accepts at most 50 comparisons. See docs/protocol.md, "Lists and searches".
public indirect enum AttributeFilter: Sendable, Hashable, CustomStringConvertible {
  /// A comparison of an attribute's value.
  public enum Comparator: String, Sendable, Hashable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case has = ":"
  }

  /// The attribute with a key compares so with a value.
  case attribute(key: String, Comparator, value: String)
  /// There is an attribute with this key.
  case present(key: String)
  /// The condition is not met.
  case not(AttributeFilter)
  /// All conditions are met; a call with an empty list fails.
  case all([AttributeFilter])
  /// At least one condition is met; a call with an empty list fails.
  case any([AttributeFilter])

  /// The condition that an attribute has a value: `.attribute("color", is: "red")`.
  public static func attribute(_ key: String, is value: String) -> AttributeFilter {
    .attribute(key: key, .equal, value: value)
  }

  /// Both conditions are met.
  public static func && (one: AttributeFilter, other: AttributeFilter) -> AttributeFilter {
    if case .all(let filters) = one { .all(filters + [other]) } else { .all([one, other]) }
  }

  /// At least one condition is met.
  public static func || (one: AttributeFilter, other: AttributeFilter) -> AttributeFilter {
    if case .any(let filters) = one { .any(filters + [other]) } else { .any([one, other]) }
  }

  /// The condition is not met.
  public static prefix func ! (filter: AttributeFilter) -> AttributeFilter { .not(filter) }

  /// The filter as Fleet Engine reads it.
  public var description: String {
    switch self {
    case .attribute(let key, let comparator, let value):
      "attributes.\(Self.quoted(key)) \(comparator.rawValue) \(Self.quoted(value))"
    case .present(let key): "attributes:\(Self.quoted(key))"
    case .not(let filter): "NOT (\(filter))"
    case .all(let filters): Self.joined(filters, "AND")
    case .any(let filters): Self.joined(filters, "OR")
    }
  }

  /// Whether a list of conditions in the filter is empty, which the language has no words for.
  var hasEmptyList: Bool {
    switch self {
    case .attribute, .present: false
    case .not(let filter): filter.hasEmptyList
    case .all(let filters), .any(let filters):
      filters.isEmpty || filters.contains(where: \.hasEmptyList)
    }
  }

  private static func joined(_ filters: [AttributeFilter], _ word: String) -> String {
    filters.map { "(\($0))" }.joined(separator: " \(word) ")
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    // By scalars: a combining mark after a quotation mark makes another character of it, but no other sign.
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    quoted.unicodeScalars.append("\"")
    return quoted
  }
}
