internal import JSON

extension JSONObject {
  /// Parses an object that every reader reads alike, and leaves out its nulls.
  ///
  /// An error would quote the text, which may hold a token, so that there is none.
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

  /// The value under names with dots between them.
  func value(under key: String) -> JSONTree? {
    JSONTree.object(self).value(
      at: key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    )
  }

  /// The names of the object and of the objects right in it, in order.
  var allNames: [String] {
    sorted.flatMap { name, value in
      [name] + (value.object?.sorted ?? []).map { name + "." + $0.name }
    }
  }
}
