/// Reads the primitive values of the S2 format.
struct S2ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - offset }

  mutating func byte() throws(S2PolylineError) -> UInt8 {
    guard offset < bytes.count else { throw .truncated }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads a little-endian number of at most 8 bytes.
  mutating func fixed(_ count: Int) throws(S2PolylineError) -> UInt64 {
    guard remaining >= count else { throw .truncated }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
    offset += count
    return value
  }

  mutating func varint() throws(S2PolylineError) -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let next = try byte()
      guard shift < 63 || shift == 63 && next <= 1 else { throw .varintOverflow }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  mutating func varint32() throws(S2PolylineError) -> UInt32 {
    let value = try varint()
    guard let small = UInt32(exactly: value) else { throw .varintOverflow }
    return small
  }

  /// Reads a vector and returns the coordinate in its direction.
  mutating func vector() throws(S2PolylineError) -> Coordinate {
    let x = Double(bitPattern: try fixed(8))
    let y = Double(bitPattern: try fixed(8))
    let z = Double(bitPattern: try fixed(8))
    guard let coordinate = S2Cell.coordinate(x: x, y: y, z: z) else { throw .malformed }
    return coordinate
  }
}

/// Writes the primitive values of the S2 format.
struct S2ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Writes a little-endian number of at most 8 bytes.
  mutating func fixed(_ value: UInt64, count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Converts a sequence of numbers to its second differences and back.
///
/// The first number is unchanged, the second becomes a first difference. Sums wrap around, as the
/// format requires.
struct S2SecondDerivative {
  private var memory: (Int32, Int32) = (0, 0)
  private var order = 0

  mutating func encode(_ value: Int32) -> Int32 {
    var value = value
    if order > 0 {
      (memory.0, value) = (value, value &- memory.0)
      if order > 1 { (memory.1, value) = (value, value &- memory.1) }
    }
    if order == 0 { memory.0 = value }
    if order == 1 { memory.1 = value }
    order = min(2, order + 1)
    return value
  }

  mutating func decode(_ value: Int32) -> Int32 {
    order = min(2, order + 1)
    if order == 1 {
      memory.0 = value
    } else {
      memory.1 = memory.1 &+ value
      memory.0 = memory.0 &+ memory.1
    }
    return memory.0
  }
}

/// Interleaves the bits of two numbers; the first one has the even bits.
enum S2Interleaving {
  static func join(_ even: UInt32, _ odd: UInt32) -> UInt64 { spread(even) | spread(odd) << 1 }

  static func split(_ joined: UInt64) -> (even: UInt32, odd: UInt32) {
    (gather(joined), gather(joined >> 1))
  }

  static func zigzag(_ value: Int32) -> UInt32 { UInt32(bitPattern: value << 1 ^ value >> 31) }

  static func unzigzag(_ value: UInt32) -> Int32 {
    Int32(bitPattern: value >> 1 ^ (0 &- value & 1))
  }

  private static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  private static func gather(_ value: UInt64) -> UInt32 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }
}
