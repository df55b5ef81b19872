public import Geo
import TrustLimits

/// The fixed part at the start of a PMTiles archive of version 3.
public struct PMTilesHeader: Sendable, Hashable {
  /// A part of the archive.
  public struct Section: Sendable, Hashable {
    /// The offset from the archive's start, in bytes.
    public var offset: UInt64
    /// The length in bytes.
    public var length: UInt64

    /// Creates a section.
    public init(offset: UInt64, length: UInt64) {
      self.offset = offset
      self.length = length
    }

    /// Whether the section ends within a file of this size, without overflow.
    func isWithin(_ size: UInt64?) -> Bool {
      let (end, overflow) = offset.addingReportingOverflow(length)
      return !overflow && end <= size ?? .max
    }
  }

  /// The length of the header in bytes.
  public static let size = 127
  /// The bytes at the archive's start that contain the header and the root directory.
  public static let rootLimit = 16_384

  /// The root directory.
  public var root = Section(offset: 0, length: 0)
  /// The metadata, JSON.
  public var metadata = Section(offset: 0, length: 0)
  /// The leaf directories.
  public var leaves = Section(offset: 0, length: 0)
  /// The tiles.
  public var tiles = Section(offset: 0, length: 0)
  /// The number of tiles that can be requested; 0 for unknown.
  public var addressedTiles: UInt64 = 0
  /// The number of entries in the directories; 0 for unknown.
  public var entries: UInt64 = 0
  /// The number of different tiles; 0 for unknown.
  public var contents: UInt64 = 0
  /// Whether the tiles are stored in the order of their IDs.
  public var isClustered = true
  /// The compression of directories and metadata.
  public var internalCompression = TileCompression.deflate
  /// The compression of tiles.
  public var tileCompression = TileCompression.deflate
  /// The kind of tiles: 1 for Mapbox Vector Tiles, 0 for unknown, 2 to 5 for pictures.
  public var tileType: UInt8 = 1
  /// The names of the types of tiles; 0 is unknown.
  private static let formats = ["", "mvt", "png", "jpeg", "webp", "avif", "mlt"]
  /// The lowest zoom.
  public var minimumZoom: Int
  /// The highest zoom.
  public var maximumZoom: Int
  /// The area that the tiles cover.
  public var bounds: CoordinateBounds
  /// The place to show first.
  public var center: Coordinate
  /// The zoom to show first.
  public var centerZoom: Int

  init(_ bytes: [UInt8], source: String) throws(TileSourceError) {
    guard bytes.count >= 8, bytes.starts(with: Array("PMTiles".utf8)) else {
      if bytes.starts(with: Array("PM".utf8)) {
        throw .unsupported(source, "It is an old PMTiles archive. Convert it to version 3.")
      }
      throw .malformed(source, bytes.isEmpty ? "It is empty." : "It is not a PMTiles archive.")
    }
    guard bytes[7] == 3 else {
      throw .unsupported(source, "It is PMTiles version \(bytes[7]). Only version 3 can be read.")
    }
    guard bytes.count >= Self.size else { throw .malformed(source, "Its header ends early.") }
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
      south: degrees(106), west: degrees(102), north: degrees(114), east: degrees(110))
    centerZoom = Int(bytes[118])
    center = Coordinate(latitude: degrees(123), longitude: degrees(119))
  }

  /// Creates a header for an archive of gzipped vector tiles whose sections are not known yet.
  package init(
    zooms: ClosedRange<Int>, bounds: CoordinateBounds, center: Coordinate, centerZoom: Int
  ) {
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
    let format = tileType < Self.formats.count ? Self.formats[Int(tileType)] : "\(tileType)"
    if let reason = TileFormat.refusal(of: format) { throw .unsupported(source, reason) }
    guard [root, metadata, leaves, tiles].allSatisfy({ $0.isWithin(size) }) else {
      throw .malformed(source, "It ends early. Copy or download it again.")
    }
    guard minimumZoom <= maximumZoom, maximumZoom <= Limits.Tile.zoom else {
      throw .malformed(source, "Its zooms \(minimumZoom) to \(maximumZoom) are not valid.")
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
