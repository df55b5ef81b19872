internal import FleetEngine
internal import JSON

extension JSONKey {
  /// The key for a message: short, and without what could be taken for more than a name.
  var shown: String {
    String(
      stringValue.unicodeScalars.prefix(32).map {
        (0x21...0x7E).contains($0.value) ? Character($0) : "?"
      }
    )
  }
}

/// Reads the keys of one entry and says what is wrong with one.
///
/// Both spellings of a key are taken, `retryAfter` and `retry_after`.
struct FaultFields {
  private let container: KeyedDecodingContainer<JSONKey>
  private var keys: [String: JSONKey] = [:]
  private var unread: Set<String>

  init(_ decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: JSONKey.self) else {
      throw FaultScriptError(nil, "has to be an object, \"pass\" or \"reset\"")
    }
    self.container = container
    for key in container.allKeys {
      let name = FieldName.camelCase(key.stringValue)
      guard keys.updateValue(key, forKey: name) == nil else {
        throw FaultScriptError(key.shown, "is there twice")
      }
    }
    unread = Set(keys.keys)
  }

  /// A whole number.
  mutating func integer(_ name: String) throws -> Int? {
    try value(name, Int.self, "has to be a whole number")
  }

  /// A text.
  mutating func text(_ name: String) throws -> String? {
    try value(name, String.self, "has to be a text")
  }

  /// Whether a key is there and says true.
  mutating func flag(_ name: String) throws -> Bool {
    try value(name, Bool.self, "has to be true or false") ?? false
  }

  /// Texts by their names.
  mutating func texts(_ name: String) throws -> [String: String] {
    try value(name, [String: String].self, "has to be an object of texts") ?? [:]
  }

  /// A time, to the nanosecond.
  mutating func seconds(_ name: String) throws -> Duration? {
    let reason = "has to be a number of seconds"
    guard let seconds = try value(name, Double.self, reason) else { return nil }
    // Farther off than any bound, and what a duration can hold.
    guard abs(seconds) <= 1e9 else { throw FaultScriptError(name, reason + " below a billion") }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// Refuses the first key that nobody has read.
  func end() throws {
    guard let name = unread.min(), let key = keys[name] else { return }
    throw FaultScriptError(key.shown, "is unknown")
  }

  private mutating func value<Value: Decodable>(
    _ name: String,
    _ type: Value.Type,
    _ reason: String
  ) throws -> Value? {
    unread.remove(name)
    guard let key = keys[name] else { return nil }
    do {
      return try container.decodeIfPresent(type, forKey: key)
    } catch {
      throw FaultScriptError(key.shown, reason)
    }
  }
}
