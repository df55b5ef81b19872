import Geo
import JSON
import TrustLimits

/// The fields of a TileJSON document or of an archive's metadata, all optional.
struct MetadataDocument: Decodable {
  private struct Layer: Decodable { let id: String? }

  private enum Key: String, CodingKey {
    case name, attribution, tiles, bounds, center, minzoom, maxzoom, scheme, format
    case layers = "vector_layers"
  }

  let name: String?
  let attribution: String?
  let tiles: [String]
  let bounds: [Double]
  let center: [Double]
  let minimumZoom: Int?
  let maximumZoom: Int?
  let scheme: String?
  let format: String?
  let layers: [String]

  /// Reads a document; nil if it is not a JSON object.
  init?(_ bytes: [UInt8]) {
    let rules = JSONRules.lenient(values: Limits.Tile.metadataValues)
    guard bytes.count <= Limits.Tile.metadataBytes,
      let document = try? JSONCoding.decode(Self.self, from: bytes, rules: rules)
    else { return nil }
    self = document
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    // A field of an unexpected type counts as missing.
    func value<Value: Decodable>(_ key: Key, as type: Value.Type) -> Value? {
      (try? container.decodeIfPresent(type, forKey: key)) ?? nil
    }
    func zoom(_ key: Key) -> Int? {
      let number = value(key, as: Double.self) ?? value(key, as: String.self).flatMap(Double.init)
      return number.flatMap { $0.isFinite ? Int(max(0, min(Double(Limits.Tile.zoom), $0))) : nil }
    }
    name = value(.name, as: String.self)
    attribution = Self.bounded(value(.attribution, as: String.self))
    tiles = value(.tiles, as: [String].self) ?? []
    bounds = value(.bounds, as: [Double].self) ?? []
    center = value(.center, as: [Double].self) ?? []
    minimumZoom = zoom(.minzoom)
    maximumZoom = zoom(.maxzoom)
    scheme = value(.scheme, as: String.self)
    format = value(.format, as: String.self)
    layers = (value(.layers, as: [Layer].self) ?? []).prefix(Limits.Tile.layers).compactMap(\.id)
  }

  /// The attribution if it is short enough to show.
  static func bounded(_ attribution: String?) -> String? {
    attribution.flatMap { $0.utf8.count <= Limits.Tile.attributionBytes ? $0 : nil }
  }

  /// The bounds of west, south, east and north in degrees; nil if these are not valid.
  static func bounds(_ numbers: [Double]) -> CoordinateBounds? {
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
    let (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
    let longitudes = -180.0...180
    guard (-90.0...90).contains(south), (-90.0...90).contains(north), south <= north,
      longitudes.contains(west), longitudes.contains(east)
    else { return nil }
    return CoordinateBounds(south: south, west: west, north: north, east: east)
  }

  /// The place of a longitude and a latitude in degrees, which a zoom may follow; nil if not valid.
  static func center(_ numbers: [Double]) -> Coordinate? {
    guard numbers.count >= 2 else { return nil }
    let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0])
    return coordinate.isValid ? coordinate : nil
  }
}
