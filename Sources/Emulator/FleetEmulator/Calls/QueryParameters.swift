internal import FleetEngine
internal import HTTPMessages
internal import JSON

/// The parameters of a request's query.
struct QueryParameters: Sendable {
  /// Google's system parameters that change nothing here, or were read with the token.
  private static let system: Set<String> = [
    "$prettyPrint", "prettyPrint", "key", "quotaUser", "$quotaUser", "$userProject", "$.xgafv",
    "uploadType", "upload_protocol",
  ]

  /// The system parameters that carry the caller's token.
  static let tokens: Set<String> = ["access_token", "oauth_token"]

  private static func isIgnored(_ name: String) -> Bool {
    system.contains(name) || tokens.contains(name)
  }

  let request: SchemaMessage
  /// The fields of the response that the caller asks for; nil for all.
  private(set) var fields: String?
  /// Whether the response has numbers for enumerations.
  let wantsEnumNumbers: Bool

  /// Reads the parameters; the error names one that is unknown, repeated or not valid.
  init(_ items: [HTTPURL.QueryItem], schema: MessageSchema) throws(RPCFailure) {
    var tree = JSONTree.object([:])
    // Separate from the tree, in which each value would copy those before it.
    var lists: [[String]: [JSONTree]] = [:]
    var wantsEnumNumbers = false
    for item in items where !Self.isIgnored(item.name) {
      if item.name == "$alt" || item.name == "alt" {
        let form = item.value.split(separator: ";", omittingEmptySubsequences: false)
        try require(form.first == "json", "Only the format json is served.")
        wantsEnumNumbers = wantsEnumNumbers || form.contains("enum-encoding=int")
        continue
      }
      if item.name == "$fields" || item.name == "fields" {
        try require(fields == nil, "The query parameter fields is there more than once.")
        fields = item.value
        continue
      }
      try require(
        item.name != "callback" && item.name != "$callback",
        "callback is not served: a response is JSON, not a script."
      )
      let path = FieldName.path(item.name)
      guard let type = schema.type(at: path), let value = try Self.value(item, type) else {
        throw .invalid(
          "Invalid JSON payload received. Unknown name \"\(item.name.prefix(64))\": "
            + "Cannot bind query parameter."
        )
      }
      switch value {
      case .null: break
      case .list(let values): lists[path, default: []] += values
      default:
        guard tree.value(at: path) == nil else {
          throw .invalid(
            "The query parameter \(path.joined(separator: ".")) is there more than once."
          )
        }
        tree.set(value, at: path)
      }
    }
    for (path, values) in lists { tree.set(.list(values), at: path) }
    request = SchemaMessage(try schema.read(tree.object ?? [:], at: ""))
    self.wantsEnumNumbers = wantsEnumNumbers
  }

  /// A parameter's value as JSON; null for an empty one, nil for a type that no query can have.
  private static func value(
    _ item: HTTPURL.QueryItem,
    _ type: FieldType
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
