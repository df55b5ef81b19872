/// A control sequence from a terminal, which starts with `ESC [`.
struct ControlSequence {
  private let final: UInt8
  /// `<`, `=`, `>` or `?` at the start, which marks mouse reports and replies.
  private let marker: UInt8?
  /// The numbers; -1 for a missing one.
  private let parameters: [Int]
  /// The numbers after a colon in the first two parameters; -1 for a missing one.
  private let details: [Int]
  /// Whether the sequence has bytes that no key sends.
  private let isReply: Bool
  /// The bytes of a reply between the numbers and the final byte.
  private let intermediates: [UInt8]

  init(_ bytes: [UInt8], final: UInt8) {
    self.final = final
    let marker = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    self.marker = marker
    let rest = marker == nil ? bytes[...] : bytes.dropFirst()
    isReply = rest.contains { !(0x30...0x3B).contains($0) }
    let numbers = rest.prefix { (0x30...0x3F).contains($0) }
    intermediates = Array(rest.dropFirst(numbers.count))
    let parts = numbers.split(separator: 0x3B, omittingEmptySubsequences: false)
    let numberedParts = parts.map { $0.split(separator: 0x3A, omittingEmptySubsequences: false) }
    parameters = numberedParts.map { Self.number($0.first) }
    details = numberedParts.prefix(2).map { Self.number($0.dropFirst().first) }
  }

  private static func number(_ digits: ArraySlice<UInt8>?) -> Int {
    guard let digits, digits.count <= 7 else { return -1 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? -1
  }

  /// Whether a key was released, as a terminal reports that another program left in kitty's keyboard mode.
  ///
  /// Source: https://sw.kovidgoyal.net/kitty/keyboard-protocol/
  private var isRelease: Bool { details.count > 1 && details[1] == 3 }

  var startsPaste: Bool { final == UInt8(ascii: "~") && marker == nil && parameters == [200] }

  /// The sequence as a reply of the terminal, if it is one.
  func reply(expectsCursor: Bool) -> TerminalReply? {
    switch (final, marker, intermediates) {
    case (UInt8(ascii: "c"), UInt8(ascii: "?"), []): return .attributes
    case (UInt8(ascii: "n"), UInt8(ascii: "?"), []):
      // Source: https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
      guard parameters == [997, 1] || parameters == [997, 2] else { return nil }
      return .scheme(isLight: parameters[1] == 2)
    case (UInt8(ascii: "y"), UInt8(ascii: "?"), [UInt8(ascii: "$")]):
      guard parameters.count == 2, parameters[0] > 0, parameters[1] >= 0 else { return nil }
      return .mode(parameters[0], state: parameters[1])
    case (UInt8(ascii: "R"), nil, []) where expectsCursor:
      guard parameters.count == 2, parameters.allSatisfy({ $0 > 0 }) else { return nil }
      return .cursor(column: parameters[1], row: parameters[0])
    default: return nil
    }
  }

  /// The event of the sequence; nil for replies and unknown sequences.
  var event: InputEvent? {
    if marker == UInt8(ascii: "<") { return MouseReport.event(parameters, final: final) }
    guard marker == nil, !isReply, !isRelease else { return nil }
    switch final {
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"):
      guard let key = Self.numberedKey(parameters.first ?? -1) else { return nil }
      var modifiers = modifiers
      if final != UInt8(ascii: "~") { modifiers.insert(.control) }
      if final == UInt8(ascii: "@") { modifiers.insert(.shift) }
      return .key(key, modifiers)
    case UInt8(ascii: "Z"): return .key(.tab, modifiers.union(.shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      // rxvt's arrows with Shift; `CSI c` with a number is a reply.
      guard parameters == [-1] || parameters.isEmpty else { return nil }
      return Self.letterKey(final - 0x20).map { .key($0, .shift) }
    case UInt8(ascii: "u"): return spelledKey
    case UInt8(ascii: "R"):
      // F3 without a modifier has another sequence, and the cursor's place looks like this one.
      return parameters.first == 1 && !modifiers.isEmpty ? .key(.function(3), modifiers) : nil
    case UInt8(ascii: "I"), UInt8(ascii: "O"):
      guard parameters == [-1] || parameters.isEmpty else { return nil }
      return .focus(final == UInt8(ascii: "I"))
    default: return Self.letterKey(final).map { .key($0, modifiers) }
    }
  }

  /// The event of a sequence that starts with `ESC O` instead.
  var singleShiftEvent: InputEvent? {
    let modifiers = Self.modifiers(parameters.last ?? -1)
    switch final {
    case UInt8(ascii: "R"): return .key(.function(3), modifiers)
    case UInt8(ascii: "M"): return .key(.enter, modifiers)
    case UInt8(ascii: "I"): return .key(.tab, modifiers)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return Self.letterKey(final - 0x20).map { .key($0, .control) }
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      // The keypad in its application mode.
      return .key(.character(Character(Unicode.Scalar(final - 0x40))), modifiers)
    default: return Self.letterKey(final).map { .key($0, modifiers) }
    }
  }

  private var modifiers: Modifiers { Self.modifiers(parameters.count > 1 ? parameters[1] : -1) }

  /// A key as `CSI code : shifted code ; modifiers u`.
  private var spelledKey: InputEvent? {
    guard var code = parameters.first, code > 0 else { return nil }
    var modifiers = modifiers
    // Such a terminal reports "p" with Shift, others "P".
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(UInt8(clamping: code))
    if modifiers.contains(.shift), details[0] > 0x20 || isLetter {
      modifiers.remove(.shift)
      code = details[0] > 0x20 ? details[0] : code - 0x20
    }
    guard let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
    switch code {
    case 9: return .key(.tab, modifiers)
    case 13: return .key(.enter, modifiers)
    case 27: return .key(.escape, modifiers)
    case 8, 127: return .key(.backspace, modifiers)
    case 0x20...0x7E, 0xA0...0xDFFF, 0xF900...:
      return .key(.character(Character(scalar)), modifiers)
    default: return nil
    }
  }

  private static func modifiers(_ parameter: Int) -> Modifiers {
    guard parameter > 1, parameter <= 256 else { return [] }
    return Modifiers(rawValue: UInt8((parameter - 1) & 7))
  }

  private static func letterKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "S"): .function(4)
    default: nil
    }
  }

