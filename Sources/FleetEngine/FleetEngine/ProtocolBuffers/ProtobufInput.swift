/// Reads the fields of a message from protocol buffers.
package struct ProtobufInput {
  package enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    case bytes(ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func varint() throws(ProtobufError) -> UInt64 {
    var (value, shift) = (0 as UInt64, 0 as UInt64)
    while let byte = rest.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 70 else { break }
    }
    throw .malformed
  }

  mutating func fixed(_ count: Int) throws(ProtobufError) -> UInt64 {
    guard rest.count >= count else { throw .malformed }
    let value = rest.prefix(count).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    rest.removeFirst(count)
    return value
  }

  /// Reads the next field; nil at the end.
  ///
  /// Groups, which no message of Fleet Engine has, are malformed.
  package mutating func next() throws(ProtobufError) -> (number: Int, value: Value)? {
    guard !isAtEnd else { return nil }
    let key = try varint()
    guard (1..<(1 << 29)).contains(key >> 3) else { throw .malformed }
    let number = Int(key >> 3)
    switch key & 7 {
    case 0: return (number, .varint(try varint()))
    case 1: return (number, .fixed64(try fixed(8)))
    case 5: return (number, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
    case 2:
      let count = try varint()
      guard count <= UInt64(rest.count) else { throw .malformed }
      defer { rest.removeFirst(Int(count)) }
      return (number, .bytes(rest.prefix(Int(count))))
    default: throw .malformed
    }
  }

  /// Reads all fields of a message that are texts, the last of each number.
  package static func texts(_ bytes: [UInt8]) throws(ProtobufError) -> [Int: String] {
    var texts: [Int: String] = [:]
    var input = ProtobufInput(bytes[...])
    while let (number, value) = try input.next() {
      guard case .bytes(let bytes) = value else { continue }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
      texts[number] = text
    }
    return texts
  }
}
