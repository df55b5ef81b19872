public import Geo

/// Something that has the tiles of a map: a file, or a server that the user named.
public protocol TileSource: Sendable {
  /// What the source says of itself.
  var metadata: TileSourceMetadata { get }
  /// A name under which its tiles may be kept on disk; nil for a source that is on a disk already.
  ///
  /// It does not contain the address, which may hold a key.
  var cacheName: String? { get }
  /// Returns a tile as it is stored, compressed or not; nil if the source has none.
  func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]?
}

/// What a source of tiles says of itself.
public struct TileSourceMetadata: Sendable, Hashable {
  /// The map's name, untrusted text.
  public var name: String?
  /// The map's attribution, untrusted text which may hold HTML; it has to be shown with the map.
  public var attribution: String?
  /// The lowest zoom that there are tiles of.
  public var minimumZoom: Int
  /// The highest zoom that there are tiles of; closer views draw these larger.
  public var maximumZoom: Int
  /// The part of the Earth that there are tiles of, if it is told.
  public var bounds: CoordinateBounds?
  /// Where to look first, if it is told.
  public var center: Coordinate?
  /// The names of the layers, untrusted text; empty if they are not told.
  public var layers: [String]

  /// Creates metadata.
  public init(
    name: String? = nil,
    attribution: String? = nil,
    minimumZoom: Int = 0,
    maximumZoom: Int = 14,
    bounds: CoordinateBounds? = nil,
    center: Coordinate? = nil,
    layers: [String] = []
  ) {
    self.name = name
    self.attribution = attribution
    self.minimumZoom = minimumZoom
    self.maximumZoom = maximumZoom
    self.bounds = bounds
    self.center = center
    self.layers = layers
  }

  /// The schema of the layers, as far as their names are told.
  public var schema: TileSchema? { TileSchema.matching(layers) }

  /// The attribution without markup, as one line of plain but still untrusted text.
  public var plainAttribution: String? {
    attribution.map(Markup.plainText).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Taking markup out of a text.
enum Markup {
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©",
    "#169": "©", "#39": "'", "#x27": "'", "#xa9": "©", "#xA9": "©",
  ]

  /// A text without tags, with the usual entities replaced and white space as single spaces.
  static func plainText(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      rest.removeFirst()
      switch character {
      case "<":
        // A lone sign stays: it is not the start of a tag.
        guard let end = rest.firstIndex(of: ">") else { result.append(character); continue }
        rest = rest[rest.index(after: end)...]
      case "&":
        let name = rest.prefix(8).prefix { $0 != ";" }
        guard let replacement = entities[String(name)], rest[name.endIndex...].first == ";" else {
          result.append(character)
          continue
        }
        result += replacement
        rest = rest[name.endIndex...].dropFirst()
      default: result.append(character)
      }
    }
    return result.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
