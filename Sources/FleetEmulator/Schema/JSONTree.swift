/// Any JSON, as it came.
enum JSONTree: Encodable, Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let values): try container.encode(values)
    case .object(let fields): try container.encode(fields)
    }
  }

  /// The value at a path through objects; nil where there is none.
  func value(at path: some Collection<String>) -> JSONTree? {
    guard let name = path.first else { return self }
    guard case .object(let fields) = self else { return nil }
    return fields[name]?.value(at: path.dropFirst())
  }

  /// Puts a value at a path through objects, or removes what is there.
  mutating func set(_ value: JSONTree?, at path: some Collection<String>) {
    guard let name = path.first else {
      self = value ?? .null
      return
    }
    var fields: [String: JSONTree] = [:]
    if case .object(let present) = self { fields = present }
    if path.count == 1 {
      fields[name] = value
    } else if value != nil || fields[name] != nil {
      fields[name, default: .object([:])].set(value, at: path.dropFirst())
    }
    self = .object(fields)
  }
}
