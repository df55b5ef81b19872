extension InputParser {
  /// A string of the terminal's that has begun, as far as it came.
  struct StringReply: Sendable {
    /// What came after the escape byte.
    let introducer: UInt8
    /// The first bytes, as many as a reply that counts has.
    var text: [UInt8] = []
    /// How many bytes came.
    var count = 0
    /// Whether an escape byte came, which begins the end.
    var isEnding = false

    init(introducer: UInt8) { self.introducer = introducer }
  }

  /// The most replies that wait; who asks nothing never takes them.
  private static let mostReplies = 16
  /// The most bytes of a reply that counts.
  private static let longestText = 64

  /// The replies that came since the last call, in their order.
  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  mutating func keep(_ reply: TerminalReply) {
    if case .cursor = reply { expectsCursorReport = false }
    if replies.count < Self.mostReplies { replies.append(reply) }
  }

  mutating func consumeInString(
    _ byte: UInt8,
    _ reply: StringReply,
    into events: inout [InputEvent]
  ) {
    var reply = reply
    switch byte {
    case 0x07:
      end(reply)
    case 0x1B:
      // ESC \ ends the string; its backslash must not become a key.
      reply.isEnding = true
      state = .string(reply)
    case 0x5C where reply.isEnding:
      end(reply)
    case 0x00..<0x20:
      // No reply holds control characters. Ctrl-C must work even in a broken one.
      state = .ground
      consume(byte, into: &events)
    case _ where reply.isEnding:
      // The escape did not end the string, so it started something else.
      state = .escape
      consume(byte, into: &events)
    case _ where reply.count >= Self.longestString:
      state = .ground
    default:
      reply.count += 1
      if reply.text.count < Self.longestText { reply.text.append(byte) }
      state = .string(reply)
    }
  }

  private mutating func end(_ reply: StringReply) {
    state = .ground
    guard reply.introducer == UInt8(ascii: "]"), reply.count <= Self.longestText,
      let answer = TerminalReply(commandText: reply.text)
    else { return }
    keep(answer)
  }
}
