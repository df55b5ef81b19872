internal import TrustLimits

/// Why bytes are not the expected JSON.
package enum JSONError: Error, Sendable, Hashable {
  /// The bytes are not JSON, or not JSON that every reader reads alike where that is required.
  case notJSON
  /// The JSON nests deeper than allowed.
  case tooDeep
  /// The JSON holds more values than allowed.
  case tooMany
  /// The JSON is of another shape than expected; with the path of the value at fault.
  case unexpected(path: String = "")
}

/// What a JSON text may hold.
package struct JSONRules: Sendable {
  /// The deepest nesting of lists and objects.
  package var depth = Limits.Reply.jsonDepth
  /// The most commas and brackets: each value takes many times the memory of its text.
  package var values = Int.max
  /// Whether a lone surrogate is read as U+FFFD and a number beyond `Double` as infinity.
  package var isLenient = false
  /// Whether objects with a repeated or an escaped name are refused: readers disagree about them.
  package var refusesAmbiguousNames = false

  /// RFC 8259, bounded in depth.
  package static let strict = JSONRules()

  /// An object that decides who may do what, of a few levels.
  package static let unambiguous = JSONRules(depth: 8, refusesAmbiguousNames: true)

  /// What a server sends: an error in one text does not cost the whole response.
  package static func lenient(values: Int = .max) -> JSONRules {
    JSONRules(values: values, isLenient: true)
  }
}
