public import CellGrid

/// Finds what the bytes of a program left switched on in a terminal.
struct TerminalLeftovers {
  /// The private modes that are on in a fresh terminal: autowrap and the cursor.
  private static let usualModes: Set<Int> = [7, 25]

  private var modes: [String: Bool] = [:]
  private var isKeypadOn = false
  private var isShifted = false
  private var characterSets: [UInt8: UInt8] = [:]
  private var titles = 0
  private var keyboards = 0
  private var cursorShape = 0
  private var linuxCursor = 0

  /// Reads everything that a program wrote.
  init(of bytes: [UInt8]) {
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x0E: isShifted = true
      case 0x0F: isShifted = false
      case 0x1B: readEscape(&rest)
      default: break
      }
    }
  }

  /// One line for each thing that is not as in a fresh terminal.
  var lines: [String] {
    var lines = modes.filter { mode, isOn in isOn != Self.isUsual(mode) }
      .map { "mode \($0.key) is \($0.value ? "on" : "off")" }
    if isKeypadOn { lines.append("keypad") }
    if isShifted { lines.append("shifted character set") }
    for (place, set) in characterSets where set != UInt8(ascii: "B") {
      let names = [place, set].map { String(UnicodeScalar($0)) }
      lines.append("character set \(names[0]) is \(names[1])")
    }
    if titles > 0 { lines.append("\(titles) saved titles") }
    if keyboards > 0 { lines.append("\(keyboards) keyboard modes") }
    if cursorShape != 0 || linuxCursor != 0 { lines.append("shape of the cursor") }
    return lines.sorted()
  }

  private static func isUsual(_ mode: String) -> Bool {
    // What the terminals of screen and tmux call a normal cursor.
    mode == "34" || mode.hasPrefix("?") && Int(mode.dropFirst()).map(usualModes.contains) == true
  }

  private mutating func readEscape(_ rest: inout ArraySlice<UInt8>) {
    guard let kind = rest.popFirst() else { return }
    switch kind {
    case UInt8(ascii: "["): readControl(&rest)
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      // A string ends with a bell or ESC \.
      while let byte = rest.popFirst(), byte != 0x07 {
        guard byte == 0x1B else { continue }
        _ = rest.popFirst()
        return
      }
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      if let set = rest.popFirst() { characterSets[kind] = set }
    case UInt8(ascii: "="): isKeypadOn = true
    case UInt8(ascii: ">"): isKeypadOn = false
    default: break
    }
  }

  private mutating func readControl(_ rest: inout ArraySlice<UInt8>) {
    let parameters = rest.prefix { (0x30...0x3F).contains($0) }
    rest = rest.dropFirst(parameters.count)
    let intermediates = rest.prefix { (0x20...0x2F).contains($0) }
    rest = rest.dropFirst(intermediates.count)
    guard let final = rest.popFirst() else { return }
    let text = String(decoding: parameters, as: UTF8.self)
    let mark = text.first.flatMap { "?><=".contains($0) ? String($0) : nil } ?? ""
    let numbers = text.dropFirst(mark.count).split(separator: ";").map { Int($0) ?? 0 }
    switch (mark, intermediates.first, final) {
    case ("", nil, UInt8(ascii: "h")), ("?", nil, UInt8(ascii: "h")):
      for number in numbers { modes["\(mark)\(number)"] = true }
    case ("", nil, UInt8(ascii: "l")), ("?", nil, UInt8(ascii: "l")):
      for number in numbers { modes["\(mark)\(number)"] = false }
    case ("", nil, UInt8(ascii: "t")) where numbers.first == 22: titles += 1
    case ("", nil, UInt8(ascii: "t")) where numbers.first == 23: titles -= 1
    case (">", nil, UInt8(ascii: "u")): keyboards += 1
    case ("<", nil, UInt8(ascii: "u")): keyboards = max(0, keyboards - (numbers.first ?? 1))
    case ("", UInt8(ascii: " "), UInt8(ascii: "q")): cursorShape = numbers.first ?? 0
    case ("?", nil, UInt8(ascii: "c")): linuxCursor = numbers.first ?? 0
    default: break
    }
  }
}

extension GridSize {
  /// The sizes that every way out of a program is tried in: curses takes 24 rows for granted.
  public static let ofTerminals = [
    GridSize(columns: 80, rows: 24), GridSize(columns: 100, rows: 32),
    GridSize(columns: 200, rows: 60),
  ]
}

extension PseudoTerminal {
  /// The rows that scroll.
  public var scrollRegion: ClosedRange<Int> { replayed().takeScrollRegion() }

  /// The modes that programs left switched on, one line each; empty in a terminal as it was at the start.
  ///
  /// It covers modes, the keypad, character sets, saved titles, the cursor's shape, the style of what
  /// is written next, and the scroll region.
  public var leftovers: [String] {
    var lines = TerminalLeftovers(of: rawOutput).lines
    // A region has two rows at least.
    guard size.columns > 0, size.rows > 1 else { return lines }
    let model = replayed()
    let region = model.takeScrollRegion()
    if region != 0...(model.size.rows - 1) {
      lines.append("rows \(region) of \(model.size.rows) scroll")
    }
    let sample = model.takeSample()
    if sample.base != "q" { lines.append("q is written as \(sample.base)") }
    if sample.style != .plain { lines.append("style \(sample.style)") }
    return lines
  }
}
