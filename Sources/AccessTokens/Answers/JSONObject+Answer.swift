internal import JSON

extension JSONObject {
  /// Parses an object that all readers understand alike, without its nulls; nil for other text.
  init?(unambiguous bytes: [UInt8]) {
    var rules = JSONRules.unambiguous
    rules.isLenient = true
    guard let object = try? JSONTree(parsing: bytes, rules: rules).object else { return nil }
    self = object.withoutNulls
  }

  private var withoutNulls: JSONObject {
    JSONObject(
      members.compactMap { name, value in
        switch value {
        case .null: nil
        case .object(let object): (name, .object(object.withoutNulls))
        default: (name, value)
        }
      }
    )
  }

  /// Returns the value under names separated by dots.
  func value(under key: String) -> JSONTree? {
    JSONTree.object(self).value(
      at: key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    )
  }

  /// The names in the object and in its direct members, in order.
  var allNames: [String] {
    sorted.flatMap { name, value in
      [name] + (value.object?.sorted ?? []).map { name + "." + $0.name }
    }
  }
}
