/// The two spellings of a field's name.
package enum FieldName {
  /// The name as protocol buffers write it, `trip_status`.
  package static func snakeCase(_ name: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(name.utf8.count + 4)
    for byte in name.utf8 {
      if (0x41...0x5A).contains(byte) {
        result.append(UInt8(ascii: "_"))
        result.append(byte | 0x20)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The name as JSON writes it, `tripStatus`.
  package static func camelCase(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
    var result = ""
    var raisesNext = false
    for character in name {
      if character == "_" {
        raisesNext = true
      } else {
        result += raisesNext ? character.uppercased() : String(character)
        raisesNext = false
      }
    }
    return result
  }
}
