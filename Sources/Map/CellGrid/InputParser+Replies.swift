extension InputParser {
  struct StringReply: Sendable {
    let introducer: UInt8
    /// The first bytes, as many as a known reply may have.
    var text: [UInt8] = []
    var count = 0
    /// Whether an escape byte came, with which the end starts.
    var isEnding = false
  }

  /// The most replies that wait, since some callers never read them.
  private static let mostReplies = 16
  /// The most bytes of a known reply.
  private static let longestText = 64

  /// Removes and returns the replies.
  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  mutating func keep(_ reply: TerminalReply) {
    if case .cursor = reply { expectsCursorReport = false }
    if replies.count < Self.mostReplies { replies.append(reply) }
  }

  mutating func consumeInString(_ byte: UInt8, _ reply: StringReply) {
    var reply = reply
    switch byte {
    case 0x07: end(reply)
    case 0x1B:
      // ESC \ ends the string; its backslash must not become a key.
      reply.isEnding = true
      state = .string(reply)
    case 0x5C where reply.isEnding: end(reply)
    case 0x00..<0x20:
      // Replies have no control characters, and Ctrl-C must work even in a broken one.
      state = .ground
      consume(byte)
    case _ where reply.isEnding:
      // The escape byte did not end the string, so it started something else.
      state = .escape
      consume(byte)
    case _ where reply.count >= Self.longestString: state = .ground
    default:
      reply.count += 1
      if reply.text.count < Self.longestText { reply.text.append(byte) }
      state = .string(reply)
    }
  }

  private mutating func end(_ reply: StringReply) {
    state = .ground
    guard reply.count <= Self.longestText else { return }
    let answer: TerminalReply? =
      switch reply.introducer {
      case UInt8(ascii: "]"): TerminalReply(commandText: reply.text)
      case UInt8(ascii: "P"): TerminalReply(deviceText: reply.text)
      default: nil
      }
    if let answer { keep(answer) }
  }
}
