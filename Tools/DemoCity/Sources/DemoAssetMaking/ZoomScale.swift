internal import Geo
internal import VectorTiles

/// A place on the tiles of one zoom, in units of their extent from the world's north-western corner.
typealias TilePosition = SIMD2<Double>

/// Something to be cut into the tiles of one zoom.
struct TileShape {
  /// The kind of geometry.
  var type: TileGeometryType
  /// The points, lines or rings; an outer ring runs clockwise as seen on the screen.
  var parts: [[TilePosition]]
}

/// The part of a shape in one tile.
struct TilePiece {
  /// The coordinates of all parts, x and y in turn, in units of the tile's extent.
  var coordinates: [Int32] = []
  /// Where each part ends, counted in points.
  var partEnds: [Int] = []
}

/// How finely one zoom is drawn.
struct ZoomScale {
  /// The dots of a terminal along a tile's edge at the zoom itself.
  private static let dotsPerTile = 256.0
  /// The margin that is kept around a tile, in dots, so that an outline along the cut is not visible.
  private static let bufferDots = 4.0

  let zoom: Int
  /// The units along a tile's edge.
  let extent: Int

  init(_ zoom: Int) {
    self.zoom = zoom
    // The tiles of the deepest zoom may be magnified; the others never by much.
    extent =
      switch zoom {
      case ..<13: 1_024
      case ..<15: 2_048
      default: 4_096
      }
  }

  /// The units along a dot.
  var dot: Double { Double(extent) / Self.dotsPerTile }

  /// The farthest that simplification moves a line, in units.
  private var tolerance: Double { zoom < CityTiles.zooms.upperBound ? 0.3 * dot : 0.05 * dot }

  /// The position of a place.
  func position(_ place: Coordinate) -> TilePosition {
    let point = WebMercator.worldPoint(place)
    return TilePosition(point.x, point.y) * (Double(extent) * Double(1 << zoom))
  }

  /// A way with no more points than are seen.
  func line(_ path: [Coordinate]) -> [TilePosition] {
    Shapes.simplified(path.map(position), tolerance: tolerance)
  }

  /// A ring with no more points than are seen, running as tiles want it.
  ///
  /// - Parameters:
  ///   - ring: The ring, its first point not repeated.
  ///   - isOuter: Whether it surrounds the area and not a hole in it.
  ///   - dots: The area in dots below which it is not seen.
  /// - Returns: The ring; nil for one too small to see.
  func ring(_ ring: [Coordinate], isOuter: Bool, leastDots dots: Double) -> [TilePosition]? {
    let points = Shapes.simplified(ring: ring.map(position), tolerance: tolerance)
    let area = Shapes.area(points)
    guard points.count > 2, abs(area) >= dots * dot * dot else { return nil }
    return (area > 0) == isOuter ? points : points.reversed()
  }

  /// The tiles that a shape may reach into.
  func tiles(around shape: TileShape) -> [TileAddress] {
    let buffer = shape.type == .point ? 0 : Self.bufferDots * dot
    var (low, high) = (TilePosition(repeating: .infinity), TilePosition(repeating: -.infinity))
    for point in shape.parts.joined() {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    guard low.x <= high.x else { return [] }
    let first = ((low - buffer) / Double(extent)).rounded(.down)
    let last = ((high + buffer) / Double(extent)).rounded(.down)
    return (Int(first.y)...Int(last.y)).flatMap { row in
      (Int(first.x)...Int(last.x)).compactMap { TileAddress(z: zoom, x: $0, y: row) }
    }
  }

  /// The part of a shape in a tile; nil if it is outside.
  func piece(of shape: TileShape, in address: TileAddress) -> TilePiece? {
    let origin = TilePosition(Double(address.x), Double(address.y)) * Double(extent)
    let buffer = shape.type == .point ? 0 : Self.bufferDots * dot
    let window = ClipWindow(low: -buffer, high: Double(extent) + buffer)
    var piece = TilePiece()
    for (index, part) in shape.parts.enumerated() {
      let moved = part.map { $0 - origin }
      switch shape.type {
      case .polygon:
        let ring = Shapes.withoutRepeats(window.ring(moved).map(Self.rounded), isClosed: true)
        // A ring that rounding has turned or flattened is none, nor are the holes in it.
        guard ring.count > 2, Shapes.area(ring) * Shapes.area(moved) > 0 else {
          if index == 0 { return nil }
          continue
        }
        piece.add(ring)
      case .line:
        for line in window.lines(moved) {
          let line = Shapes.withoutRepeats(line.map(Self.rounded), isClosed: false)
          if line.count > 1 { piece.add(line) }
        }
      default: piece.add(moved.map(Self.rounded))
      }
    }
    return piece.partEnds.isEmpty ? nil : piece
  }

  private static func rounded(_ point: TilePosition) -> TilePosition {
    point.rounded(.toNearestOrAwayFromZero)
  }
}

extension TilePiece {
  fileprivate mutating func add(_ points: [TilePosition]) {
    for point in points { coordinates += [Int32(point.x), Int32(point.y)] }
    partEnds.append(coordinates.count / 2)
  }
}
