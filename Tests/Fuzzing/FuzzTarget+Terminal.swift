import CellGrid
import TrustLimits

extension FuzzTarget {
  /// The bytes that a terminal sends.
  static let inputParser = FuzzTarget(
    name: "input-parser", mostBytes: 4_096,
    seeds: {
      [
        "q\r\t\u{7F}é漢\u{1F697}\u{03}\u{1B}[A\u{1B}[1;5C\u{1B}OP\u{1B}[15~\u{1B}x\u{1B}",
        "\u{1B}[<0;10;20M\u{1B}[<32;11;20M\u{1B}[<0;11;20m\u{1B}[<64;1;1M\u{1B}[M !!",
        "\u{1B}[200~pasted\u{1B}[31m text\r\n\u{1B}[201~x\u{1B}[I\u{1B}[O\u{1B}[[A\u{1B}[97;5u",
        "\u{1B}[?62;1;6c\u{1B}[>0;276;0c\u{1B}[12;40R\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\"
          + "\u{1B}P1+r524742=38\u{1B}\\\u{1B}[?2026;2$y\u{1B}]4;0;rgb:00/00/00\u{07}",
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      var whole = InputParser()
      let events = whole.feed(bytes)
      try promise(events.count <= bytes.count, "more events than bytes")
      for event in events {
        switch event {
        case .paste(let text):
          try promise(text.count <= Limits.Text.pasteCharacters, "a paste without an end")
        case .key(.function(let number), _):
          try promise((1...24).contains(number), "the function key \(number)")
        case .mouse(let mouse):
          try promise(mouse.position.column >= 0 && mouse.position.row >= 0, "\(mouse.position)")
        default: break
        }
      }
      var cut = InputParser()
      let others = pieces(of: bytes).flatMap { cut.feed($0) }
      try promise(others == events, "events that depend on how their bytes come")
      let last = whole.flush()
      try promise(cut.flush() == last, "an end that depends on how the bytes came")
      try promise(last.count <= 1, "a wait that means several things")
      try promise(!whole.isWaiting && !whole.isPasting, "a wait that does not end")
    })

  /// Text before it comes to a screen.
  static let safeText = FuzzTarget(
    name: "safe-text", mostBytes: 8_192,
    seeds: {
      [
        "Straße 漢字 \u{1F697} e\u{301}\u{323}\u{327} \u{1100}\u{1161}\u{11A8}\u{200B}\u{202E}x",
        "\u{1B}]0;title\u{07}\u{9B}31m\ttab\r\nline\u{2028}\u{FEFF}\u{E000}\u{FE0F}か\u{3099}",
        "\u{1F468}\u{200D}\u{1F469}\u{1F1E9}\u{1F1EA} ก\u{0E33} \u{0622}\u{0653} \u{FFFD}\u{A0}\u{3000}",
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      let text = SafeText(utf8: bytes)
      let shown = text.description
      try promise(
        text.width <= Limits.Text.cells && shown.utf8.count <= Limits.Text.bytes,
        "a text of \(text.width) columns and \(shown.utf8.count) bytes")
      try promise(
        text.glyphs.reduce(0) { $0 + Int($1.width) } == text.width,
        "a width that is not that of its characters")
      for scalar in shown.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
          .paragraphSeparator:
          throw BrokenPromise(description: "U+\(String(scalar.value, radix: 16)) came through")
        default: break
        }
      }
      try promise(SafeText(shown) == text, "a clean text that cleaning changes")
      let columns = Int(bytes.first ?? 0)
      try promise(text.truncated(to: columns).width <= columns, "a cut text that is too wide")
      try promise(text.prefix(columns: columns).width <= columns, "a start that is too wide")
      try promise(
        text.padded(to: columns, alignment: .center).width == max(columns, text.width),
        "a padded text of another width")
      let half = SafeText(utf8: bytes.prefix(bytes.count / 2))
      try promise((half + text).width <= Limits.Text.cells, "two texts that are too wide")
    })
}
