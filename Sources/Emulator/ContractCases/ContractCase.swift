package import FleetEngine
package import HTTPMessages
package import JSON

/// A case of Fleet Engine's contract: calls, and the answers that they must have.
///
/// docs/cases.md describes the form of its file.
package struct ContractCase: Sendable {
  /// The source of the rule.
  package struct Origin: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A log of the real service has it.
      case recorded
      /// Google's documentation says it.
      case documented
      /// A public client of Google, or what generated it, needs it.
      case client
      /// It follows from what is known.
      case inferred
      /// ridealong's own choice.
      case ours
    }

    package let kind: Kind
    /// The log with its insertId, the page with the sentence's meaning, the client, or the reason; empty for
    /// ridealong's own choices.
    package let reference: String
  }

  /// The name of its file without the extension.
  package let name: String
  package let title: String
  /// The part of the contract, for the table of results.
  package let area: String
  package let origin: Origin
  /// Whether gRPC can express it.
  package let hasGRPC: Bool
  /// Whether it needs a provider without other trips and vehicles.
  package let needsEmptyProvider: Bool
  package let steps: [ContractStep]

  /// The number of trips and vehicles that it may create.
  package var creations: Int { steps.count(where: \.creates) }

  /// The most calls of a run: each creation is canceled and deleted.
  package var mostCalls: Int { steps.count + 2 * creations }

  /// The reason why it is not run against a server that others use; nil if it may be.
  package var hazard: String? {
    if steps.contains(where: { $0.path.hasSuffix(":report") }) { return "a report may be billed" }
    if steps.contains(where: \.mayComplete) { return "a complete trip may be billed" }
    return needsEmptyProvider ? "it needs a provider without other trips and vehicles" : nil
  }
}

/// One call of a case.
package struct ContractStep: Sendable {
  package struct Expectation: Sendable {
    /// The status code.
    package var code: RPCCode
    /// The values of the response by path, where numbers are places in lists.
    package var values: [(path: String, value: JSONTree)] = []
    /// The values that the response must have others than.
    package var others: [(path: String, value: JSONTree)] = []
    /// The paths that the response must not have.
    package var absent: [String] = []
    /// The numbers of the elements of lists.
    package var counts: [(path: String, count: Int)] = []
    /// The names of the fields of a message, all of them.
    package var fields: [(path: String, names: [String])] = []
    /// The IDs at the end of the names in a list, in order.
    package var ids: [(path: String, values: [String])] = []
    /// A part of the emulator's message, which is not that of other servers.
    package var says: String?
  }

  package let method: TransportMethod
  /// The path below the provider.
  package let path: String
  package let query: [(name: String, value: String)]
  package let headers: [(name: String, value: String)]
  package let body: String
  /// The role of the token; nil for a call without one.
  package let role: String?
  /// The changes of the token's claims.
  package let claims: JSONObject
  /// The values of the response that later calls use, by name.
  package let kept: [(name: String, value: String)]
  package let expected: Expectation

  /// Whether the call creates a trip or a vehicle.
  package var creates: Bool { method == .post && ["trips", "vehicles"].contains(path) }

  /// Whether the call may complete a trip.
  fileprivate var mayComplete: Bool {
    guard method != .get, body.contains("tatus") else { return false }
    let body = try? JSONTree(parsing: Array(body.utf8), rules: .lenient(values: 10_000))
    let status = body?["tripStatus"] ?? body?["trip_status"]
    return ["COMPLETE", "5"].contains(status?.shown ?? "") || self.body.contains("COMPLETE")
  }
}

/// The part of a case that cannot be read.
package struct ContractCaseError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension ContractCase {
  /// Reads a case from its file.
  package init(name: String, json: [UInt8]) throws(ContractCaseError) {
    let tree: JSONTree
    do { tree = try JSONTree(parsing: json) } catch {
      throw ContractCaseError("\(name): it is not JSON")
    }
    var reader = try MemberReader(tree, name)
    self.name = name
    title = try reader.text("title")
    area = try reader.text("area")
    origin = try Origin(try reader.value("origin"), name)
    let edges = try reader.texts("over") ?? ["rest", "grpc"]
    guard edges.contains("rest"), Set(edges).isSubset(of: ["rest", "grpc"]) else {
      throw ContractCaseError("\(name): over has to be rest, or rest and grpc")
    }
    hasGRPC = edges.contains("grpc")
    needsEmptyProvider = try reader.flag("alone") ?? false
    guard let list = try reader.value("steps").list, !list.isEmpty else {
      throw ContractCaseError("\(name): steps has to be a list of calls")
    }
    var steps: [ContractStep] = []
    for (index, step) in list.enumerated() {
      steps.append(try ContractStep(step, "\(name): step \(index + 1)"))
    }
    self.steps = steps
    try reader.end()
  }
}

