/// Why bytes are not a message, or why a value does not fit its schema.
package enum ProtobufError: Error, Sendable, Hashable {
  /// The bytes are not protocol buffers, or a text is not UTF-8.
  case malformed
  /// The message has more values than allowed.
  case tooManyValues
  /// The field at this path has a value that is not valid.
  case invalid(String)

  /// The same error in a message that is the value of a field.
  func inField(_ name: String) -> ProtobufError {
    if case .invalid(let path) = self { .invalid(name + "." + path) } else { self }
  }
}
