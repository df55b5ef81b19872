internal import FleetEngine
internal import TrustLimits

/// A request's body: the resource, and which of its fields are there.
struct ResourceBody<Resource: Codable & Sendable>: Sendable {
  let resource: Resource
  private let fields: [String: FieldPresence]

  /// Reads a body; an empty one is a resource without fields.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - known: The resource's fields in JSON's spelling.
  /// - Throws: That the body is no such resource, or which field is unknown.
  init(_ bytes: [UInt8], known: Set<String>) throws(RPCFailure) {
    let bytes = bytes.isEmpty ? Array("{}".utf8) : bytes
    do {
      let names = try WireJSON.decode([String: FieldPresence].self, from: bytes)
      resource = try WireJSON.decode(Resource.self, from: bytes)
      var fields: [String: FieldPresence] = [:]
      for (name, presence) in names { fields[FieldName.camelCase(name)] = presence }
      self.fields = fields
    } catch {
      throw switch error {
      case .notJSON: .invalid("The body is not JSON.")
      case .tooDeep: .invalid("The body's JSON nests deeper than \(Limits.Reply.jsonDepth) levels.")
      case .unexpected: .invalid("The body is not a JSON object.")
      }
    }
    if let unknown = fields.keys.sorted().first(where: { !known.contains($0) }) {
      throw .invalid(
        "Invalid JSON payload received. Unknown name \"\(unknown.prefix(64))\": Cannot find field."
      )
    }
  }

  /// Whether a field is there with a value.
  func has(_ field: String) -> Bool {
    guard let presence = fields[field] else { return false }
    return presence != .empty
  }

  /// Reads a field that the mask names: absent clears it, unreadable is an error.
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - value: What was read of it; nil if nothing could be.
  /// - Returns: The value.
  /// - Throws: That the field is there and cannot be read.
  func read<Value>(_ field: String, _ value: Value?) throws(RPCFailure) -> Value? {
    if value == nil, has(field) {
      throw .invalid("Invalid value at '\(field)'.")
    }
    return value
  }

  /// Reads a list that the mask names: no element of it may be unreadable.
  func read<Value>(list field: String, _ value: [Value]) throws(RPCFailure) -> [Value] {
    let count: Int
    switch fields[field] {
    case .list(let length): count = length
    case .flag, .integer, .text, .value: throw .invalid("Invalid value at '\(field)'.")
    case .empty, nil: count = 0
    }
    guard count == value.count else { throw .invalid("Invalid value at '\(field)'.") }
    return value
  }

  /// Reads a field that is true or false.
  func read(flag field: String, _ value: Bool) throws(RPCFailure) -> Bool {
    switch fields[field] {
    case .flag, .empty, nil: return value
    case .integer, .text, .list, .value: throw .invalid("Invalid value at '\(field)'.")
    }
  }

  /// Reads a whole number, which may be written as text.
  func read(integer field: String, _ value: Int) throws(RPCFailure) -> Int {
    switch fields[field] {
    case .integer, .text(isInteger: true), .empty, nil: return value
    case .flag, .text, .list, .value: throw .invalid("Invalid value at '\(field)'.")
    }
  }

  /// Reads an enumeration that may be left unspecified.
  func read<Value: WireEnum>(_ field: String, _ value: Value) throws(RPCFailure) -> Value {
    switch fields[field] {
    case .integer, .text, .empty, nil:
      guard value.isKnown || value.isUnspecified else { break }
      return value
    case .flag, .list, .value: break
    }
    throw .invalid("Invalid value at '\(field)'.")
  }

  /// Reads an enumeration that has to have a known value.
  func read<Value: WireEnum>(known field: String, _ value: Value) throws(RPCFailure) -> Value {
    guard value.isKnown else {
      throw .invalid("\(field) has to be one of its known values.")
    }
    return value
  }
}

/// What stands under a name in a message.
private enum FieldPresence: Decodable, Sendable, Equatable {
  /// Null, or an empty text, which is a text's default.
  case empty
  /// True or false.
  case flag
  /// A whole number of 32 bits.
  case integer
  /// A text, which may spell a whole number.
  case text(isInteger: Bool)
  /// A list of a length.
  case list(Int)
  /// Anything else.
  case value

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .empty
    } else if let text = try? container.decode(String.self) {
      self =
        text.isEmpty ? .empty : .text(isInteger: Double(text).flatMap(Int32.init(exactly:)) != nil)
    } else if (try? container.decode(Bool.self)) != nil {
      self = .flag
    } else if (try? container.decode(Double.self)).flatMap(Int32.init(exactly:)) != nil {
      self = .integer
    } else if var list = try? decoder.unkeyedContainer() {
      var count = 0
      while !list.isAtEnd {
        _ = try list.decode(Anything.self)
        count += 1
      }
      self = .list(count)
    } else {
      self = .value
    }
  }
}
