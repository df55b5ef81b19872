internal import FleetEngine
internal import TrustLimits

/// A word or sign of a filter, and its position.
struct FilterToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case word(String)
    /// The text between quotation marks.
    case quoted(String)
    case comparator(AttributeFilter.Comparator)
    case dot
    case comma
    case minus
    case open
    case close
  }

  let kind: Kind
  /// The number of the first scalar, from 1.
  let position: Int
}

/// Why a filter cannot be parsed.
struct FilterError: Error, Sendable, Hashable {
  let reason: String
  /// The number of the scalar at fault, from 1.
  let position: Int
}

/// Splits a filter into tokens.
struct FilterScanner {
  private static let signs: [Unicode.Scalar: FilterToken.Kind] = [
    "(": .open, ")": .close, ".": .dot, ",": .comma, "-": .minus,
  ]

  /// Scalars, because a mark that combines with a quotation mark does not change what that means.
  private let characters: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) throws(FilterError) {
    guard text.utf8.count <= Limits.Emulator.filterBytes else {
      throw FilterError(
        reason: "it is longer than \(Limits.Emulator.filterBytes) bytes", position: 1)
    }
    characters = Array(text.unicodeScalars)
  }

  mutating func tokens() throws(FilterError) -> [FilterToken] {
    var result: [FilterToken] = []
    while true {
      while index < characters.count, characters[index].properties.isWhitespace { index += 1 }
      guard index < characters.count else { return result }
      let position = index + 1
      result.append(FilterToken(kind: try next(), position: position))
    }
  }

  private mutating func next() throws(FilterError) -> FilterToken.Kind {
    let character = characters[index]
    if let sign = Self.signs[character] {
      index += 1
      return sign
    }
    switch character {
    case "\"", "'": return .quoted(try quoted(character))
    case "=", ":", "!", "<", ">": return .comparator(try comparator())
    default: return .word(word())
    }
  }

  private mutating func comparator() throws(FilterError) -> AttributeFilter.Comparator {
    let pair = text(index..<min(index + 2, characters.count))
    if let long = AttributeFilter.Comparator(rawValue: pair) {
      index += 2
      return long
    }
    guard let short = AttributeFilter.Comparator(rawValue: text(index..<index + 1)) else {
      throw FilterError(reason: "'!' is not followed by '='", position: index + 1)
    }
    index += 1
    return short
  }

  private mutating func quoted(_ mark: Unicode.Scalar) throws(FilterError) -> String {
    let start = index
    var text = String.UnicodeScalarView()
    index += 1
    while index < characters.count, characters[index] != mark {
      if characters[index] == "\\", index + 1 < characters.count { index += 1 }
      text.append(characters[index])
      index += 1
    }
    guard index < characters.count else {
      throw FilterError(reason: "a quotation mark is not closed", position: start + 1)
    }
    index += 1
    return String(text)
  }

  private mutating func word() -> String {
    let start = index
    while index < characters.count, Self.isPartOfWord(characters[index]) { index += 1 }
    return text(start..<index)
  }

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters[range])
    return String(text)
  }

  private static func isPartOfWord(_ character: Unicode.Scalar) -> Bool {
    !character.properties.isWhitespace && !"().,\"'=:!<>".unicodeScalars.contains(character)
  }
}
