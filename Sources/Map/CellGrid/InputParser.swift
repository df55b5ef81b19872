internal import TrustLimits

/// Turns the bytes of a terminal into events, however the bytes are divided into chunks.
///
/// The parser has no clock. A lone escape byte may be the Escape key or the start of a sequence: the
/// caller waits about 25 ms while ``isWaiting`` is true, or a second of silence while ``isPasting``
/// is, and then calls ``flush()``. Replies of the terminal, unknown sequences and bytes that are not
/// UTF-8 are not events. Except for a paste the parser keeps at most a few hundred bytes.
public struct InputParser: Sendable {
  enum State: Sendable {
    case ground
    case utf8(bytes: [UInt8], needed: Int, alt: Bool)
    case escape
    case controlSequence([UInt8])
    /// The bytes of an old mouse report, which has three.
    case oldMouse([UInt8])
    /// A function key of the Linux console.
    case consoleKey
    case singleShift([UInt8])
    /// A reply that ends with a string terminator.
    case string(StringReply)
    case paste(text: [UInt8], matched: Int)
  }

  /// The most bytes of a control sequence; a longer one is ignored.
  static let longestSequence = 64
  /// The most bytes of a string from the terminal.
  static let longestString = 4_096

  var state = State.ground
  private var events: [InputEvent] = []
  var replies: [TerminalReply] = []

  /// Whether a reply with the cursor's place is due; otherwise its sequence is F3 with a modifier.
  package var expectsCursorReport = false

  /// Creates a parser.
  public init() {}

  /// Whether an escape byte, alone or with the start of a sequence, waits for more bytes.
  public var isWaiting: Bool {
    switch state {
    case .escape, .consoleKey: true
    case .controlSequence(let bytes), .singleShift(let bytes): bytes.isEmpty
    case .string(let reply): reply.count == 0 && !reply.isEnding
    case .ground, .utf8, .oldMouse, .paste: false
    }
  }

  /// Whether a paste has not ended; if its end was lost, no key would work until ``flush()``.
  public var isPasting: Bool { if case .paste = state { true } else { false } }

