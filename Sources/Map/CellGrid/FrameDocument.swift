/// A frame as a file or a stream of text.
public enum FrameFormat: String, Sendable, CaseIterable {
  /// The characters alone, without trailing spaces.
  case txt
  /// The characters with SGR sequences for colors and attributes.
  case ansi
  /// A picture whose map dots and blocks are shapes, so that no font changes them.
  case svg
}

extension Frame {
  /// The frame as a document that ends with a line break.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - background: Decides the standard colors of an SVG picture; an unknown one counts as dark.
  ///   - hasExactColors: Whether SGR sequences may name any color, and not only those of the palette.
  public func document(
    _ format: FrameFormat, background: Appearance.Background = .dark, hasExactColors: Bool = false
  ) -> String {
    switch format {
    case .txt: rows.map { $0.trimmingTrailingSpaces() + "\n" }.joined()
    case .ansi: (0..<size.rows).map { ansiRow($0, hasExactColors) }.joined()
    case .svg: SVGPicture(self, isLight: background == .light).text
    }
  }

  private func ansiRow(_ row: Int, _ hasExactColors: Bool) -> String {
    var line = ""
    var style = CellStyle.plain
    let isBlank = { (column: Int) in self[column, row].looksLike(.blank) }
    let end = (0..<size.columns).last { !isBlank($0) }.map { $0 + 1 } ?? 0
    for column in 0..<end where self[column, row].width > 0 {
      let cell = self[column, row]
      if cell.style != style {
        style = cell.style
        var shown = style
        if !hasExactColors { shown = shown.reduced(to: .palette256) }
        line += "\u{1B}[\(shown.selectGraphicRendition)m"
      }
      line += cell.text
    }
    return line + (style == .plain ? "\n" : "\u{1B}[m\n")
  }
}

extension Cell {
  /// The character with its combining marks.
  var text: String {
    var scalars = String.UnicodeScalarView([base])
    for mark in [marks.0, marks.1] where mark != 0 {
      if let scalar = Unicode.Scalar(mark) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}

extension String {
  fileprivate func trimmingTrailingSpaces() -> Substring {
    self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
  }
}

extension CellStyle {
  /// The parameters of the SGR sequence that sets this style after a reset.
  fileprivate var selectGraphicRendition: String {
    var parameters = ["0"]
    for (attribute, code) in [
      (Attributes.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
    ] where attributes.contains(attribute) {
      parameters.append(code)
    }
    return (parameters + foreground.parameters(base: 30) + background.parameters(base: 40))
      .joined(separator: ";")
  }
}

extension Color {
  /// The SGR parameters of a foreground (`base` 30) or a background (`base` 40).
  fileprivate func parameters(base: Int) -> [String] {
    switch self {
    case .standard: []
    case .indexed(let index) where index < 8: ["\(base + Int(index))"]
    case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
    case .rgb(let red, let green, let blue): ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    }
  }
}
