public import Geo

/// A source of map tiles: a file, or a server that the user named.
public protocol TileSource: Sendable {
  /// The source's description of itself.
  var metadata: TileSourceMetadata { get }
  /// The name for its tiles in a disk cache; nil for a source that is on disk already.
  ///
  /// It does not contain the address, which may contain a key.
  var cacheName: String? { get }
  /// Returns a tile as it is stored, compressed or not; nil if the source does not have it.
  func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]?
  /// The bytes that were read for tiles and for finding them; nil if they are the tiles' alone.
  var readBytes: Int? { get }
  /// Returns a few tiles that the source may have, the most likely first.
  func samples() async -> [TileAddress]
}

extension TileSource {
  /// Nil: there are no directories.
  public var readBytes: Int? { nil }

  /// The tiles in the middle of the map, from the highest zoom to the lowest.
  public func samples() async -> [TileAddress] {
    let middle = metadata.center ?? metadata.bounds?.center ?? Coordinate(latitude: 0, longitude: 0)
    return (metadata.minimumZoom...max(metadata.minimumZoom, metadata.maximumZoom)).reversed()
      .compactMap { TileAddress(of: middle, zoom: $0) }
  }

  /// The layers in the metadata, or else in a tile; empty if both have none.
  public func layers() async -> [String] {
    guard metadata.layers.isEmpty else { return metadata.layers }
    for address in await samples() {
      guard let body = try? await body(of: address), !body.isEmpty,
        let tile = try? TileBody.tile(body, source: "Tile \(address)"), !tile.layers.isEmpty
      else { continue }
      return tile.layers.map(\.name)
    }
    return []
  }
}

/// How a tile source describes itself.
public struct TileSourceMetadata: Sendable, Hashable {
  /// The map's name, untrusted text.
  public var name: String?
  /// The map's attribution, untrusted text that may contain HTML; it has to be shown with the map.
  public var attribution: String?
  /// The lowest zoom of the tiles.
  public var minimumZoom: Int
  /// The highest zoom of the tiles; closer views draw these larger.
  public var maximumZoom: Int
  /// The area that the tiles cover, if known.
  public var bounds: CoordinateBounds?
  /// The place to show first, if known.
  public var center: Coordinate?
  /// The names of the layers, untrusted text; empty if unknown.
  public var layers: [String]

  /// Creates metadata.
  public init(
    name: String? = nil, attribution: String? = nil, minimumZoom: Int = 0, maximumZoom: Int = 14,
    bounds: CoordinateBounds? = nil, center: Coordinate? = nil, layers: [String] = []
  ) {
    self.name = name
    self.attribution = attribution
    self.minimumZoom = minimumZoom
    self.maximumZoom = maximumZoom
    self.bounds = bounds
    self.center = center
    self.layers = layers
  }

  /// The attribution without markup, as one line of plain but still untrusted text.
  public var plainAttribution: String? {
    attribution.map(Markup.plainText).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Removes markup from text.
enum Markup {
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©",
    "#169": "©", "#39": "'", "#x27": "'", "#xa9": "©", "#xA9": "©",
  ]

  /// Returns the text without tags, with common entities replaced and white space collapsed.
  static func plainText(_ text: String) -> String {
    text.replacing(/<[^>]*>/, with: "")
      .replacing(/&([^;&]{1,8});/) { entities[String($0.1)] ?? String($0.0) }
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
