/// Text broken into lines.
enum TextWrapping {
  /// Breaks text at spaces; a word longer than a line is broken where the line ends.
  static func lines(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      var rest = word[...]
      if !line.isEmpty, line.count + 1 + rest.count <= width {
        line += " " + rest
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while rest.count > width {
        lines.append(String(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
      line = String(rest)
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
