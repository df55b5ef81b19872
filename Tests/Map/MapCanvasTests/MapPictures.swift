import CellGrid
import Geo

@testable import MapCanvas

/// Small maps for tests.
enum MapPictures {
  /// Zoom 14 near Milan, some 6.7 meters a Braille dot.
  static let camera = Camera(center: Coordinate(latitude: 45.4642, longitude: 9.19), zoom: 14)

  /// The coordinate of a place given in Braille dots from the top left corner of a map.
  static func coordinate(_ x: Double, _ y: Double, in size: GridSize) -> Coordinate {
    let rect = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    return Viewport(camera: camera, rect: rect, kind: .braille)
      .coordinate(at: DotPosition(x: x + 0.5, y: y + 0.5))
  }

  /// A line through places given in Braille dots.
  static func line(
    _ dots: [(Double, Double)], in size: GridSize, style: LineStyle = LineStyle(), zIndex: Int = 0
  ) -> MapPolyline {
    MapPolyline(
      coordinates: dots.map { coordinate($0.0, $0.1, in: size) }, style: style, zIndex: zIndex)
  }

  /// The frame of a scene alone.
  static func frame(
    _ scene: MapScene, size: GridSize, kind: DotGridKind, camera: Camera = camera,
    by renderer: MapRenderer = MapRenderer()
  ) -> Frame {
    var frame = Frame(size: size)
    renderer.draw(scene, camera: camera, into: &frame, rect: frame.bounds, kind: kind)
    return frame
  }

  /// A ride as the viewer shows it: traveled, active and later routes, and markers.
  static func ride(in size: GridSize) -> MapScene {
    let traveled = line(
      [(10, 70), (16, 66), (40, 60)], in: size,
      style: LineStyle(
        cellStyle: CellStyle(attributes: .dim), dash: LineStyle.Dash(drawn: 1, gap: 2),
        asciiGlyph: "."))
    let active = line(
      [(40, 60), (52, 58), (48, 28), (60, 26)], in: size,
      style: LineStyle(cellStyle: CellStyle(foreground: .indexed(74)), width: 2), zIndex: 2)
    let later = line(
      [(60, 26), (78, 24), (76, 12), (94, 6), (400, -90)], in: size,
      style: LineStyle(cellStyle: CellStyle(foreground: .indexed(243)), asciiGlyph: ","), zIndex: 1)
    return MapScene(
      polylines: [active, traveled, later],
      markers: [
        MapMarker(
          coordinate: coordinate(10, 70, in: size),
          glyph: .text("(P)"),
          style: CellStyle(foreground: .indexed(36)),
          edgeHint: "P"
        ),
        MapMarker(
          coordinate: coordinate(60, 26, in: size),
          glyph: .text("(1)"),
          edgeHint: "1"
        ),
        MapMarker(
          coordinate: coordinate(400, -90, in: size),
          glyph: .text("(D)"),
          edgeHint: "D"
        ),
        MapMarker(
          coordinate: coordinate(40, 60, in: size),
          glyph: .vehicle(heading: 85, isOld: false),
          style: CellStyle(attributes: [.bold, .reverse]),
          zIndex: 9
        ),
      ]
    )
  }
}
