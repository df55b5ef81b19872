internal import CellGrid
internal import FleetEngine
internal import MapCanvas

extension MapScene {
  /// The same lines and markers in the colors of a theme, as for a picture that stands still.
  func restyled(
    _ theme: MapTheme,
    subjects: [MarkerSubject],
    polylineStyles: [PolylineType: PolylineStyleOptions],
    markerStyles: [CustomizableMarkerType: MarkerStyleOptions]
  ) -> MapScene {
    var scene = self
    for index in scene.polylines.indices {
      let role = scene.polylines[index].role
      guard let style = Self.style(of: role, theme, polylineStyles) else { continue }
      scene.polylines[index].style.cellStyle = style
    }
    for index in scene.markers.indices where scene.markers[index].rank != MapTheme.overlayRank {
      guard subjects.indices.contains(index) else {
        scene.markers[index].style = theme.foreignStop
        continue
      }
      let type = subjects[index].type
      var style = theme.marker(type)
      if let color = markerStyles[type]?.iconColor { style.foreground = color }
      scene.markers[index].style = style
    }
    return scene
  }

  /// How a line with a role looks; nil for an app's own, which keeps its style.
  private static func style(
    of role: LineRole,
    _ theme: MapTheme,
    _ styles: [PolylineType: PolylineStyleOptions]
  ) -> CellStyle? {
    func route(_ type: PolylineType, _ traffic: LineRole.Traffic?) -> CellStyle {
      let options = styles[type] ?? PolylineStyleOptions()
      let line = traffic.flatMap { options.line(type, speed: $0.speed, theme: theme) }
      return (line ?? options.line(type, theme: theme)).cellStyle
    }
    return switch role {
    case .overlay: nil
    case .travelled: theme.travelled.cellStyle
    case .accuracy: theme.accuracy.cellStyle
    case .activeRoute(let traffic): route(.activeRoute, traffic)
    case .remainingRoute(let traffic): route(.remainingRoute, traffic)
    }
  }
}

extension LineRole.Traffic {
  /// The traffic of a speed; nil where it is not drawn.
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
