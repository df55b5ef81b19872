internal import CellGrid

/// Text broken into lines.
enum TextWrapping {
  /// Breaks text at spaces; a word longer than a line is broken where the line ends.
  static func lines(_ text: SafeText, width: Int) -> [SafeText] {
    guard width > 0 else { return [] }
    var lines: [SafeText] = []
    var line = SafeText()
    for var word in words(text) {
      if !line.isEmpty, line.width + 1 + word.width <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while word.width > width {
        let part = word.prefix(columns: width)
        // A wide character in a line of one column cannot be shown at all.
        guard !part.isEmpty else { return lines }
        lines.append(part)
        word = word.dropping(part.glyphs.count)
      }
      line = word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private static func words(_ text: SafeText) -> [SafeText] {
    text.description.split(separator: " ").map { SafeText(String($0)) }
  }
}

extension SafeText {
  /// The text without its first characters.
  fileprivate func dropping(_ count: Int) -> SafeText {
    let start = prefix(columns: glyphs.prefix(count).reduce(0) { $0 + Int($1.width) })
    return SafeText(
      String(description.unicodeScalars.dropFirst(start.description.unicodeScalars.count))
    )
  }
}
