internal import CellGrid
internal import FleetEngine
internal import MapCanvas

extension MapScene {
  /// The same lines and markers in the colors of a theme, as for a picture that stands still.
  ///
  /// - Parameters:
  ///   - theme: The theme.
  ///   - subjects: What the first markers stand for, in their order.
  ///   - polylineStyles: The styles of lines of which an option was set.
  ///   - markerStyles: The styles of markers of which an option was set.
  /// - Returns: The scene, with all in its place.
  func restyled(
    _ theme: MapTheme,
    subjects: [MarkerSubject],
    polylineStyles: [PolylineType: PolylineStyleOptions],
    markerStyles: [CustomizableMarkerType: MarkerStyleOptions]
  ) -> MapScene {
    var scene = self
    for index in scene.polylines.indices
    where scene.polylines[index].rank != MapTheme.overlayRank {
      scene.polylines[index].style.cellStyle =
        Self.style(of: scene.polylines[index], theme, polylineStyles)
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

  /// How a line that the scene builder made looks: its rank tells the line, its pattern the traffic.
  private static func style(
    of line: MapPolyline,
    _ theme: MapTheme,
    _ styles: [PolylineType: PolylineStyleOptions]
  ) -> CellStyle {
    for fixed in [theme.travelled, theme.accuracy]
    where line.zIndex == .min && line.style.asciiGlyph == fixed.asciiGlyph {
      return fixed.cellStyle
    }
    let type = PolylineType.allCases.first { MapTheme.rank($0) == line.rank } ?? .remainingRoute
    let options = styles[type] ?? PolylineStyleOptions()
    let speed = [SpeedReading.slow, .trafficJam].first {
      MapTheme.pattern($0)?.glyph == line.style.patternGlyph
    }
    let traffic = speed.flatMap { options.line(type, speed: $0, theme: theme) }
    return (traffic ?? options.line(type, theme: theme)).cellStyle
  }
}
