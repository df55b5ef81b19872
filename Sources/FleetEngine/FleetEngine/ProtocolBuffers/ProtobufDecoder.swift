package import JSON

/// Decodes protocol buffers by a schema into the JSON that REST has for the same message.
///
/// Unknown fields and fields of another wire type are skipped, as protocol buffers ask for. Every
/// recursion follows the schema, so bytes cannot make it deeper.
package struct ProtobufDecoder {
  /// The number of values that may still be read.
  private var valuesLeft: Int

  /// Decodes a message of at most `maximumValues` values.
  package static func decode(
    _ bytes: [UInt8], _ schema: MessageSchema, maximumValues: Int
  ) throws(ProtobufError) -> JSONObject {
    var decoder = ProtobufDecoder(valuesLeft: maximumValues)
    return try decoder.message(bytes[...], schema)
  }

  private mutating func message(
    _ bytes: ArraySlice<UInt8>, _ schema: MessageSchema
  ) throws(ProtobufError) -> JSONObject {
    var object = JSONObject()
    var lists: [Int: [JSONTree]] = [:]
    var messages: [Int: ArraySlice<UInt8>] = [:]
    var input = ProtobufInput(bytes)
    while let (number, value) = try input.next() {
      guard let field = schema.field(number) else { continue }
      switch (field.type, value) {
      case (.list(let element), _):
        try elements(value, element, field.name, to: &lists[number, default: []])
      case (.message, .bytes(let bytes)):
        // Several occurrences are the same as one with all their bytes.
        if messages[number]?.append(contentsOf: bytes) == nil { messages[number] = bytes }
      default: if let tree = try single(value, field.type, field.name) { object[field.name] = tree }
      }
    }
    for field in schema.numbered {
      if let list = lists[field.number], !list.isEmpty {
        object.append(field.name, .list(list))
      } else if let bytes = messages[field.number] {
        if let tree = try single(.bytes(bytes), field.type, field.name) {
          object.append(field.name, tree)
        }
      }
    }
    return object
  }

  /// Appends one element of a list, or all those of a packed list.
  private mutating func elements(
    _ value: ProtobufInput.Value, _ type: FieldType, _ name: String, to list: inout [JSONTree]
  ) throws(ProtobufError) {
    guard case .bytes(let bytes) = value, type.isPacked else {
      if let tree = try single(value, type, name) { list.append(tree) }
      return
    }
    var input = ProtobufInput(bytes)
    while !input.isAtEnd {
      if let tree = try single(.varint(try input.varint()), type, name) { list.append(tree) }
    }
  }

  /// Reads a value; nil if it has another wire type than the field.
  private mutating func single(
    _ value: ProtobufInput.Value, _ type: FieldType, _ name: String
  ) throws(ProtobufError) -> JSONTree? {
    valuesLeft -= 1
    guard valuesLeft >= 0 else { throw .tooManyValues }
    switch (type, value) {
    case (.unread(let type), _): return try single(value, type, name)
    case (.text, .bytes(let bytes)), (.path, .bytes(let bytes)): return .text(try Self.text(bytes))
    case (.flag, .varint(let bits)): return .flag(bits != 0)
    case (.integer, .varint(let bits)): return .number(Double(Int32(truncatingIfNeeded: bits)))
    case (.long, .varint(let bits)): return .text(String(Int64(bitPattern: bits)))
    case (.number, .fixed64(let bits)): return Self.number(Double(bitPattern: bits))
    case (.float, .fixed32(let bits)): return Self.number(Double(Float(bitPattern: bits)))
    case (.name(let names), .varint(let bits)):
      let number = Int32(truncatingIfNeeded: bits)
      return names.names[Int(number)].map(JSONTree.text) ?? .number(Double(number))
    case (.mask, .bytes(let bytes)): return .text(try mask(bytes))
    case (.moment, .bytes(let bytes)): return .text(try Self.moment(bytes, name).description)
    case (.duration, .bytes(let bytes)): return .text(try Self.duration(bytes, name).wireText)
    case (.wrapped(let type), .bytes(let bytes)):
      var input = ProtobufInput(bytes)
      var tree: JSONTree = if case .flag = type { .flag(false) } else { .number(0) }
      while let (number, value) = try input.next() {
        if number == 1, let read = try single(value, type, name) { tree = read }
      }
      return tree
    case (.message(let schema), .bytes(let bytes)):
      do { return .object(try message(bytes, schema)) } catch { throw error.inField(name) }
    default: return nil
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    return text
  }

  /// A number as JSON, which has texts for those that are not finite.
  private static func number(_ number: Double) -> JSONTree {
    if number.isFinite { return .number(number) }
    return .text(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
  }

  private mutating func mask(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) -> String {
    var paths: [String] = []
    var input = ProtobufInput(bytes)
    while let (number, value) = try input.next() {
      guard number == 1, case .bytes(let path) = value else { continue }
      valuesLeft -= 1
      guard valuesLeft >= 0 else { throw .tooManyValues }
      paths.append(try Self.text(path))
    }
    return paths.joined(separator: ",")
  }

  private static func moment(
    _ bytes: ArraySlice<UInt8>, _ name: String
  ) throws(ProtobufError) -> Timestamp {
    let (seconds, nanoseconds) = try time(bytes)
    let moment = Timestamp(seconds: seconds)
    guard moment.seconds == seconds, (0..<1_000_000_000).contains(nanoseconds) else {
      throw .invalid(name)
    }
    return Timestamp(seconds: seconds, nanoseconds: Int64(nanoseconds))
  }

  private static func duration(
    _ bytes: ArraySlice<UInt8>, _ name: String
  ) throws(ProtobufError) -> Duration {
    let (seconds, nanoseconds) = try time(bytes)
    guard seconds.magnitude <= 315_576_000_000, nanoseconds.magnitude < 1_000_000_000,
      seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0)
    else { throw .invalid(name) }
    return .seconds(seconds) + .nanoseconds(Int64(nanoseconds))
  }

  /// Reads google.protobuf.Timestamp or Duration.
  private static func time(
    _ bytes: ArraySlice<UInt8>
  ) throws(ProtobufError) -> (seconds: Int64, nanoseconds: Int32) {
    var (seconds, nanoseconds) = (0 as Int64, 0 as Int32)
    var input = ProtobufInput(bytes)
    while let (number, value) = try input.next() {
      guard case .varint(let bits) = value else { continue }
      if number == 1 { seconds = Int64(bitPattern: bits) }
      if number == 2 { nanoseconds = Int32(truncatingIfNeeded: bits) }
    }
    return (seconds, nanoseconds)
  }
}

extension FieldType {
  /// Whether the elements of a list of this type are written together.
  ///
  /// Fleet Engine has no lists of floating-point numbers.
  var isPacked: Bool {
    switch self {
    case .flag, .integer, .long, .name: true
    default: false
    }
  }
}
