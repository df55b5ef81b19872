public import Geo
import TrustLimits

/// The tiles to draw now for one tile of a view.
public struct TileView: Sendable {
  /// How well tiles show the part of the map that they are drawn for.
  public enum Fit: Sendable, Hashable {
    /// The tile itself, or the deepest one that the source has there.
    case exact
    /// Substitute tiles while this one loads or after it failed.
    case standIn
    case nothing
  }

  /// The requested tile.
  public let address: TileAddress
  /// The tiles with its part of the map, not overlapping; each may be around it or within it.
  public let tiles: [DecodedTile]
  /// How well the tiles fit.
  public let fit: Fit
}

/// The state of a store of tiles, for a status line.
public struct TileStoreStatus: Sendable, Hashable {
  /// The tiles that are being loaded or wait.
  public var loading = 0
  /// Those of them that are not only wanted ahead.
  public var loadingNow = 0
  /// The wanted tiles that failed to load.
  public var failed = 0
  /// The wanted tiles that have damaged parts.
  public var damaged = 0
  /// Why nothing of the wanted tiles can be drawn, as a sentence with untrusted text; nil if something can.
  public var blankReason: String?
  /// Why the last tile failed; nil after the next success.
  public var lastError: TileSourceError?
  /// The bytes of decoded tiles in memory.
  public var memoryBytes = 0
}

extension TileAddress {
  /// The tiles of a zoom along a path, each once, in the path's order, at most `limit`.
  ///
  /// Tiles between two points are included if these are less than 256 tiles apart.
  public static func along(
    _ path: some Sequence<Coordinate>, zoom: Int, limit: Int
  ) -> [TileAddress] {
    var result: [TileAddress] = []
    var seen: Set<TileAddress> = []
    var last: WorldPoint?
    let z = min(max(0, zoom), Limits.Tile.zoom)
    let edge = Double(1 << z)
    for point in WebMercator.continuous(path) {
      let start = last ?? point
      let span = max(abs(point.x - start.x), abs(point.y - start.y)) * edge
      // Steps of half a tile miss at most a corner.
      let steps = min(512, Int((span * 2).rounded(.up)) + 1)
      for step in 1...steps {
        let share = Double(step) / Double(steps)
        let x = start.x + (point.x - start.x) * share
        let y = start.y + (point.y - start.y) * share
        let column = Int(((x - x.rounded(.down)) * edge).rounded(.down))
        let row = Int((y * edge).rounded(.down))
        guard let address = TileAddress(z: z, x: column, y: row), seen.insert(address).inserted
        else { continue }
        guard result.count < limit else { return result }
        result.append(address)
      }
      last = point
    }
    return result
  }
}
