public import Geo
public import CellGrid

/// The view of a map: a place and a zoom.
public struct Camera: Sendable, Hashable {
  /// The valid zooms.
  public static let zoomRange = 0.0...22.0

  /// The Braille dots across the whole world at zoom 0.
  static let worldDots = 256.0

  /// The place in the middle of the map, always valid and on the square world.
  public let center: Coordinate
  /// The zoom, in ``zoomRange``: the world is `256 × 2^zoom` Braille dots wide, like a web map with
  /// tiles of 256 pixels.
  public let zoom: Double

  /// Creates a camera; the zoom is clamped to ``zoomRange``.
  ///
  /// The center is moved to the nearest place in the Mercator projection. Values that are not finite
  /// become 0.
  public init(center: Coordinate, zoom: Double) {
    let latitude = center.latitude.isFinite ? center.latitude : 0
    let longitude = center.longitude.isFinite ? center.longitude : 0
    self.center = Coordinate(
      latitude: max(-WebMercator.maximumLatitude, min(WebMercator.maximumLatitude, latitude)),
      longitude: Maths.wrappedLongitude(longitude))
    self.zoom = Self.clamped(zoom)
  }

  var scale: Double { Self.worldDots * Maths.exp2(zoom) }

  /// The meters for each Braille dot in the middle of the map.
  public var metersPerDot: Double {
    WebMercator.metersPerWorld(atLatitude: center.latitude) / scale
  }

  /// The camera moved right and down by whole cells, so that visible lines keep their glyphs.
  public func panned(byColumns columns: Int, rows: Int) -> Camera {
    let middle = WebMercator.worldPoint(center)
    return Camera(
      worldCenter: WorldPoint(
        x: middle.x + Double(columns) * Viewport.cellWidth / scale,
        y: middle.y + Double(rows) * Viewport.cellHeight / scale
      ),
      zoom: zoom
    )
  }

  /// The camera moved right and down by fractions of the map, in whole cells and at least one.
  public func panned(right: Double, down: Double, of size: GridSize) -> Camera {
    panned(
      byColumns: Self.wholeCells(right, of: size.columns),
      rows: Self.wholeCells(down, of: size.rows))
  }

  /// The camera zoomed by a step, around a cell or else the middle of the map.
  public func zoomed(by step: Double, around cell: GridPoint? = nil, in rect: Rect) -> Camera {
    let target = Self.clamped(zoom + (step.isNaN ? 0 : step))
    guard let cell, rect.contains(cell) else { return Camera(center: center, zoom: target) }
    let right =
      (Double(cell.column - rect.minColumn) + 0.5 - Double(rect.columns) / 2) * Viewport.cellWidth
    let down = (Double(cell.row - rect.minRow) + 0.5 - Double(rect.rows) / 2) * Viewport.cellHeight
    let change = 1 / scale - 1 / (Self.worldDots * Maths.exp2(target))
    let middle = WebMercator.worldPoint(center)
    return Camera(
      worldCenter: WorldPoint(x: middle.x + right * change, y: middle.y + down * change),
      zoom: target)
  }

  init(worldCenter: WorldPoint, zoom: Double) {
    self.init(center: WebMercator.coordinate(worldCenter), zoom: zoom)
  }

  private static func clamped(_ zoom: Double) -> Double {
    zoom.isNaN ? 0 : max(zoomRange.lowerBound, min(zoomRange.upperBound, zoom))
  }

  private static func wholeCells(_ part: Double, of cells: Int) -> Int {
    guard part.isFinite, part != 0 else { return 0 }
    let distance = (max(-100, min(100, part)) * Double(cells)).rounded()
    return distance == 0 ? (part > 0 ? 1 : -1) : Int(distance)
  }
}