  private static func numberedKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }
}

enum MouseReport {
  /// The event of an SGR report: button, column, row, and `M` or `m` for down or up.
  static func event(_ parameters: [Int], final: UInt8) -> InputEvent? {
    guard parameters.count == 3, final == 0x4D || final == 0x6D else { return nil }
    return event(parameters, isUp: final == 0x6D)
  }

  /// The event of an old report: three bytes, each 32 too high.
  static func old(_ bytes: [UInt8]) -> InputEvent? {
    var values = bytes.map { Int($0) - 32 }
    guard values.count == 3 else { return nil }
    let isUp = values[0] & 0b1100_0011 == 3
    if isUp { values[0] = 0 }
    return event(values, isUp: isUp)
  }

  private static func event(_ values: [Int], isUp: Bool) -> InputEvent? {
    let (button, places) = (values[0], 1...32_768)
    guard button >= 0, places.contains(values[1]), places.contains(values[2]) else { return nil }
    let position = GridPoint(column: values[1] - 1, row: values[2] - 1)
    // Bits 2 to 4 are Shift, Alt and Control, bit 5 is motion, bits 6 and 7 further buttons.
    switch (button & 0b1100_0011, button & 0b10_0000 != 0) {
    case (0, _) where isUp: return .mouse(MouseEvent(.release, at: position))
    case (0, false): return .mouse(MouseEvent(.press, at: position))
    case (0, true): return .mouse(MouseEvent(.drag, at: position))
    case (2, false) where !isUp: return .mouse(MouseEvent(.rightPress, at: position))
    case (64, false) where !isUp: return .mouse(MouseEvent(.wheelUp, at: position))
    case (65, false) where !isUp: return .mouse(MouseEvent(.wheelDown, at: position))
    default: return nil
    }
  }
}
