/// Writes the fields of a message as protocol buffers.
package struct ProtobufOutput: Sendable {
  /// The message so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func varint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  package mutating func write(_ number: Int, varint value: some FixedWidthInteger) {
    key(number, 0)
    varint(UInt64(truncatingIfNeeded: value))
  }

  package mutating func write(_ number: Int, _ text: String) {
    key(number, 2)
    varint(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  package mutating func write(_ number: Int, _ content: some Collection<UInt8>) {
    key(number, 2)
    varint(UInt64(content.count))
    bytes += content
  }

  package mutating func write(_ number: Int, double value: Double) {
    key(number, 1)
    fixed(value.bitPattern)
  }

  package mutating func write(_ number: Int, float value: Float) {
    key(number, 5)
    fixed(value.bitPattern)
  }

  /// Writes a message whose fields the closure writes.
  package mutating func write<Failure>(
    _ number: Int, message: (inout ProtobufOutput) throws(Failure) -> Void
  ) throws(Failure) {
    var output = ProtobufOutput()
    try message(&output)
    write(number, output.bytes)
  }

  private mutating func key(_ number: Int, _ encoding: UInt64) {
    varint(UInt64(truncatingIfNeeded: number) << 3 | encoding)
  }

  private mutating func fixed(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
