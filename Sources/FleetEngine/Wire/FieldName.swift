/// The two spellings of a field's name.
package enum FieldName {
  /// The name as protocol buffers write it, `trip_status`.
  package static func snakeCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase {
        result += "_" + character.lowercased()
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The name as JSON writes it, `tripStatus`.
  package static func camelCase(_ name: String) -> String {
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
