package import JSON

/// Encodes and decodes messages as JSON.
package enum WireJSON {
  /// Decodes a message, of at most `maximumValues` JSON values; throws once the task is cancelled.
  package static func decode<Message: WireMessage>(
    _ type: Message.Type, from bytes: [UInt8], maximumValues: Int = .max
  ) throws(JSONError) -> Message {
    var rules = JSONRules.lenient(values: maximumValues)
    rules.isCancellable = true
    let tree = try JSONTree(parsing: bytes, rules: rules)
    guard let message = Message(wire: tree) else { throw .unexpected() }
    return message
  }

  /// Encodes a message with its fields sorted by name; throws for a number that is not finite.
  package static func encode(
    _ message: some WireMessage, routeFormat: RouteFormat = .coordinates, enumNumbers: Bool = false,
    routeTexts: RouteTexts? = nil, header: JSONTree? = nil
  ) throws -> [UInt8] {
    try encode(
      message,
      WireSettings(routeFormat: routeFormat, enumNumbers: enumNumbers, routeTexts: routeTexts),
      header: header)
  }

  static func encode(
    _ message: some WireMessage, _ settings: WireSettings, header: JSONTree? = nil
  ) throws -> [UInt8] {
    var writer = JSONWriter(capacity: 1_024)
    var tree = message.wire(settings)
    if let header, case .object(var object) = tree {
      object.append("header", header)
      tree = .object(object)
    }
    writer.write(tree, sortsMembers: false)
    guard writer.isValid else {
      throw EncodingError.invalidValue(
        message,
        .init(codingPath: [], debugDescription: "JSON has no such number.")
      )
    }
    return writer.bytes
  }
}

/// Options for writing messages.
package struct WireSettings: Sendable {
  /// The form of routes.
  package var routeFormat = RouteFormat.coordinates
  /// Whether enumerations are written as numbers instead of names.
  package var enumNumbers = false
  /// A cache of encoded routes.
  package var routeTexts: RouteTexts?

  package init(
    routeFormat: RouteFormat = .coordinates, enumNumbers: Bool = false,
    routeTexts: RouteTexts? = nil
  ) {
    self.routeFormat = routeFormat
    self.enumNumbers = enumNumbers
    self.routeTexts = routeTexts
  }
}

extension CodingUserInfoKey {
  /// The ``WireSettings`` of messages within a value that `JSONCoding` encodes.
  package static let wireSettings = {
    guard let key = CodingUserInfoKey(rawValue: "ridealong.wireSettings") else {
      preconditionFailure("The key has a name")
    }
    return key
  }()
}

extension Encoder {
  var wireSettings: WireSettings { userInfo[.wireSettings] as? WireSettings ?? WireSettings() }
}
