public import Geo
import TrustLimits

/// The fixed part at the start of a PMTiles archive of version 3.
public struct PMTilesHeader: Sendable, Hashable {
  /// A part of the archive.
  public struct Section: Sendable, Hashable {
    /// Where it starts, counted from the archive's start.
    public var offset: UInt64
    /// Its bytes.
    public var length: UInt64

    /// Creates a section.
    public init(offset: UInt64, length: UInt64) {
      self.offset = offset
      self.length = length
    }

    /// Whether it ends within the numbers there are, and within a file.
    func isWithin(_ size: UInt64?) -> Bool {
      let (end, overflow) = offset.addingReportingOverflow(length)
      return !overflow && end <= size ?? .max
    }
  }

  /// The bytes of the header.
  public static let size = 127
  /// The bytes at the archive's start in which header and root directory lie.
  public static let rootLimit = 16_384

  /// The root directory.
  public var root: Section
  /// The metadata, JSON.
  public var metadata: Section
  /// The leaf directories.
  public var leaves: Section
  /// The tiles.
  public var tiles: Section
  /// The number of tiles that can be asked for; 0 for unknown.
  public var addressedTiles: UInt64
  /// The number of entries in the directories; 0 for unknown.
  public var entries: UInt64
  /// The number of different tiles; 0 for unknown.
  public var contents: UInt64
  /// Whether the tiles lie in the order of their numbers.
  public var isClustered: Bool
  /// How directories and metadata are compressed.
  public var internalCompression: TileCompression
  /// How tiles are compressed.
  public var tileCompression: TileCompression
  /// The kind of tiles: 1 for Mapbox Vector Tiles, 0 for unknown, 2 to 5 for pictures.
  public var tileType: UInt8
  /// The lowest zoom.
  public var minimumZoom: Int
  /// The highest zoom.
  public var maximumZoom: Int
  /// The corners west, south, east and north in degrees.
  public var bounds: CoordinateBounds
  /// Where to look first.
  public var center: Coordinate
  /// The zoom to look at it first.
  public var centerZoom: Int

  /// Reads the header in an archive's first bytes.
  init(_ bytes: [UInt8], source: String) throws(TileSourceError) {
    guard bytes.count >= 8, bytes.starts(with: Array("PMTiles".utf8)) else {
      let isOld = bytes.starts(with: Array("PM".utf8))
      throw TileSourceError(
        isOld ? .unsupported : .malformed,
        source: source,
        reason: bytes.isEmpty
          ? "It is empty."
          : isOld
            ? "It is a PMTiles archive of an old version. Convert it to version 3."
            : "It is not a PMTiles archive."
      )
    }
    guard bytes[7] == 3 else {
      throw TileSourceError(
        .unsupported,
        source: source,
        reason: "It is a PMTiles archive of version \(bytes[7]); only version 3 can be read."
      )
    }
    guard bytes.count >= Self.size else {
      throw TileSourceError(.malformed, source: source, reason: "Its header is cut short.")
    }
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    func section(_ offset: Int) -> Section {
      Section(offset: number(offset, 8), length: number(offset + 8, 8))
    }
    func degrees(_ offset: Int) -> Double {
      Double(Int32(truncatingIfNeeded: number(offset, 4))) / 10_000_000
    }
    (root, metadata) = (section(8), section(24))
    (leaves, tiles) = (section(40), section(56))
    (addressedTiles, entries, contents) = (number(72, 8), number(80, 8), number(88, 8))
    isClustered = bytes[96] == 1
    internalCompression = Self.compression(bytes[97])
    tileCompression = Self.compression(bytes[98])
    tileType = bytes[99]
    (minimumZoom, maximumZoom) = (Int(bytes[100]), Int(bytes[101]))
    bounds = CoordinateBounds(
      south: degrees(106),
      west: degrees(102),
      north: degrees(114),
      east: degrees(110)
    )
    centerZoom = Int(bytes[118])
    center = Coordinate(latitude: degrees(123), longitude: degrees(119))
  }

  /// Creates a header of an archive of gzipped vector tiles whose sections are not known yet.
  package init(
    zooms: ClosedRange<Int>,
    bounds: CoordinateBounds,
    center: Coordinate,
    centerZoom: Int
  ) {
    let nothing = Section(offset: 0, length: 0)
    (root, metadata, leaves, tiles) = (nothing, nothing, nothing, nothing)
    (addressedTiles, entries, contents) = (0, 0, 0)
    (isClustered, tileType) = (true, 1)
    (internalCompression, tileCompression) = (.deflate, .deflate)
    (minimumZoom, maximumZoom) = (zooms.lowerBound, zooms.upperBound)
    self.bounds = bounds
    self.center = center
    self.centerZoom = centerZoom
  }

  /// Throws if the archive cannot be read or drawn.
  func check(size: UInt64?, source: String) throws(TileSourceError) {
    for compression in [internalCompression, tileCompression] {
      switch compression {
      case .none, .deflate, .unknown: break
      case .brotli: throw TileBody.unsupported("Brotli", source: source)
      case .zstandard: throw TileBody.unsupported("Zstandard", source: source)
      }
    }
    guard tileType <= 1 else {
      throw TileSourceError(
        .unsupported,
        source: source,
        reason: (tileType < 6 ? "Its tiles are pictures." : "Its tiles are of an unknown format.")
          + " Only Mapbox Vector Tiles can be drawn."
      )
    }
    guard [root, metadata, leaves, tiles].allSatisfy({ $0.isWithin(size) }) else {
      throw TileSourceError(
        .malformed,
        source: source,
        reason: "It ends before what it refers to. Copy or download it anew."
      )
    }
    guard minimumZoom <= maximumZoom, maximumZoom <= Limits.Tile.zoom else {
      throw TileSourceError(
        .malformed,
        source: source,
        reason: "Its zooms \(minimumZoom) to \(maximumZoom) make no sense."
      )
    }
  }

  private static func compression(_ code: UInt8) -> TileCompression {
    switch code {
    case 1: .none
    case 2: .deflate
    case 3: .brotli
    case 4: .zstandard
    default: .unknown
    }
  }
}
