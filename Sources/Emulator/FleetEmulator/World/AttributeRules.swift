internal import FleetEngine

/// The rules for attributes of trips and vehicles.
///
/// See docs/protocol.md, "Trip" and "Vehicle".
enum AttributeRules {
  private static let maximumCount = 100
  private static let maximumLength = 256

  /// Checks a vehicle's attributes, and completes both fields of a text.
  static func checked(_ given: [VehicleAttribute]) throws(RPCFailure) -> [VehicleAttribute] {
    try checkKeys(given.map(\.key))
    var result: [VehicleAttribute] = []
    for var attribute in given {
      let texts = Set([attribute.value, attribute.stringValue].compactMap { $0 })
      try require(texts.count <= 1, "The attribute's value and string_value are not the same.")
      try checkOne(attribute.stringValue != nil, attribute.boolValue, attribute.numberValue)
      attribute.value = texts.first
      attribute.stringValue =
        attribute.boolValue == nil && attribute.numberValue == nil ? texts.first : nil
      try checkLength(attribute.key, attribute.text)
      result.append(attribute)
    }
    return result
  }

  static func checked(_ given: [TripAttribute]) throws(RPCFailure) -> [TripAttribute] {
    try checkKeys(given.map(\.key))
    for attribute in given {
      try checkOne(attribute.stringValue != nil, attribute.boolValue, attribute.numberValue)
      try checkLength(attribute.key, attribute.stringValue ?? "")
    }
    return given
  }

  private static func checkKeys(_ keys: [String?]) throws(RPCFailure) {
    guard keys.count <= maximumCount, Set(keys).count == keys.count else {
      throw .invalid("There are at most \(maximumCount) attributes, each with a key of its own.")
    }
    guard keys.allSatisfy({ $0.map { !$0.contains(":") } ?? false }) else {
      throw .invalid("An attribute has to have a key without a colon.")
    }
  }

  private static func checkOne(
    _ hasText: Bool,
    _ flag: Bool?,
    _ number: Double?
  ) throws(RPCFailure) {
    guard [hasText, flag != nil, number != nil].filter(\.self).count <= 1 else {
      throw .invalid(
        "An attribute has one of string_value, bool_value and number_value, not several.")
    }
  }

  private static func checkLength(_ key: String?, _ text: String) throws(RPCFailure) {
    guard (key ?? "").count + 1 + text.count <= maximumLength else {
      throw .invalid("An attribute's key and value have at most \(maximumLength) characters.")
    }
  }
}
