internal import CellGrid
internal import FleetEngine
internal import MapCanvas

extension PolylineStyleOptions {
  /// Whether there is anything to draw.
  var isDrawn: Bool { isVisible && strokeWidth > 0 }

  /// The line on a map, as set and else as the theme has it.
  func line(_ type: PolylineType) -> LineStyle {
    let role = MapTheme.line(type)
    // A color that was set shows as it is, so the theme's dimming goes with the theme's color.
    return line(givenStrokeColor.map { CellStyle(foreground: $0) } ?? role.cellStyle, type)
  }

  /// A part of the line with traffic of a speed; nil where it looks like the line.
  func line(_ type: PolylineType, speed: SpeedReading) -> LineStyle? {
    guard let color = givenTrafficColor(for: speed) ?? MapTheme.traffic(speed) else { return nil }
    let attributes = MapTheme.line(type).cellStyle.attributes
    let isGiven = givenTrafficColor(for: speed) != nil
    var line = line(CellStyle(foreground: color, attributes: isGiven ? [] : attributes), type)
    if let pattern = MapTheme.pattern(speed) {
      line.patternGlyph = pattern.glyph
      line.asciiGlyph = pattern.ascii
    }
    return line
  }

  private func line(_ cellStyle: CellStyle, _ type: PolylineType) -> LineStyle {
    let given = givenStrokeWidth.map { Int(max(1, min(3, $0.rounded()))) }
    let width = given ?? MapTheme.line(type).width
    return LineStyle(
      cellStyle: cellStyle,
      width: width,
      asciiGlyph: width > 1 ? "#" : "."
    )
  }
}
