internal import FleetEngine
internal import JSON
internal import TrustLimits

extension MessageSchema {
  /// Reads a body; an empty one is a message without fields.
  func read(_ bytes: [UInt8]) throws(RPCFailure) -> SchemaMessage {
    guard !bytes.isEmpty else { return SchemaMessage() }
    let tree: JSONTree
    do { tree = try JSONTree(parsing: bytes) } catch {
      throw switch error {
      case .notJSON: .invalid("The body is not JSON.")
      case .tooDeep:
        .invalid("The body's JSON nests deeper than \(Limits.Response.jsonDepth) levels.")
      case .tooMany, .cancelled, .unexpected: .invalid("The body is not a JSON object.")
      }
    }
    guard case .object(let fields) = tree else { throw .invalid("The body is not a JSON object.") }
    return SchemaMessage(try read(fields, at: ""))
  }

  /// Reads fields in either spelling strictly: each has to be known, of its type and there once.
  ///
  /// The result has JSON's spelling, names for enumerations, and no nulls. Errors contain the path.
  func read(_ given: JSONObject, at path: String) throws(RPCFailure) -> JSONObject {
    var result = JSONObject()
    var older: [(successor: MessageSchema.Successor, value: JSONTree)] = []
    // Sorted, so that the same body always gets the same error.
    for (spelling, value) in given.sorted {
      let name = FieldName.camelCase(spelling)
      guard let type = fields[name] else {
        let place = path.isEmpty ? "" : " at '\(path)'"
        throw RPCFailure.invalid(
          "Invalid JSON payload received. Unknown name \"\(spelling.prefix(64))\"\(place): "
            + "Cannot find field."
        ).at(path.isEmpty ? spelling : path + "." + spelling)
      }
      guard value != .null else { continue }
      let place = path.isEmpty ? name : path + "." + name
      let read = try type.read(value, at: place)
      if let successor = successors[name] {
        older.append((successor, read))
      } else {
        try require(result[name] == nil, "The field '\(place)' is there more than once.")
        result.append(name, read)
      }
    }
    for (successor, value) in older where result[successor.name] == nil {
      if case .number(let number) = value {
        result[successor.name] = .number(number * successor.factor)
      } else {
        result[successor.name] = value
      }
    }
    return result
  }
}

extension FieldType {
  /// Reads a value strictly, by the JSON mapping of protocol buffers.
  func read(_ value: JSONTree, at path: String) throws(RPCFailure) -> JSONTree {
    switch (self, value) {
    // The text of a path is checked where it is decoded, because decoding is expensive.
    case (.unread, _), (.text, .text), (.mask, .text), (.flag, .flag), (.path, .text): return value
    case (.wrapped(let type), _): return try type.read(value, at: path)
    case (.float, _): return try FieldType.number().read(value, at: path)
    case (.long, .text(let text)): if Int64(text) != nil { return value }
    case (.integer, _):
      guard let number = value.asNumber, Int32(exactly: number) != nil else { break }
      return .number(number)
    case (.number(let range), _):
      guard let number = value.asNumber, number.isFinite, range?.contains(number) ?? true else {
        break
      }
      return .number(number)
    case (.moment, .text(let text)): if Timestamp(rfc3339: text) != nil { return value }
    case (.duration, .text(let text)): if Duration(wire: text) != nil { return value }
    case (.name(let names), _):
      if case .text(let text) = value, names.numbers[text] != nil { return value }
      guard let number = value.asNumber.flatMap(Int32.init(exactly:)) else { break }
      // Protocol buffers keep an unknown number.
      return names.names[Int(number)].map(JSONTree.text) ?? .number(Double(number))
    case (.message(let schema), .object(let fields)):
      return .object(try schema.read(fields, at: path))
    case (.list(let element), .list(let values)):
      return .list(
        try values.enumerated().map { index, value throws(RPCFailure) in
          try element.read(value, at: "\(path)[\(index)]")
        })
    default: break
    }
    throw RPCFailure.invalid("Invalid value at '\(path)'.").at(path)
  }
}

extension JSONTree {
  /// A number, which may be a text.
  fileprivate var asNumber: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .text(let text): Double(text)
    case .null, .flag, .list, .object: nil
    }
  }
}
