public import CellGrid
public import Geo

/// Finds the camera that shows places on a map of a given size.
public enum CameraFit {
  /// The default zooms.
  public static let zoomRange = 2.0...18.0

  /// The fewest free cells at the sides of a map; together they take at most half of it.
  public struct Margins: Sendable, Hashable {
    /// The columns on each side.
    public var sides: Int
    /// The rows above.
    public var top: Int
    /// The rows below.
    public var bottom: Int

    /// Creates margins, by default none.
    public init(sides: Int = 0, top: Int = 0, bottom: Int = 0) {
      (self.sides, self.top, self.bottom) = (sides, top, bottom)
    }

    /// Room for whole markers, and for the scale bar in the last row.
    public static let markers = Margins(sides: 3, top: 1, bottom: 2)
  }

  /// The camera that shows the valid coordinates as large as possible.
  ///
  /// The padding is the free fraction of width and height on each side, in 0...0.45. Returns nil if
  /// no coordinate is valid or the map has no cells.
  public static func camera(
    showing coordinates: some Sequence<Coordinate>, in size: GridSize, padding: Double = 0.1,
    margins: Margins = Margins(), zoomRange: ClosedRange<Double> = CameraFit.zoomRange
  ) -> Camera? {
    guard let bounds = CoordinateBounds(enclosing: coordinates) else { return nil }
    return camera(
      showing: bounds, in: size, padding: padding, margins: margins, zoomRange: zoomRange)
  }

  /// The camera that shows an area as large as possible.
  ///
  /// The padding is the free fraction of width and height on each side, in 0...0.45. Returns nil if
  /// the bounds are not finite or the map has no cells.
  public static func camera(
    showing bounds: CoordinateBounds, in size: GridSize, padding: Double = 0.1,
    margins: Margins = Margins(), zoomRange: ClosedRange<Double> = CameraFit.zoomRange
  ) -> Camera? {
    let top = WebMercator.worldPoint(Coordinate(latitude: bounds.north, longitude: bounds.west))
    let bottom = WebMercator.worldPoint(Coordinate(latitude: bounds.south, longitude: bounds.west))
    let width = bounds.longitudeSpan / 360
    guard size.columns > 0, size.rows > 0, top.isFinite, bottom.isFinite, width.isFinite else {
      return nil
    }
    let padding = max(0, min(0.45, padding.isNaN ? 0 : padding))
    let (left, right) = free(margins.sides, margins.sides, of: size.columns, padding)
    let (above, below) = free(margins.top, margins.bottom, of: size.rows, padding)
    let columns = Double(size.columns) - left - right
    let rows = Double(size.rows) - above - below
    let across = zoom(dots: columns * Viewport.cellWidth, world: width)
    let down = zoom(dots: rows * Viewport.cellHeight, world: bottom.y - top.y)
    let zoom = max(zoomRange.lowerBound, min(zoomRange.upperBound, across, down))
    // In the middle of the map, unless that leaves one side less than its margin.
    let cells = Camera.worldDots * Maths.exp2(zoom) / Viewport.cellHeight
    let rest = max(0, Double(size.rows) - (bottom.y - top.y) * cells) / 2
    let shift = (max(0, below - rest) - max(0, above - rest)) / cells
    return Camera(
      worldCenter: WorldPoint(x: top.x + width / 2, y: (top.y + bottom.y) / 2 + shift), zoom: zoom)
  }

  /// The free cells at two opposite sides.
  private static func free(
    _ first: Int, _ second: Int, of length: Int, _ padding: Double
  ) -> (Double, Double) {
    let padding = padding * Double(length)
    // A map of few cells is not filled by its margins.
    let scale = min(1, Double(length) / 2 / Double(max(1, first + second)))
    return (max(padding, Double(first) * scale), max(padding, Double(second) * scale))
  }

  /// The camera that shows a circle; nil for an invalid center or a map without cells.
  public static func camera(
    around center: Coordinate, radiusMeters radius: Double, in size: GridSize,
    zoomRange: ClosedRange<Double> = CameraFit.zoomRange
  ) -> Camera? {
    guard center.isValid, size.columns > 0, size.rows > 0 else { return nil }
    let dots = min(
      Double(size.columns) * Viewport.cellWidth, Double(size.rows) * Viewport.cellHeight)
    let world = 2 * radius / WebMercator.metersPerWorld(atLatitude: center.latitude)
    return Camera(
      center: center,
      zoom: max(zoomRange.lowerBound, min(zoomRange.upperBound, zoom(dots: dots, world: world))))
  }

  private static func zoom(dots: Double, world: Double) -> Double {
    guard world > 0 else { return .infinity }
    return Maths.log2(dots / (world * Camera.worldDots))
  }
}
