internal import CellGrid
internal import FleetEngine
internal import MapCanvas

/// The styles of a snapshot: the options that are set, and the theme for all others.
struct MapStyles: Sendable {
  let polylines: [PolylineType: PolylineStyleOptions]
  let markers: [CustomizableMarkerType: MarkerStyleOptions]
  let theme: MapTheme

  subscript(type: PolylineType) -> PolylineStyleOptions {
    polylines[type] ?? PolylineStyleOptions()
  }

  subscript(type: CustomizableMarkerType) -> MarkerStyleOptions {
    markers[type] ?? MarkerStyleOptions()
  }

  /// The style of a marker's cells.
  func cellStyle(_ type: CustomizableMarkerType) -> CellStyle {
    var style = theme.marker(type)
    if let color = self[type].iconColor {
      style.foreground = color
      style.background = .standard
    }
    return style
  }

  func line(_ type: PolylineType) -> LineStyle {
    // A set color replaces the theme's whole style, also its dimming.
    let color = self[type].givenStrokeColor
    return line(type, color.map { CellStyle(foreground: $0) } ?? theme.line(type).cellStyle)
  }

  /// The style of a line's part with traffic; nil if it is the same as the line's.
  func line(_ type: PolylineType, speed: SpeedReading) -> LineStyle? {
    let cellStyle: CellStyle
    if let color = self[type].givenTrafficColor(for: speed) {
      cellStyle = CellStyle(foreground: color)
    } else if var style = theme.traffic(speed) {
      if theme.line(type).cellStyle.attributes.contains(.dim) { style.attributes.insert(.dim) }
      cellStyle = style
    } else {
      return nil
    }
    var line = line(type, cellStyle)
    if let pattern = MapTheme.pattern(speed) {
      line.patternGlyph = pattern.glyph
      line.asciiGlyph = pattern.ascii
    }
    return line
  }

  private func line(_ type: PolylineType, _ cellStyle: CellStyle) -> LineStyle {
    let given = self[type].givenStrokeWidth.map { Int(max(1, min(3, $0.rounded()))) }
    let width = given ?? theme.line(type).width
    return LineStyle(cellStyle: cellStyle, width: width)
  }
}

extension MapScene {
  /// Returns the same lines and markers with other styles, to redraw a frozen snapshot.
  func restyled(_ styles: MapStyles, subjects: [MarkerSubject]) -> MapScene {
    var scene = self
    for index in scene.polylines.indices {
      guard let style = Self.cellStyle(of: scene.polylines[index].role, styles) else { continue }
      scene.polylines[index].style.cellStyle = style
    }
    for index in scene.markers.indices where scene.markers[index].rank != MapTheme.overlayRank {
      scene.markers[index].style =
        subjects.indices.contains(index)
        ? styles.cellStyle(subjects[index].type) : styles.theme.foreignStop
    }
    return scene
  }

  /// The style of a line with a role; nil for an app's line, which keeps its style.
  private static func cellStyle(of role: LineRole, _ styles: MapStyles) -> CellStyle? {
    func route(_ type: PolylineType, _ traffic: LineRole.Traffic?) -> CellStyle {
      let line = traffic.flatMap { styles.line(type, speed: $0.speed) }
      return (line ?? styles.line(type)).cellStyle
    }
    return switch role {
    case .overlay: nil
    case .traveled: styles.theme.traveled.cellStyle
    case .reports: styles.theme.reports.cellStyle
    case .accuracy: styles.theme.accuracy.cellStyle
    case .activeRoute(let traffic): route(.activeRoute, traffic)
    case .remainingRoute(let traffic): route(.remainingRoute, traffic)
    }
  }
}

extension LineRole.Traffic {
  /// Creates the traffic of a speed; nil if it is not drawn.
  init?(_ speed: SpeedReading) {
    switch speed {
    case .slow: self = .slow
    case .trafficJam: self = .jam
    case .normal, .unknown: return nil
    }
  }

  fileprivate var speed: SpeedReading {
    switch self {
    case .slow: .slow
    case .jam: .trafficJam
    }
  }
}