  /// Parses bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    defer { events = [] }
    for byte in bytes { consume(byte) }
    return events
  }

  /// Ends the waiting for more bytes.
  public mutating func flush() -> [InputEvent] {
    guard isWaiting || isPasting else { return [] }
    defer { state = .ground }
    switch state {
    case .escape: return [.key(.escape, [])]
    case .controlSequence, .consoleKey: return [.key(.character("["), .alt)]
    case .singleShift: return [.key(.character("O"), .alt)]
    case .string(let reply):
      return [.key(.character(Character(Unicode.Scalar(reply.introducer))), .alt)]
    case .paste(let text, _): return [Self.paste(text)]
    case .ground, .utf8, .oldMouse: return []
    }
  }

  mutating func consume(_ byte: UInt8) {
    switch state {
    case .ground: consumeOnGround(byte, alt: false)
    case .utf8(var bytes, let needed, let alt):
      guard byte & 0xC0 == 0x80 else {
        state = .ground
        return consume(byte)
      }
      bytes.append(byte)
      guard bytes.count == needed else {
        state = .utf8(bytes: bytes, needed: needed, alt: alt)
        return
      }
      state = .ground
      if let character = Self.character(bytes) {
        events.append(.key(.character(character), alt ? .alt : []))
      }
    case .escape: consumeAfterEscape(byte)
    case .controlSequence(let bytes): consumeInControlSequence(byte, after: bytes)
    case .oldMouse(var bytes):
      bytes.append(byte)
      state = bytes.count < 3 ? .oldMouse(bytes) : .ground
      if bytes.count == 3, let event = MouseReport.old(bytes) { events.append(event) }
    case .consoleKey:
      state = .ground
      if (0x41...0x45).contains(byte) {
        events.append(.key(.function(Int(byte) - 0x40), []))
      } else if byte < 0x20 {
        consume(byte)
      }
    case .singleShift(let bytes): consumeInSingleShift(byte, after: bytes)
    case .string(let reply): consumeInString(byte, reply)
    case .paste(let text, let matched): consumeInPaste(byte, text: text, matched: matched)
    }
  }

  private mutating func consumeOnGround(_ byte: UInt8, alt: Bool) {
    state = .ground
    let modifiers: Modifiers = alt ? .alt : []
    switch byte {
    case 0x1B: state = .escape
    case 0x09: events.append(.key(.tab, modifiers))
    case 0x0A, 0x0D: events.append(.key(.enter, modifiers))
    case 0x08, 0x7F: events.append(.key(.backspace, modifiers))
    case 0x00: events.append(.key(.character(" "), modifiers.union(.control)))
    case 0x01...0x1A:
      let letter = Character(Unicode.Scalar(byte + 0x60))
      events.append(.key(.character(letter), modifiers.union(.control)))
    case 0x1C...0x1F:
      let sign = Character(Unicode.Scalar(byte + 0x40))
      events.append(.key(.character(sign), modifiers.union(.control)))
    case 0x20...0x7E: events.append(.key(.character(Character(Unicode.Scalar(byte))), modifiers))
    case 0xC2...0xDF: state = .utf8(bytes: [byte], needed: 2, alt: alt)
    case 0xE0...0xEF: state = .utf8(bytes: [byte], needed: 3, alt: alt)
    case 0xF0...0xF4: state = .utf8(bytes: [byte], needed: 4, alt: alt)
    default: break
    }
  }

  private mutating func consumeAfterEscape(_ byte: UInt8) {
    switch byte {
    case 0x5B: state = .controlSequence([])
    case 0x4F: state = .singleShift([])
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .string(StringReply(introducer: byte))
    case 0x1B: events.append(.key(.escape, []))
    default: consumeOnGround(byte, alt: true)
    }
  }

  private mutating func consumeInControlSequence(_ byte: UInt8, after bytes: [UInt8]) {
    switch byte {
    case 0x4D where bytes.isEmpty: state = .oldMouse([])
    case 0x5B where bytes.isEmpty: state = .consoleKey
    case 0x20...0x3F:
      let isFull = bytes.count >= Self.longestSequence
      state = .controlSequence(isFull ? bytes : bytes + [byte])
    case 0x40...0x7E:
      state = .ground
      guard bytes.count < Self.longestSequence else { return }
      let sequence = ControlSequence(bytes, final: byte)
      if sequence.startsPaste {
        state = .paste(text: [], matched: 0)
      } else if let reply = sequence.reply(expectsCursor: expectsCursorReport) {
        keep(reply)
      } else if let event = sequence.event {
        events.append(event)
      }
    default:
      // The sequence was cut off.
      state = .ground
      consume(byte)
    }
  }

  private mutating func consumeInSingleShift(_ byte: UInt8, after bytes: [UInt8]) {
    switch byte {
    case 0x30...0x3B: state = .singleShift(bytes.count >= 8 ? bytes : bytes + [byte])
    case 0x40...0x7E:
      state = .ground
      if let event = ControlSequence(bytes, final: byte).singleShiftEvent { events.append(event) }
    default:
      state = .ground
      consume(byte)
    }
  }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  private mutating func consumeInPaste(_ byte: UInt8, text: [UInt8], matched: Int) {
    var text = text
    if byte == Self.pasteEnd[matched] {
      if matched + 1 == Self.pasteEnd.count {
        state = .ground
        events.append(Self.paste(text))
      } else {
        state = .paste(text: text, matched: matched + 1)
      }
      return
    }
    let most = Limits.Text.pasteCharacters * 4
    text.append(contentsOf: Self.pasteEnd[..<matched].prefix(max(0, most - text.count)))
    // The end mark contains one escape byte, so a new match can only start here.
    if byte == Self.pasteEnd[0] {
      state = .paste(text: text, matched: 1)
    } else {
      if text.count < most { text.append(byte) }
      state = .paste(text: text, matched: 0)
    }
  }

  private static func paste(_ text: [UInt8]) -> InputEvent {
    let characters = String(decoding: text, as: UTF8.self).prefix(Limits.Text.pasteCharacters)
    // A grapheme may be long, so the scalars are limited too.
    let scalars = characters.unicodeScalars.prefix(Limits.Text.pasteCharacters)
    return .paste(String(String.UnicodeScalarView(scalars)))
  }

  /// The character of some bytes of UTF-8; nil if it is not valid or a control character.
  private static func character(_ bytes: [UInt8]) -> Character? {
    guard let text = String(validating: bytes, as: UTF8.self),
      let scalar = text.unicodeScalars.first, scalar.value >= 0xA0
    else { return nil }
    return Character(scalar)
  }
}
