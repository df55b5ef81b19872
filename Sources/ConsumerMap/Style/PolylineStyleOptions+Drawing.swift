internal import CellGrid
internal import FleetEngine
internal import MapCanvas

extension PolylineStyleOptions {
  /// Whether there is anything to draw.
  var isDrawn: Bool { isVisible && strokeWidth > 0 }

  /// The line on a map, as set and else as the theme has it.
  func line(_ type: PolylineType, theme: MapTheme) -> LineStyle {
    let role = theme.line(type)
    // A color that was set shows as it is, so the theme's dimming goes with the theme's color.
    return line(givenStrokeColor.map { CellStyle(foreground: $0) } ?? role.cellStyle, role)
  }

  /// A part of the line with traffic of a speed; nil where it looks like the line.
  func line(_ type: PolylineType, speed: SpeedReading, theme: MapTheme) -> LineStyle? {
    let role = theme.line(type)
    let cellStyle: CellStyle
    if let color = givenTrafficColor(for: speed) {
      cellStyle = CellStyle(foreground: color)
    } else if var style = theme.traffic(speed) {
      // Traffic of a faint line is faint too.
      if role.cellStyle.attributes.contains(.dim) { style.attributes.insert(.dim) }
      cellStyle = style
    } else {
      return nil
    }
    var line = line(cellStyle, role)
    if let pattern = MapTheme.pattern(speed) {
      line.patternGlyph = pattern.glyph
      line.asciiGlyph = pattern.ascii
    }
    return line
  }

  private func line(_ cellStyle: CellStyle, _ role: MapTheme.Line) -> LineStyle {
    let given = givenStrokeWidth.map { Int(max(1, min(3, $0.rounded()))) }
    let width = given ?? role.width
    return LineStyle(
      cellStyle: cellStyle,
      width: width,
      asciiGlyph: width > 1 ? "#" : "."
    )
  }
}
