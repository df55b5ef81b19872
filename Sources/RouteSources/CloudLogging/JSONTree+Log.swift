internal import JSON

extension JSONTree {
  /// The value with all names in lower case and without underscores.
  ///
  /// Logs have names in lower case, in camel case and with underscores.
  var withPlainNames: JSONTree {
    switch self {
    case .object(let object):
      .object(
        JSONObject(object.map { (Self.plain($0.name), $0.value.withPlainNames) })
      )
    case .list(let values): .list(values.map(\.withPlainNames))
    case .null, .flag, .number, .text: self
    }
  }

  /// A name in lower case and without underscores.
  static func plain(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: "_") && !(0x41...0x5A).contains(byte)
    }
    return isPlain ? name : name.lowercased().filter { $0 != "_" }
  }

  /// Whether a place or a route anywhere in it is replaced by an opaque handle.
  var hasHandle: Bool {
    switch self {
    case .object(let object): object.contains { $0.name.hasSuffix("handle") || $0.value.hasHandle }
    case .list(let values): values.contains(where: \.hasHandle)
    case .null, .flag, .number, .text: false
    }
  }
}
