/// The value of a feature's property.
public enum TileValue: Sendable, Hashable {
  /// Untrusted text.
  case string(String)
  case float(Float)
  case double(Double)
  case int(Int64)
  case uint(UInt64)
  /// A signed number in zigzag encoding, which is short for negative ones.
  case sint(Int64)
  case bool(Bool)
}

/// A value in a layer's table, whose text stays in the tile's bytes.
struct ValueEntry {
  enum Kind: UInt8 { case string, float, double, int, uint, sint, bool }

  let kind: Kind
  /// The number's bits, or the text's range: its start in the high half, its end in the low one.
  private let bits: UInt64

  /// Reads a value message, which must have exactly one field.
  init(_ range: Range<Int>, of bytes: Span<UInt8>) throws(TileProblem.Kind) {
    var reader = WireReader(range, of: bytes)
    guard let field = try reader.next(bytes), reader.isAtEnd else { throw .invalidValue }
    switch (field.number, field.encoding) {
    case (1, .bytes):
      kind = .string
      bits = UInt64(field.start) << 32 | UInt64(field.end)
      return
    case (2, .fixed32): kind = .float
    case (3, .fixed64): kind = .double
    case (4, .varint): kind = .int
    case (5, .varint): kind = .uint
    case (6, .varint): kind = .sint
    case (7, .varint): kind = .bool
    case (1...7, _): throw .wrongFieldType
    default: throw .invalidValue
    }
    bits = field.value
  }

  /// The text's range in the tile's bytes, nil for a number.
  var text: Range<Int>? { kind == .string ? Int(bits >> 32)..<Int(bits & 0xFFFF_FFFF) : nil }

  /// The value rounded to a whole number; nil if it is not a number that fits.
  var integer: Int? {
    switch kind {
    case .string: nil
    case .float: Int(exactly: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).rounded())
    case .double: Int(exactly: Double(bitPattern: bits).rounded())
    case .int: Int(Int64(bitPattern: bits))
    case .uint: Int(exactly: bits)
    case .sint: Int(signed)
    case .bool: bits == 0 ? 0 : 1
    }
  }

  /// The value; nil for text that is too long or not UTF-8.
  func value(_ bytes: Span<UInt8>) -> TileValue? {
    switch kind {
    case .string: text.flatMap { Text.string($0, of: bytes) }.map(TileValue.string)
    case .float: .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .double: .double(Double(bitPattern: bits))
    case .int: .int(Int64(bitPattern: bits))
    case .uint: .uint(bits)
    case .sint: .sint(signed)
    case .bool: .bool(bits != 0)
    }
  }

  private var signed: Int64 { Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1) }
}

/// The keys and values of a layer, whose texts stay in the tile's bytes.
struct LayerTables {
  private(set) var keys: [Range<Int>] = []
  private(set) var values: [ValueEntry] = []

  init(_ layer: TileLayer, of bytes: Span<UInt8>) throws(TileProblem.Kind) {
    keys.reserveCapacity(layer.keyCount)
    values.reserveCapacity(layer.valueCount)
    var reader = WireReader(layer.range, of: bytes)
    while true {
      // Nearly all fields are features, keys or values, in runs.
      _ = try reader.skip(allOfField: 2, bytes)
      while let key = try reader.range(ofField: 3, bytes) { try addKey(key, bytes) }
      while let value = try reader.range(ofField: 4, bytes) {
        values.append(try ValueEntry(value, of: bytes))
      }
      guard let field = try reader.next(bytes) else { break }
      switch field.number {
      case 3: try addKey(try field.range, bytes)
      case 4: values.append(try ValueEntry(try field.range, of: bytes))
      default: break
      }
    }
  }

  func hasKey(_ name: String, _ bytes: Span<UInt8>) -> Bool {
    let units = Array(name.utf8)
    return keys.contains { key in
      key.count == units.count
        && units.indices.allSatisfy { bytes[key.lowerBound + $0] == units[$0] }
    }
  }

  private mutating func addKey(_ key: Range<Int>, _ bytes: Span<UInt8>) throws(TileProblem.Kind) {
    guard Text.isValid(key, of: bytes) else { throw .invalidText }
    keys.append(key)
  }
}
