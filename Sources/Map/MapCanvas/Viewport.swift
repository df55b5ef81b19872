public import CellGrid
public import Geo

/// The part of the world that a rectangle of cells shows.
///
/// Its origin is on whole cells of the world, so that moving the camera by cells moves glyphs without
/// changing them.
public struct Viewport: Sendable, Hashable {
  /// The width of a cell in Braille dots, the unit of the camera's zoom.
  static let cellWidth = 2.0
  /// The height of a cell in Braille dots.
  static let cellHeight = 4.0

  /// The camera of the map.
  public let camera: Camera
  /// The cells of the map in its frame.
  public let rect: Rect
  /// The kind of dots.
  public let kind: DotGridKind

  let scale: Double
  /// The column of the left edge, counted in cells from the world's left edge.
  private let originColumn: Double
  /// The row of the upper edge, counted in cells from that of the world.
  private let originRow: Double
  let center: WorldPoint

  /// Creates a viewport.
  public init(camera: Camera, rect: Rect, kind: DotGridKind = .braille) {
    self.camera = camera
    self.rect = rect
    self.kind = kind
    scale = camera.scale
    center = WebMercator.worldPoint(camera.center)
    originColumn = (center.x * scale / Self.cellWidth - Double(rect.columns) / 2).rounded()
    originRow = (center.y * scale / Self.cellHeight - Double(rect.rows) / 2).rounded()
  }

  /// The number of dot columns.
  public var dotColumns: Int { rect.columns * kind.dotsAcross }
  /// The number of dot rows.
  public var dotRows: Int { rect.rows * kind.dotsDown }

  /// The meters for each column of cells in the middle of the map.
  public var metersPerColumn: Double { camera.metersPerDot * Self.cellWidth }

  /// The position of a coordinate's nearest copy on the grid of dots, possibly far outside; nil for an
  /// invalid coordinate.
  public func dotPosition(of coordinate: Coordinate) -> DotPosition? {
    guard coordinate.isValid else { return nil }
    let point = WebMercator.nearest(WebMercator.worldPoint(coordinate), to: center.x)
    return projection(worldsRight: 0).position(of: point)
  }

  /// The coordinate at a position on the grid of dots.
  public func coordinate(at position: DotPosition) -> Coordinate {
    let column = position.x / Double(kind.dotsAcross) + originColumn
    let row = position.y / Double(kind.dotsDown) + originRow
    return WebMercator.coordinate(
      WorldPoint(x: column * Self.cellWidth / scale, y: row * Self.cellHeight / scale))
  }

  /// The coordinate in the middle of a cell of the frame.
  public func coordinate(at cell: GridPoint) -> Coordinate {
    coordinate(
      at: DotPosition(
        x: (Double(cell.column - rect.minColumn) + 0.5) * Double(kind.dotsAcross),
        y: (Double(cell.row - rect.minRow) + 0.5) * Double(kind.dotsDown)))
  }

  /// The cell of the frame that shows a coordinate; nil if the map does not show it.
  public func cell(of coordinate: Coordinate) -> GridPoint? {
    dotPosition(of: coordinate).flatMap(cell(at:))
  }

  /// Whether a valid coordinate is in the middle part of the map, such as 0.6 of width and height.
  public func shows(_ coordinate: Coordinate, inMiddle part: Double) -> Bool {
    guard let position = dotPosition(of: coordinate), dotColumns > 0, dotRows > 0 else {
      return false
    }
    let right = abs(position.x / Double(dotColumns) - 0.5)
    let down = abs(position.y / Double(dotRows) - 0.5)
    return right <= part / 2 && down <= part / 2
  }

  /// The cell of the frame at a position; nil outside of the map.
  func cell(at position: DotPosition) -> GridPoint? {
    guard position.x >= 0, position.y >= 0, position.x < Double(dotColumns),
      position.y < Double(dotRows)
    else { return nil }
    return GridPoint(
      column: rect.minColumn + Int(position.x) / kind.dotsAcross,
      row: rect.minRow + Int(position.y) / kind.dotsDown)
  }

  var originDot: (column: Int64, row: Int64) {
    (Int64(originColumn * Double(kind.dotsAcross)), Int64(originRow * Double(kind.dotsDown)))
  }

  func projection(worldsRight: Double) -> DotProjection {
    let across = Double(kind.dotsAcross)
    let down = Double(kind.dotsDown)
    return DotProjection(
      scaleX: scale / Self.cellWidth * across, scaleY: scale / Self.cellHeight * down,
      offsetX: worldsRight, originX: originColumn * across, originY: originRow * down)
  }
}

/// Converts world points to positions on a grid of dots.
struct DotProjection {
  var scaleX: Double
  var scaleY: Double
  /// The number of whole worlds by which points are moved to the right.
  var offsetX: Double
  var originX: Double
  var originY: Double

  func position(of point: WorldPoint) -> DotPosition {
    DotPosition(x: (point.x + offsetX) * scaleX - originX, y: point.y * scaleY - originY)
  }
}

/// A position on a grid of dots, from the top left corner.
public struct DotPosition: Sendable, Hashable {
  /// Dots to the right.
  public var x: Double
  /// Dots down.
  public var y: Double

  /// Creates a position.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
