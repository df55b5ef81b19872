public import CellGrid
public import Geo

/// Finds the camera that shows places on a map of a given size.
public enum CameraFit {
  /// The default zooms.
  public static let zoomRange = 2.0...18.0

  /// The camera that shows the valid coordinates as large as possible.
  ///
  /// The padding is the free fraction of width and height on each side, in 0...0.45. Returns nil if
  /// no coordinate is valid or the map has no cells.
  public static func camera(
    showing coordinates: some Sequence<Coordinate>,
    in size: GridSize,
    padding: Double = 0.1,
    zoomRange: ClosedRange<Double> = CameraFit.zoomRange
  ) -> Camera? {
    guard let bounds = CoordinateBounds(enclosing: coordinates) else { return nil }
    return camera(showing: bounds, in: size, padding: padding, zoomRange: zoomRange)
  }

  /// The camera that shows an area as large as possible.
  ///
  /// The padding is the free fraction of width and height on each side, in 0...0.45. Returns nil if
  /// the bounds are not finite or the map has no cells.
  public static func camera(
    showing bounds: CoordinateBounds,
    in size: GridSize,
    padding: Double = 0.1,
    zoomRange: ClosedRange<Double> = CameraFit.zoomRange
  ) -> Camera? {
    let top = WebMercator.worldPoint(Coordinate(latitude: bounds.north, longitude: bounds.west))
    let bottom = WebMercator.worldPoint(Coordinate(latitude: bounds.south, longitude: bounds.west))
    let width = bounds.longitudeSpan / 360
    guard size.columns > 0, size.rows > 0, top.isFinite, bottom.isFinite, width.isFinite else {
      return nil
    }
    let free = 1 - 2 * max(0, min(0.45, padding.isNaN ? 0 : padding))
    let across = zoom(dots: Double(size.columns) * Viewport.cellWidth * free, world: width)
    let down = zoom(dots: Double(size.rows) * Viewport.cellHeight * free, world: bottom.y - top.y)
    return Camera(
      worldCenter: WorldPoint(x: top.x + width / 2, y: (top.y + bottom.y) / 2),
      zoom: max(zoomRange.lowerBound, min(zoomRange.upperBound, across, down))
    )
  }

  /// The camera that shows a circle; nil for an invalid center or a map without cells.
  public static func camera(
    around center: Coordinate,
    radiusMeters radius: Double,
    in size: GridSize,
    zoomRange: ClosedRange<Double> = CameraFit.zoomRange
  ) -> Camera? {
    guard center.isValid, size.columns > 0, size.rows > 0 else { return nil }
    let dots = min(
      Double(size.columns) * Viewport.cellWidth,
      Double(size.rows) * Viewport.cellHeight
    )
    let world = 2 * radius / WebMercator.metersPerWorld(atLatitude: center.latitude)
    return Camera(
      center: center,
      zoom: max(zoomRange.lowerBound, min(zoomRange.upperBound, zoom(dots: dots, world: world)))
    )
  }

  private static func zoom(dots: Double, world: Double) -> Double {
    guard world > 0 else { return .infinity }
    return Maths.log2(dots / (world * Camera.worldDots))
  }
}
