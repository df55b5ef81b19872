internal import FleetEngine
internal import TrustLimits

/// Parses a filter by the grammar of AIP-160, in which OR binds tighter than AND.
///
/// Depth, length and the number of restrictions are bounded. See docs/protocol.md,
/// "Lists and searches".
struct FilterParser {
  private let tokens: [FilterToken]
  private let end: Int
  private var index = 0
  private var depth = 0
  private var restrictions = 0

  /// Parses a filter, which is nil if it is empty; the error has the position.
  static func parse(_ text: String) throws(FilterError) -> AttributeFilter? {
    var scanner = try FilterScanner(text)
    var parser = FilterParser(try scanner.tokens(), end: text.count + 1)
    guard !parser.tokens.isEmpty else { return nil }
    let filter = try parser.expression()
    guard parser.token == nil else { throw parser.failure("nothing is expected here") }
    return filter
  }

  private init(_ tokens: [FilterToken], end: Int) {
    self.tokens = tokens
    self.end = end
  }

  private var token: FilterToken? { index < tokens.count ? tokens[index] : nil }

  private func failure(_ reason: String) -> FilterError {
    FilterError(reason: reason, position: token?.position ?? end)
  }

  /// Sequences with AND between them.
  private mutating func expression() throws(FilterError) -> AttributeFilter {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Limits.Emulator.filterDepth else {
      throw failure("it nests deeper than \(Limits.Emulator.filterDepth) levels")
    }
    var parts = [try sequence()]
    while accept(keyword: "AND") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Adjacent factors, which all have to match.
  private mutating func sequence() throws(FilterError) -> AttributeFilter {
    var parts = [try factor()]
    while startsTerm { parts.append(try factor()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Terms with OR between them.
  private mutating func factor() throws(FilterError) -> AttributeFilter {
    var parts = [try term()]
    while accept(keyword: "OR") { parts.append(try term()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func term() throws(FilterError) -> AttributeFilter {
    if accept(keyword: "NOT") || accept(.minus) { return .not(try simple()) }
    return try simple()
  }

  private mutating func simple() throws(FilterError) -> AttributeFilter {
    guard accept(.open) else { return try restriction() }
    let inner = try expression()
    guard accept(.close) else { throw failure("a parenthesis is not closed") }
    return inner
  }

  private mutating func restriction() throws(FilterError) -> AttributeFilter {
    let start = token
    restrictions += 1
    guard restrictions <= Limits.Emulator.filterRestrictions else {
      throw failure("it has more than \(Limits.Emulator.filterRestrictions) restrictions")
    }
    guard case .word("attributes") = start?.kind else {
      throw failure("only attributes can be compared, as in attributes.color = \"red\"")
    }
    index += 1
    // `attributes:color` matches if the key exists.
    if accept(.comparator(.has)) { return .present(key: try name()) }
    guard accept(.dot) else { throw failure("the name of an attribute is missing") }
    var key = try name()
    while accept(.dot) { key += "." + (try name()) }
    guard case .comparator(let comparator) = token?.kind else {
      throw failure("a comparison such as = is missing")
    }
    index += 1
    return try comparison(key, comparator)
  }

  private mutating func comparison(
    _ key: String, _ comparator: AttributeFilter.Comparator
  ) throws(FilterError) -> AttributeFilter {
    switch token?.kind {
    case .quoted(let value):
      index += 1
      return .attribute(key: key, comparator, value: value)
    case .word("*") where comparator == .has:
      index += 1
      return .present(key: key)
    case .word(let word) where !Self.keywords.contains(word):
      // Attributes are texts, so a number or a truth value has to be quoted.
      guard Double(word) == nil, word != "true", word != "false" else {
        throw failure("a number or truth value needs quotation marks")
      }
      return .attribute(key: key, comparator, value: try name())
    case .minus: throw failure("a number or truth value needs quotation marks")
    default: throw failure("a value is missing")
    }
  }

  private static let keywords: Set<String> = ["AND", "OR", "NOT"]

  /// A name with or without quotation marks; hyphens inside one are part of it.
  private mutating func name() throws(FilterError) -> String {
    switch token?.kind {
    case .quoted(let text):
      index += 1
      return text
    case .word(let word) where !Self.keywords.contains(word):
      index += 1
      return word
    default: throw failure("a name is missing")
    }
  }

  private var startsTerm: Bool {
    switch token?.kind {
    case .word(let word): word != "AND" && word != "OR"
    case .open, .minus, .quoted: true
    case .close, .comma, .dot, .comparator, nil: false
    }
  }

  private mutating func accept(_ kind: FilterToken.Kind) -> Bool {
    guard token?.kind == kind else { return false }
    index += 1
    return true
  }

  private mutating func accept(keyword: String) -> Bool { accept(.word(keyword)) }
}
