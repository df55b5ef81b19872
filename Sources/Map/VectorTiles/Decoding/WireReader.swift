/// An undecoded field of a protobuf message.
struct WireField {
  enum Encoding: UInt8 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case fixed32 = 5
  }

  let number: Int
  let encoding: Encoding
  /// The value of a number; 0 for bytes.
  let value: UInt64
  /// The range of bytes; the field ends with it.
  let start: Int
  let end: Int

  var varint: UInt64 {
    get throws(TileProblem.Kind) {
      guard encoding == .varint else { throw .wrongFieldType }
      return value
    }
  }

  var range: Range<Int> {
    get throws(TileProblem.Kind) {
      guard encoding == .bytes else { throw .wrongFieldType }
      return start..<end
    }
  }
}

/// Reads protobuf's wire format from a part of a buffer, which each call passes.
struct WireReader {
  private(set) var position: Int
  let end: Int

  init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    position = min(max(0, range.lowerBound), bytes.count)
    end = min(max(position, range.upperBound), bytes.count)
  }

  var isAtEnd: Bool { position >= end }
  var remaining: Int { end - position }

  @inline(__always) mutating func varint(_ bytes: Span<UInt8>) throws(TileProblem.Kind) -> UInt64 {
    guard position < end else { throw .truncated }
    let first = bytes[position]
    position &+= 1
    if first < 0x80 { return UInt64(first) }
    // Nearly all others have two bytes.
    if position < end {
      let second = bytes[position]
      if second < 0x80 {
        position &+= 1
        return UInt64(first & 0x7F) | UInt64(second) &<< 7
      }
    }
    return try rest(of: UInt64(first & 0x7F), bytes)
  }

  /// Reads a varint faster than ``varint(_:)`` where one byte is as likely as two.
  ///
  /// It has no branch between them, which would be predicted wrong half of the time.
  @inline(__always)
  mutating func shortVarint(_ bytes: Span<UInt8>) throws(TileProblem.Kind) -> UInt64 {
    if position &+ 1 < end {
      let (first, second) = (UInt64(bytes[position]), UInt64(bytes[position &+ 1]))
      let hasSecond = first >> 7
      if hasSecond & second >> 7 == 0 {
        position &+= 1 &+ Int(truncatingIfNeeded: hasSecond)
        return first & 0x7F | (second & 0x7F) << 7 & (0 &- hasSecond)
      }
    }
    return try varint(bytes)
  }

  /// Reads the rest of a varint after its first seven bits.
  private mutating func rest(
    of first: UInt64, _ bytes: Span<UInt8>
  ) throws(TileProblem.Kind) -> UInt64 {
    var (result, shift) = (first, 7 as UInt64)
    while position < end {
      let byte = bytes[position]
      position &+= 1
      result |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return result }
      shift &+= 7
      guard shift < 64 else { throw .malformed }
    }
    throw .truncated
  }

  /// Skips consecutive length-delimited fields with a number below 16 and returns their count.
  @inline(__always) mutating func skip(
    allOfField number: UInt8, _ bytes: Span<UInt8>
  ) throws(TileProblem.Kind) -> Int {
    var count = 0
    while try range(ofField: number, bytes) != nil { count &+= 1 }
    return count
  }

  /// Reads the next field if it is length-delimited and has this number below 16.
  @inline(__always) mutating func range(
    ofField number: UInt8, _ bytes: Span<UInt8>
  ) throws(TileProblem.Kind) -> Range<Int>? {
    guard position < end, bytes[position] == number << 3 | 2 else { return nil }
    position &+= 1
    let count = try varint(bytes)
    guard count <= UInt64(end &- position) else { throw .truncated }
    let start = position
    position &+= Int(count)
    return start..<position
  }

  /// Reads the next field if it is a varint with this number below 16.
  @inline(__always) mutating func varint(
    ofField number: UInt8, _ bytes: Span<UInt8>
  ) throws(TileProblem.Kind) -> UInt64? {
    guard position < end, bytes[position] == number << 3 else { return nil }
    position &+= 1
    return try varint(bytes)
  }

  /// Reads the next field; nil at the end.
  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>) throws(TileProblem.Kind) -> WireField? {
    guard position < end else { return nil }
    let tag = try varint(bytes)
    let number = tag >> 3
    guard number > 0, number < 1 << 29, let encoding = WireField.Encoding(rawValue: UInt8(tag & 7))
    else { throw .malformed }
    var (value, start) = (0 as UInt64, position)
    switch encoding {
    case .varint: value = try varint(bytes)
    case .fixed64: value = try fixed(bytes, count: 8)
    case .fixed32: value = try fixed(bytes, count: 4)
    case .bytes:
      let count = try varint(bytes)
      guard count <= UInt64(end - position) else { throw .truncated }
      start = position
      position &+= Int(count)
    }
    return WireField(
      number: Int(number), encoding: encoding, value: value, start: start, end: position)
  }

  private mutating func fixed(_ bytes: Span<UInt8>, count: Int) throws(TileProblem.Kind) -> UInt64 {
    guard count <= end - position else { throw .truncated }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += count
    return value
  }
}
