public import Geo
import TrustLimits

/// A tile's position in the pyramid of web maps; each zoom divides every tile into four.
public struct TileAddress: Sendable, Hashable, CustomStringConvertible {
  /// The zoom, 0 to 24.
  public let z: Int
  /// The column from the antimeridian eastward, 0 to 2^z − 1.
  public let x: Int
  /// The row from the north southward, 0 to 2^z − 1.
  public let y: Int

  /// Creates an address; nil if there is no such tile.
  public init?(z: Int, x: Int, y: Int) {
    guard (0...Limits.Tile.zoom).contains(z) else { return nil }
    let edge = 1 << z
    guard (0..<edge).contains(x), (0..<edge).contains(y) else { return nil }
    self.init(unchecked: z, x, y)
  }

  /// Creates the address of the tile that contains a coordinate, or of the nearest one beyond the
  /// square world; nil if the coordinate is not finite.
  ///
  /// The zoom is clamped to 0...24.
  public init?(of coordinate: Coordinate, zoom: Int) {
    let point = WebMercator.worldPoint(coordinate)
    guard point.isFinite else { return nil }
    let z = min(max(0, zoom), Limits.Tile.zoom)
    let edge = 1 << z
    let column = point.x - point.x.rounded(.down)
    self.init(
      unchecked: z, min(edge - 1, Int(column * Double(edge))),
      min(edge - 1, Int(point.y * Double(edge))))
  }

  init(unchecked z: Int, _ x: Int, _ y: Int) {
    self.z = z
    self.x = x
    self.y = y
  }

  /// The row counted from the south, as in MBTiles and TMS.
  public var southernRow: Int { (1 << z) - 1 - y }

  /// The tile that contains this one at a lower zoom, clamped to 0...z.
  public func ancestor(atZoom zoom: Int) -> TileAddress {
    let target = min(max(0, zoom), z)
    return TileAddress(unchecked: target, x >> (z - target), y >> (z - target))
  }

  /// The four tiles of the next zoom; empty at the deepest zoom.
  public var children: [TileAddress] {
    guard z < Limits.Tile.zoom else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      TileAddress(unchecked: z + 1, 2 * x + $0.0, 2 * y + $0.1)
    }
  }

  /// Whether another tile is this one or inside it.
  public func contains(_ other: TileAddress) -> Bool {
    other.z >= z && other.ancestor(atZoom: z) == self
  }

  /// The area that the tile covers.
  public var bounds: CoordinateBounds {
    let edge = Double(1 << z)
    let north = WebMercator.coordinate(WorldPoint(x: 0.5, y: Double(y) / edge)).latitude
    let south = WebMercator.coordinate(WorldPoint(x: 0.5, y: Double(y + 1) / edge)).latitude
    return CoordinateBounds(
      south: south, west: Double(x) / edge * 360 - 180, north: north,
      east: Double(x + 1) / edge * 360 - 180)
  }

  /// The tile's ID in PMTiles: all lower zooms first, then along a Hilbert curve.
  public var hilbertID: UInt64 {
    let lower = ((1 as UInt64) << (2 * UInt64(z)) - 1) / 3
    var (column, row, distance) = (x, y, 0 as UInt64)
    var half = z > 0 ? 1 << (z - 1) : 0
    while half > 0 {
      let (east, south) = (column & half > 0, row & half > 0)
      let quarter: UInt64 = east ? (south ? 2 : 3) : (south ? 1 : 0)
      distance += UInt64(half) * UInt64(half) * quarter
      if !south {
        // Only the bits below matter from here on.
        let mask = half - 1
        (column, row) = (column & mask, row & mask)
        (column, row) = east ? (mask - row, mask - column) : (row, column)
      }
      half >>= 1
    }
    return lower + distance
  }

  /// The address as `z/x/y`.
  public var description: String { "\(z)/\(x)/\(y)" }
}
