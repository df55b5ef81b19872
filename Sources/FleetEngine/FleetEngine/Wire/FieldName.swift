/// The two spellings of a field's name.
package enum FieldName {
  /// The name as protocol buffers write it, `trip_status`.
  package static func snakeCase(_ name: String) -> String {
    var result: [UInt8] = []
    for byte in name.utf8 {
      let isUppercase = (0x41...0x5A).contains(byte)
      if isUppercase { result.append(UInt8(ascii: "_")) }
      result.append(isUppercase ? byte | 0x20 : byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The name as JSON writes it, `tripStatus`.
  package static func camelCase(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
    var result = ""
    var isAfterUnderscore = false
    for character in name {
      if character != "_" { result += isAfterUnderscore ? character.uppercased() : "\(character)" }
      isAfterUnderscore = character == "_"
    }
    return result
  }
}
