/// Writes protobuf's wire format.
struct ProtobufWriter {
  /// The written bytes.
  private(set) var bytes: [UInt8] = []

  /// Writes a bare number.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a field that holds a number.
  mutating func number(_ field: UInt64, _ value: UInt64) {
    varint(field << 3)
    varint(value)
  }

  /// Writes a field that holds bytes.
  mutating func bytes(_ field: UInt64, _ content: some Collection<UInt8>) {
    varint(field << 3 | 2)
    varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Writes a field of eight bytes.
  mutating func fixed(_ field: UInt64, _ value: UInt64) {
    varint(field << 3 | 1)
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }

  /// Writes a field of four bytes.
  mutating func fixed(_ field: UInt64, _ value: UInt32) {
    varint(field << 3 | 5)
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index))) }
  }

  /// A signed number with its sign in the lowest bit.
  static func zigzag(_ value: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: value << 1 ^ value >> 31))
  }

  /// A signed number with its sign in the lowest bit.
  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}
