internal import TrustLimits

/// Why bytes are not the expected JSON.
package enum JSONError: Error, Sendable, Hashable {
  /// The bytes are not JSON, or are ambiguous JSON where the rules forbid it.
  case notJSON
  /// The JSON nests deeper than allowed.
  case tooDeep
  /// The JSON holds more values than allowed, or an object more members.
  case tooMany
  /// The task was cancelled.
  case cancelled
  /// A value, at the given path, does not have the expected type.
  case unexpected(path: String = "")
}

/// The rules of a JSON text.
package struct JSONRules: Sendable {
  /// The deepest nesting of lists and objects.
  package var depth = Limits.Response.jsonDepth
  /// The most commas and opening brackets: a value needs much more memory than its text.
  package var values = Int.max
  /// The most members of one object: lookup of a member is linear.
  package var members = Int.max
  /// Whether parsing ends early once the task is cancelled.
  package var isCancellable = false
  /// Whether a lone surrogate becomes U+FFFD, and a number beyond `Double` infinity.
  package var isLenient = false
  /// Whether a repeated or escaped name is an error, because readers disagree about them.
  package var refusesAmbiguousNames = false

  /// RFC 8259, bounded in depth.
  package static let strict = JSONRules()

  /// RFC 8259, bounded in depth and in values.
  package static func strict(values: Int) -> JSONRules { JSONRules(values: values) }

  /// For a shallow object that security depends on, such as a token.
  package static let unambiguous = JSONRules(depth: 8, refusesAmbiguousNames: true)

  /// For a server's responses: one bad text does not make the whole response unreadable.
  package static func lenient(values: Int) -> JSONRules {
    JSONRules(values: values, members: Limits.Response.jsonMembers, isLenient: true)
  }
}
