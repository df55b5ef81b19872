internal import FleetEngine
internal import TrustLimits

/// What a search asks of vehicles' attributes.
///
/// Source: contract 2.5.
struct AttributeCriteria: Sendable {
  private struct Pair: Sendable {
    let key: String
    let value: String

    func matches(_ attributes: [String: String]) -> Bool { attributes[key] == value }
  }

  private static let most = 50

  private let all: [Pair]
  /// Lists of which one attribute each has to match.
  private let oneOfEach: [[Pair]]
  /// Lists of which one has to match whole.
  private let sets: [[Pair]]
  private let filter: AttributeFilter?

  /// Reads the criteria of a list, whose attributes are texts.
  init(ofList request: Message) throws(RPCFailure) {
    all = try Self.pairs(request.texts("requiredAttributes"), "required_attributes")
    oneOfEach = try Self.lists(request, "requiredOneOfAttributes", "required_one_of_attributes")
    sets = try Self.lists(request, "requiredOneOfAttributeSets", "required_one_of_attribute_sets")
    filter = try Self.filter(request)
    try check()
  }

  /// Reads the criteria of a search, whose attributes are messages.
  init(ofSearch request: Message) throws(RPCFailure) {
    all = try Self.pairs(request.messages("requiredAttributes"), "required_attributes")
    oneOfEach = try Self.messageLists(
      request,
      "requiredOneOfAttributes",
      "required_one_of_attributes"
    )
    sets = try Self.messageLists(
      request,
      "requiredOneOfAttributeSets",
      "required_one_of_attribute_sets"
    )
    filter = try Self.filter(request)
    try check()
  }

  /// Whether a vehicle is what the criteria ask for.
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
    guard all.count <= Self.most else {
      throw .invalid("required_attributes holds more than \(Self.most).")
    }
    // Each is compared with every vehicle.
    let alternatives = (oneOfEach + sets).reduce(0) { $0 + max(1, $1.count) }
    guard alternatives <= Limits.Emulator.alternativeAttributes else {
      throw .invalid(
        "required_one_of_attributes and required_one_of_attribute_sets hold more than "
          + "\(Limits.Emulator.alternativeAttributes) attributes."
      )
    }
    guard filter == nil || (all.isEmpty && oneOfEach.isEmpty && sets.isEmpty) else {
      throw .invalid(
        "filter cannot be used with required_attributes, required_one_of_attributes or "
          + "required_one_of_attribute_sets."
      )
    }
  }

  private static func filter(_ request: Message) throws(RPCFailure) -> AttributeFilter? {
    guard let text = request.text("filter") else { return nil }
    do throws(FilterError) {
      return try FilterParser.parse(text)
    } catch {
      throw .invalid(
        "The filter cannot be read at character \(error.position): \(error.reason)."
      )
    }
  }

  private static func pairs(
    _ texts: some Sequence<String>,
    _ field: String
  ) throws(RPCFailure) -> [Pair] {
    var result: [Pair] = []
    for text in texts {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .invalid("\(field) has to be of the form key:value.")
      }
      result.append(Pair(key: String(parts[0]), value: String(parts[1])))
    }
    return result
  }

  private static func pairs(_ messages: [Message], _ field: String) throws(RPCFailure) -> [Pair] {
    var result: [Pair] = []
    for message in messages {
      let attribute: VehicleAttribute = message.decode()
      guard let key = attribute.key else { throw .invalid("\(field) holds one without a key.") }
      result.append(Pair(key: key, value: attribute.text))
    }
    return result
  }

  private static func lists(
    _ request: Message,
    _ name: String,
    _ field: String
  ) throws(RPCFailure) -> [[Pair]] {
    var result: [[Pair]] = []
    for text in request.texts(name) {
      result.append(try pairs(text.split(separator: "|").map(String.init), field))
    }
    return result
  }

  private static func messageLists(
    _ request: Message,
    _ name: String,
    _ field: String
  ) throws(RPCFailure) -> [[Pair]] {
    var result: [[Pair]] = []
    for list in request.messages(name) {
      result.append(try pairs(list.messages("attributes"), field))
    }
    return result
  }
}

extension VehicleAttribute {
  /// What is said, as the text that searches and filters compare with.
  var text: String {
    if let text = value ?? stringValue { return text }
    if let boolValue { return String(boolValue) }
    guard let numberValue else { return "" }
    return Int(exactly: numberValue).map(String.init) ?? String(numberValue)
  }
}
