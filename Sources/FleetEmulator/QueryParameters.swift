internal import FleetEngine
internal import HTTPMessages

/// A request's query parameters, each known and there at most once.
struct QueryParameters: Sendable {
  /// Parameters of every method of Google's that ask for nothing that is not done anyway.
  private static let system: Set<String> = [
    "$prettyPrint", "prettyPrint", "key", "quotaUser", "$.xgafv",
  ]

  private let values: [String: String]

  /// Reads the parameters.
  ///
  /// - Parameters:
  ///   - items: The query's parameters.
  ///   - known: The method's parameters but those of the header.
  /// - Throws: Which parameter is unknown, repeated or asks for what is not done.
  init(_ items: [HTTPURL.QueryItem], known: Set<String>) throws(RPCFailure) {
    var values: [String: String] = [:]
    for item in items {
      if Self.system.contains(item.name) || item.name.hasPrefix("header.") { continue }
      if item.name == "$alt" || item.name == "alt" {
        guard item.value == "json" || item.value.hasPrefix("json;") else {
          throw .invalid("Only the format json is served.")
        }
        continue
      }
      let name = FieldName.camelCase(item.name)
      guard known.contains(name) else {
        throw .invalid(
          "Invalid JSON payload received. Unknown name \"\(item.name.prefix(64))\": "
            + "Cannot bind query parameter."
        )
      }
      guard values.updateValue(item.value, forKey: name) == nil else {
        throw .invalid("The query parameter \(name) is there more than once.")
      }
    }
    self.values = values
  }

  subscript(name: String) -> String? { values[name] }

  func timestamp(_ name: String) throws(RPCFailure) -> Timestamp? {
    guard let text = values[name], !text.isEmpty else { return nil }
    guard let moment = Timestamp(rfc3339: text) else {
      throw .invalid("The query parameter \(name) is not a timestamp of RFC 3339.")
    }
    return moment
  }

  /// A name or number of an enumeration, as an index into its names.
  func choice(_ name: String, _ names: [String]) throws(RPCFailure) -> Int {
    guard let text = values[name], !text.isEmpty else { return 0 }
    if let index = names.firstIndex(of: text) { return index }
    if let number = Int(text), names.indices.contains(number) { return number }
    throw .invalid("The query parameter \(name) has to be one of \(names.joined(separator: ", ")).")
  }
}
