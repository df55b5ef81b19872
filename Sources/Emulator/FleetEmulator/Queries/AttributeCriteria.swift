internal import FleetEngine
internal import TrustLimits

/// The attributes that a search requires of vehicles.
///
/// See docs/protocol.md, "Lists and searches".
struct AttributeCriteria: Sendable {
  private struct Pair: Sendable {
    let key: String
    let value: String

    func matches(_ attributes: [String: String]) -> Bool { attributes[key] == value }
  }

  private static let maximumCount = 50

  private let all: [Pair]
  /// Each of these lists has to have a matching attribute.
  private let oneOfEach: [[Pair]]
  /// One of these lists has to match completely.
  private let sets: [[Pair]]
  private let filter: AttributeFilter?

  /// Reads the criteria of a list, whose attributes are texts, or of a search, whose attributes are
  /// messages.
  init(_ request: SchemaMessage, areTexts: Bool) throws(RPCFailure) {
    func groups(_ name: String) throws(RPCFailure) -> [[Pair]] {
      let field = FieldName.snakeCase(name)
      if areTexts {
        return try request.texts(name).map { text throws(RPCFailure) in
          try Self.pairs(text.split(separator: "|").map(String.init), field)
        }
      }
      return try request.messages(name).map { list throws(RPCFailure) in
        try Self.pairs(list.messages("attributes"), field)
      }
    }
    let (name, field) = ("requiredAttributes", "required_attributes")
    all =
      areTexts
      ? try Self.pairs(request.texts(name), field) : try Self.pairs(request.messages(name), field)
    oneOfEach = try groups("requiredOneOfAttributes")
    sets = try groups("requiredOneOfAttributeSets")
    do throws(FilterError) {
      filter = try request.text("filter").flatMap(FilterParser.parse)
    } catch {
      throw .invalid("The filter cannot be read at character \(error.position): \(error.reason).")
    }
    try check()
  }

  /// Whether a vehicle meets the criteria.
  func matches(_ vehicle: Vehicle) -> Bool {
    guard !all.isEmpty || !oneOfEach.isEmpty || !sets.isEmpty || filter != nil else { return true }
    var attributes: [String: String] = [:]
    for attribute in vehicle.attributes {
      if let key = attribute.key { attributes[key] = attribute.text }
    }
    return all.allSatisfy { $0.matches(attributes) }
      && oneOfEach.allSatisfy { $0.contains { $0.matches(attributes) } }
      && (sets.isEmpty || sets.contains { $0.allSatisfy { $0.matches(attributes) } })
      && (filter?.matches(attributes) ?? true)
  }

  private func check() throws(RPCFailure) {
    guard all.count <= Self.maximumCount else {
      throw .invalid("required_attributes holds more than \(Self.maximumCount).")
    }
    // Each alternative is compared with every vehicle.
    let alternatives = (oneOfEach + sets).reduce(0) { $0 + max(1, $1.count) }
    guard alternatives <= Limits.Emulator.alternativeAttributes else {
      throw .invalid(
        "required_one_of_attributes and required_one_of_attribute_sets hold more than "
          + "\(Limits.Emulator.alternativeAttributes) attributes.")
    }
    guard filter == nil || (all.isEmpty && oneOfEach.isEmpty && sets.isEmpty) else {
      throw .invalid(
        "filter cannot be used with required_attributes, required_one_of_attributes or "
          + "required_one_of_attribute_sets.")
    }
  }

  private static func pairs(_ texts: [String], _ field: String) throws(RPCFailure) -> [Pair] {
    try texts.map { text throws(RPCFailure) in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .invalid("\(field) has to be of the form key:value.")
      }
      return Pair(key: String(parts[0]), value: String(parts[1]))
    }
  }

  private static func pairs(
    _ messages: [SchemaMessage], _ field: String
  ) throws(RPCFailure) -> [Pair] {
    try messages.map { message throws(RPCFailure) in
      let attribute: VehicleAttribute = message.decode()
      guard let key = attribute.key else { throw .invalid("\(field) holds one without a key.") }
      return Pair(key: key, value: attribute.text)
    }
  }
}

extension VehicleAttribute {
  /// The value as the text that searches and filters compare.
  var text: String {
    if let text = value ?? stringValue { return text }
    if let boolValue { return String(boolValue) }
    guard let numberValue else { return "" }
    return Int(exactly: numberValue).map(String.init) ?? String(numberValue)
  }
}
