internal import FleetEngine
internal import JSON
internal import HTTPMessages

/// A request's query: the request's own fields, and the form of the answer.
struct QueryParameters: Sendable {
  /// Parameters of every method of Google's that ask for nothing that is not done anyway.
  private static let system: Set<String> = [
    "$prettyPrint", "prettyPrint", "key", "quotaUser", "$quotaUser", "$userProject", "$.xgafv",
    "uploadType", "upload_protocol",
  ]

  /// The fields of the request.
  let request: Message
  /// Whether the answer's enumerations are to be numbers.
  let wantsEnumNumbers: Bool

  /// Reads the parameters.
  ///
  /// - Throws: Which parameter is unknown, repeated or not valid.
  init(_ items: [HTTPURL.QueryItem], schema: MessageSchema) throws(RPCFailure) {
    var tree = JSONTree.object([:])
    // Apart from the tree, where each more would copy those before it.
    var lists: [[String]: [JSONTree]] = [:]
    var wantsNumbers = false
    for item in items {
      if Self.system.contains(item.name) { continue }
      if item.name == "$alt" || item.name == "alt" {
        let form = item.value.split(separator: ";", omittingEmptySubsequences: false)
        guard form.first == "json" else { throw .invalid("Only the format json is served.") }
        wantsNumbers = wantsNumbers || form.contains("enum-encoding=int")
        continue
      }
      let path = item.name.utf8.split(
        separator: UInt8(ascii: "."),
        omittingEmptySubsequences: false
      ).map { FieldName.camelCase(String(Substring($0))) }
      guard let type = schema.type(at: path), let value = try Self.value(item, type) else {
        throw .invalid(
          "Invalid JSON payload received. Unknown name \"\(item.name.prefix(64))\": "
            + "Cannot bind query parameter."
        )
      }
      guard value != .null else { continue }
      if case .list(let more) = value {
        lists[path, default: []] += more
        continue
      }
      guard tree.value(at: path) == nil else {
        throw .invalid(
          "The query parameter \(path.joined(separator: ".")) is there more than once."
        )
      }
      tree.set(value, at: path)
    }
    for (path, values) in lists { tree.set(.list(values), at: path) }
    guard case .object(let fields) = tree else { throw .invalid("The query is not valid.") }
    request = Message(try schema.read(fields, at: ""))
    wantsEnumNumbers = wantsNumbers
  }

  /// A parameter's value as JSON has it; null where it is empty, nil where it cannot be in a query.
  private static func value(
    _ item: HTTPURL.QueryItem,
    _ type: FieldType
  ) throws(RPCFailure) -> JSONTree? {
    switch type {
    case .message: return nil
    case .list(let element): return try value(item, element).map { .list($0 == .null ? [] : [$0]) }
    case .text: return .text(item.value)
    case .flag:
      switch item.value {
      case "true": return .flag(true)
      case "false": return .flag(false)
      case "": return .null
      default:
        throw .invalid("The query parameter \(item.name.prefix(64)) has to be true or false.")
      }
    case .integer, .number, .moment, .duration, .path, .name, .unread:
      return item.value.isEmpty ? .null : .text(item.value)
    }
  }
}

extension MessageSchema {
  /// The type of the field at a path through messages; nil where there is none.
  func type(at path: some Collection<String>) -> FieldType? {
    guard let name = path.first, let type = fields[name] else { return nil }
    guard path.count > 1 else { return type }
    guard case .message(let inner) = type else { return nil }
    return inner.type(at: path.dropFirst())
  }
}
