import TrustLimits

/// One layer of a tile, located but not decoded.
public struct TileLayer: Sendable, Hashable {
  /// The layer's name, untrusted text.
  public let name: String
  /// The major version of the specification that the layer follows, 1 or 2.
  public let version: Int
  /// The units along the tile's edge.
  public let extent: Int
  /// The number of features.
  public let featureCount: Int

  let keyCount: Int
  let valueCount: Int
  /// The layer's range in the tile's bytes.
  let range: Range<Int>

  /// Reads a layer's header without its features.
  init(_ range: Range<Int>, of bytes: Span<UInt8>) throws(TileProblem) {
    var name: String?
    do throws(TileProblem.Kind) {
      var (version, extent) = (nil as UInt64?, 4_096 as UInt64)
      var (features, keys, values) = (0, 0, 0)
      var reader = WireReader(range, of: bytes)
      while true {
        // Nearly all fields are features, keys or values, in runs.
        features += try reader.skip(allOfField: 2, bytes)
        keys += try reader.skip(allOfField: 3, bytes)
        values += try reader.skip(allOfField: 4, bytes)
        guard let field = try reader.next(bytes) else { break }
        switch field.number {
        case 1:
          guard let text = Text.string(try field.range, of: bytes) else { throw .invalidText }
          name = text
        case 2...4:
          _ = try field.range
          if field.number == 2 { features += 1 }
          if field.number == 3 { keys += 1 }
          if field.number == 4 { values += 1 }
        case 5: extent = try field.varint
        case 15: version = try field.varint
        default: break
        }
      }
      guard let version else { throw .missingVersion }
      guard version == 1 || version == 2 else { throw .unsupportedVersion }
      guard let name, !name.isEmpty else { throw .missingLayerName }
      guard extent > 0, extent <= Limits.Tile.extent else { throw .invalidExtent }
      guard max(keys, values) <= Limits.Tile.tableEntries else { throw .tooManyTableEntries }
      self.name = name
      self.version = Int(version)
      self.extent = Int(extent)
      self.range = range
      (featureCount, keyCount, valueCount) = (features, keys, values)
    } catch { throw TileProblem(error, layer: name) }
  }
}

/// Text in a tile's bytes, limited in length.
enum Text {
  /// Decodes a text; nil if it is too long or not UTF-8.
  static func string(_ range: Range<Int>, of bytes: Span<UInt8>) -> String? {
    guard range.count <= Limits.Text.bytes else { return nil }
    let isASCII = isASCII(range, of: bytes)
    return unsafe bytes.extracting(range).withUnsafeBufferPointer { units in
      // Most texts are ASCII, for which decoding without repair is faster.
      isASCII
        ? unsafe String(decoding: units, as: UTF8.self)
        : unsafe String(validating: units, as: UTF8.self)
    }
  }

  /// Whether ``string(_:of:)`` returns a text.
  static func isValid(_ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard range.count <= Limits.Text.bytes else { return false }
    return isASCII(range, of: bytes) || string(range, of: bytes) != nil
  }

  private static func isASCII(_ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in range { all |= bytes[index] }
    return all < 0x80
  }
}
