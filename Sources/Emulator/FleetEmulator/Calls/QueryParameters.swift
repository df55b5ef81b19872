internal import FleetEngine
internal import HTTPMessages
internal import JSON

extension SchemaMessage {
  /// Reads the parameters of a query, except those that ``SystemParameter`` has.
  ///
  /// The error names one that is unknown, repeated or not valid.
  init(query items: [HTTPURL.QueryItem], schema: MessageSchema) throws(RPCFailure) {
    var tree = JSONTree.object([:])
    // Separate from the tree, in which each value would copy those before it.
    var lists: [[String]: [JSONTree]] = [:]
    for item in items where SystemParameter(name: item.name) == nil {
      let path = FieldName.path(item.name)
      guard let type = schema.type(at: path), let value = try Self.value(item, type) else {
        throw .invalid(
          "Invalid JSON payload received. Unknown name \"\(item.name.prefix(64))\": "
            + "Cannot bind query parameter.")
      }
      switch value {
      case .null: break
      case .list(let values): lists[path, default: []] += values
      default:
        guard tree.value(at: path) == nil else {
          throw .invalid(
            "The query parameter \(path.joined(separator: ".")) is there more than once.")
        }
        tree.set(value, at: path)
      }
    }
    for (path, values) in lists { tree.set(.list(values), at: path) }
    self.init(try schema.read(tree.object ?? [:], at: ""))
  }

  /// A parameter's value as JSON; null for an empty one, nil for a type that no query can have.
  private static func value(
    _ item: HTTPURL.QueryItem, _ type: FieldType
  ) throws(RPCFailure) -> JSONTree? {
    switch type {
    case .message: return nil
    case .list(let element): return try value(item, element).map { .list($0 == .null ? [] : [$0]) }
    case .text, .mask: return .text(item.value)
    case .wrapped(let type): return try value(item, type)
    case .flag:
      switch item.value {
      case "true": return .flag(true)
      case "false": return .flag(false)
      case "": return .null
      default:
        throw .invalid("The query parameter \(item.name.prefix(64)) has to be true or false.")
      }
    case .integer, .long, .number, .float, .moment, .duration, .path, .name, .unread:
      return item.value.isEmpty ? .null : .text(item.value)
    }
  }
}

extension FieldName {
  /// The names of a dotted path, in JSON's spelling.
  static func path(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { camelCase(String(Substring($0))) }
  }
}

extension MessageSchema {
  /// The type of the field at a path through messages; nil without one.
  func type(at path: some Collection<String>) -> FieldType? {
    guard let name = path.first, let type = fields[name] else { return nil }
    guard path.count > 1 else { return type }
    guard case .message(let inner) = type else { return nil }
    return inner.type(at: path.dropFirst())
  }
}