extension ContractCase.Origin {
  fileprivate init(_ tree: JSONTree, _ name: String) throws(ContractCaseError) {
    var reader = try MemberReader(tree, name + ": origin")
    guard let kind = Kind(rawValue: try reader.text("kind")) else {
      throw ContractCaseError(
        "\(name): an origin is \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.kind = kind
    reference =
      switch kind {
      case .recorded: try reader.text("log") + " " + reader.text("insertId")
      case .documented: try reader.text("address") + " " + reader.text("says")
      case .client: try reader.text("client") + " " + reader.text("needs")
      case .inferred: try reader.text("why")
      case .ours: ""
      }
    try reader.end()
  }
}

extension ContractStep {
  fileprivate init(_ tree: JSONTree, _ place: String) throws(ContractCaseError) {
    var reader = try MemberReader(tree, place)
    let call = try reader.text("call").split(separator: " ", maxSplits: 1).map(String.init)
    guard call.count == 2, let method = TransportMethod(rawValue: call[0]) else {
      throw ContractCaseError("\(place): call has to be a method and a path")
    }
    self.method = method
    path = call[1]
    query = try reader.listMembers("query")
    headers = try reader.textMembers("headers")
    body = try reader.optional("body").map { $0.text ?? Self.json($0) } ?? ""
    let role = try reader.optionalText("as") ?? "server"
    self.role = role == "nobody" ? nil : role
    claims = JSONObject(try reader.members("token"))
    kept = try reader.textMembers("keep")
    expected = try Expectation(try reader.optional("expect") ?? .object([:]), place)
    // The log's entry that the step repeats is for readers, and for a server that answers from the log.
    _ = try reader.optional("entry")
    try reader.end()
  }

  private static func json(_ tree: JSONTree) -> String {
    var writer = JSONWriter()
    writer.write(tree, sortsMembers: false)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ContractStep.Expectation {
  fileprivate init(_ tree: JSONTree, _ place: String) throws(ContractCaseError) {
    var reader = try MemberReader(tree, place + ": expect")
    let name = try reader.optionalText("code") ?? "OK"
    guard let code = RPCCode(name: name) else {
      throw ContractCaseError("\(place): \(name) is no code")
    }
    self.code = code
    values = try reader.members("has").map { ($0.name, $0.value) }
    others = try reader.members("differs").map { ($0.name, $0.value) }
    absent = try reader.texts("lacks") ?? []
    counts = try reader.members("counts").map { path, value throws(ContractCaseError) in
      guard let count = value.number.flatMap({ Int(exactly: $0) }) else {
        throw ContractCaseError("\(place): counts.\(path) has to be a number")
      }
      return (path, count)
    }
    fields = try reader.textLists("fields").map { ($0.name, $0.values) }
    ids = try reader.textLists("ids").map { ($0.name, $0.values) }
    says = try reader.optionalText("says")
    try reader.end()
  }
}

/// The members of an object of a case's file; each has to be read.
private struct MemberReader {
  private let object: JSONObject
  private let place: String
  private var unread: Set<String>

  init(_ tree: JSONTree, _ place: String) throws(ContractCaseError) {
    guard let object = tree.object else {
      throw ContractCaseError("\(place) has to be an object")
    }
    (self.object, self.place) = (object, place)
    unread = Set(object.names)
  }

  mutating func optional(_ name: String) throws(ContractCaseError) -> JSONTree? {
    unread.remove(name)
    return object[name]
  }

  mutating func value(_ name: String) throws(ContractCaseError) -> JSONTree {
    guard let value = try optional(name) else {
      throw ContractCaseError("\(place) needs the member \(name)")
    }
    return value
  }

  mutating func text(_ name: String) throws(ContractCaseError) -> String {
    guard let text = try value(name).text, !text.isEmpty else {
      throw ContractCaseError("\(place): \(name) has to be a text")
    }
    return text
  }

  mutating func optionalText(_ name: String) throws(ContractCaseError) -> String? {
    object[name] == nil ? nil : try text(name)
  }

  mutating func flag(_ name: String) throws(ContractCaseError) -> Bool? {
    switch try optional(name) {
    case nil: nil
    case .flag(let flag)?: flag
    default: throw ContractCaseError("\(place): \(name) has to be true or false")
    }
  }

  mutating func texts(_ name: String) throws(ContractCaseError) -> [String]? {
    guard let value = try optional(name) else { return nil }
    return try texts(value, name)
  }

  private func texts(_ value: JSONTree, _ name: String) throws(ContractCaseError) -> [String] {
    guard let list = value.list, list.allSatisfy({ $0.text != nil }) else {
      throw ContractCaseError("\(place): \(name) has to be a list of texts")
    }
    return list.compactMap(\.text)
  }

  /// Members that are lists of texts.
  mutating func textLists(
    _ name: String
  ) throws(ContractCaseError) -> [(name: String, values: [String])] {
    try members(name).map { member throws(ContractCaseError) in
      (member.name, try texts(member.value, "\(name).\(member.name)"))
    }
  }

  mutating func members(_ name: String) throws(ContractCaseError) -> [JSONObject.Member] {
    guard let value = try optional(name) else { return [] }
    guard let object = value.object else {
      throw ContractCaseError("\(place): \(name) has to be an object")
    }
    return object.members
  }

  mutating func textMembers(
    _ name: String
  ) throws(ContractCaseError) -> [(name: String, value: String)] {
    try members(name).map { member throws(ContractCaseError) in
      guard let text = member.value.text else {
        throw ContractCaseError("\(place): \(name).\(member.name) has to be a text")
      }
      return (member.name, text)
    }
  }

  /// Members that are a text or a list of texts, one by one.
  mutating func listMembers(
    _ name: String
  ) throws(ContractCaseError) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    for member in try members(name) {
      for value in member.value.list ?? [member.value] {
        guard let text = value.text else {
          throw ContractCaseError("\(place): \(name).\(member.name) has to be a text, or several")
        }
        result.append((member.name, text))
      }
    }
    return result
  }

  /// Ends the reading; a member that nobody knows is a mistake in the file.
  func end() throws(ContractCaseError) {
    if let name = unread.sorted().first {
      throw ContractCaseError("\(place) has the unknown member \(name)")
    }
  }
}
