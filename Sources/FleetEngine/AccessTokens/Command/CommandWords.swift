public import FleetEngine
internal import TrustLimits

/// A command line split into words without a shell.
///
/// Words are separated by spaces, tabs and line ends. Single quotes make all characters literal.
/// Double quotes do the same, except for a backslash before a double quote or another backslash.
/// Elsewhere a backslash makes the next character literal. Variables, patterns, tildes and pipes are
/// not expanded.
public struct CommandWords: Sendable, Hashable {
  /// The words, at least one.
  public let words: [String]

  /// Splits a command line of at most 64 KiB.
  ///
  /// Throws if it has no program, an open quote, a final backslash or a control character. `name` is
  /// the command line's name in errors.
  public init(parsing line: String, called name: String = "token command") throws(AccessTokenError)
  {
    guard line.utf8.count <= Limits.Token.bytes else {
      throw AccessTokenError(reason: "The \(name) is too long.")
    }
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar.value >= 0x20 || ["\t", "\n", "\r"].contains(scalar), scalar.value != 0x7F else {
        throw AccessTokenError(reason: "The \(name) holds a control character.")
      }
      switch (quote, scalar) {
      case (nil, " "), (nil, "\t"), (nil, "\n"), (nil, "\r"):
        if let ended = word { words.append(String(ended)) }
        word = nil
      case (nil, "'"), (nil, "\""):
        quote = scalar
        word = word ?? String.UnicodeScalarView()
      case (nil, "\\"):
        guard let next = rest.popFirst() else {
          throw AccessTokenError(reason: "The \(name) ends with a backslash.")
        }
        word = (word ?? String.UnicodeScalarView()) + [next]
      case ("\"", "\\") where rest.first == "\"" || rest.first == "\\":
        word = (word ?? String.UnicodeScalarView()) + [rest.removeFirst()]
      case (scalar, _): quote = nil
      default: word = (word ?? String.UnicodeScalarView()) + [scalar]
      }
    }
    guard quote == nil else { throw AccessTokenError(reason: "The \(name) ends within quotes.") }
    if let ended = word { words.append(String(ended)) }
    guard words.first?.isEmpty == false else {
      throw AccessTokenError(reason: "The \(name) names no program.")
    }
    self.words = words
  }
}
