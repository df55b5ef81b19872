internal import FleetEmulator
package import FleetEngine
package import HTTPMessages
package import JSON

/// The result of a case.
package struct CaseResult: Sendable {
  package enum Verdict: Sendable, Equatable {
    case passed
    /// The differences, each as expected against seen.
    case failed([String])
    /// The server did not answer, and why.
    case unanswered(String)
    /// Why it was not run.
    case notRun(String)
  }

  package let contractCase: ContractCase
  package let edge: String
  package let verdict: Verdict
  /// The paths of what was made and could not be removed.
  package var left: [String] = []
}

/// Runs cases against a server.
package struct CaseRunner: Sendable {
  /// Makes a token of a role for the trip or the vehicle of a call, with changed claims; nil for a role without a key.
  package typealias Tokens =
    @Sendable (
      _ role: String, _ tripID: String?, _ vehicleID: String?, _ claims: JSONObject
    ) async throws -> String?

  package let edge: any CaseEdge
  package let endpoint: HTTPURL
  package let providerID: String
  /// The prefix of all IDs that cases create.
  package let prefix: String
  /// Whether error messages are compared; only ridealong's emulator has these messages.
  package let comparesMessages: Bool
  /// Spreads the calls over time; nil for a server that nobody else uses.
  package let pace: FleetSchedule?
  package let tokens: Tokens

  package init(
    edge: any CaseEdge, endpoint: HTTPURL, providerID: String, prefix: String,
    comparesMessages: Bool, pace: FleetSchedule? = nil, tokens: @escaping Tokens
  ) {
    (self.edge, self.endpoint, self.providerID) = (edge, endpoint, providerID)
    (self.prefix, self.comparesMessages, self.pace) = (prefix, comparesMessages, pace)
    self.tokens = tokens
  }

  /// Runs a case, and removes what it has made.
  package func run(_ contractCase: ContractCase) async -> CaseResult {
    guard edge.canRun(contractCase) else {
      return leavingOut(contractCase, because: inexpressible)
    }
    var visit = CaseVisit(runner: self, contractCase: contractCase)
    let verdict = await visit.run()
    // An unstructured task: what was made is removed also when the run is canceled.
    let left = await Task { [visit] in await visit.cleanUp() }.value
    return CaseResult(contractCase: contractCase, edge: edge.name, verdict: verdict, left: left)
  }

  fileprivate var inexpressible: String { "\(edge.name) cannot express it" }

  /// The result of a case that is not run.
  package func leavingOut(_ contractCase: ContractCase, because reason: String) -> CaseResult {
    CaseResult(contractCase: contractCase, edge: edge.name, verdict: .notRun(reason))
  }

  fileprivate func answer(
    to request: TransportRequest
  ) async throws(HTTPTransportError) -> CaseAnswer? {
    try await pace?.turn()
    return try await edge.answer(to: request)
  }
}

/// One run of a case.
private struct CaseVisit {
  let runner: CaseRunner
  let contractCase: ContractCase
  /// The start of its IDs.
  private let prefix: String
  private var kept: [String: String] = [:]
  /// The paths of what was made, in order.
  private var made: [String] = []

  init(runner: CaseRunner, contractCase: ContractCase) {
    (self.runner, self.contractCase) = (runner, contractCase)
    // What a case could not remove does not disturb another case.
    let hash = UInt32(truncatingIfNeeded: contractCase.name.utf8.fnv1a)
    prefix = "\(runner.prefix)\(String(hash, radix: 36))-"
  }

  mutating func run() async -> CaseResult.Verdict {
    for (index, step) in contractCase.steps.enumerated() {
      let place = contractCase.steps.count > 1 ? "step \(index + 1), " : ""
      do {
        guard let request = try await request(of: step) else {
          return .notRun("there is no key of the role \(step.role ?? "")")
        }
        recordCreation(step)
        guard let answer = try await runner.answer(to: request) else {
          return .notRun(runner.inexpressible)
        }
        discardRefusedCreation(step, answer)
        let differences = differences(answer, step.expected)
        guard differences.isEmpty else {
          return .failed(
            differences.map { masked("\(place)\(step.method.rawValue) \(step.path): \($0)") })
        }
        for (name, path) in step.kept { kept[name] = answer.body.text(at: path) ?? "" }
      } catch let error as HTTPTransportError {
        return .unanswered(masked("\(place)\(step.method.rawValue) \(step.path): \(error)"))
      } catch {
        return .failed([masked("\(place)\(step.method.rawValue) \(step.path): \(error)")])
      }
    }
    return .passed
  }

  /// A text without accounts, the provider's ID and the prefix of this run, as it can be shown to anybody, cut to a
  /// readable length.
  private func masked(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("@") ? "an-account" : String(word)
    }
    let masked = words.joined(separator: " ").replacing(prefix, with: "$")
      .replacing(runner.providerID, with: "$provider")
    return String(masked.prefix(1_000))
  }

  /// Removes what was made, and returns the paths of what is left; trips are canceled before, and vehicles have none
  /// then.
  func cleanUp() async -> [String] {
    var left: [String] = []
    for path in made.reversed() {
      if path.hasPrefix("trips/") {
        _ = await call(
          .put, path, [("updateMask", "tripStatus")], #"{"tripStatus":"CANCELED"}"#)
      }
      let code = await call(.delete, path)?.code
      if code != .ok, code != .notFound { left.append(path) }
    }
    return left
  }

  private func call(
    _ method: TransportMethod, _ path: String, _ query: [(name: String, value: String)] = [],
    _ body: String = ""
  ) async -> CaseAnswer? {
    guard let token = try? await runner.tokens("server", nil, nil, [:]) else { return nil }
    let request = request(method, path, query, [], body, token: token)
    return try? await runner.answer(to: request)
  }

  private static let idParameters = ["tripId", "trip_id", "vehicleId", "vehicle_id"]

  /// The path of what a step creates; nil for any other step.
  private func created(by step: ContractStep) -> String? {
    guard step.creates,
      let id = step.query.first(where: { Self.idParameters.contains($0.name) })?.value
    else { return nil }
    return "\(step.path)/\(PercentEncoding.encode(filled(id)))"
  }

  /// Records what a call creates before it is sent, because its response can be lost.
  private mutating func recordCreation(_ step: ContractStep) {
    if let path = created(by: step) { made.append(path) }
  }

  /// Removes the record if the server refused the creation; after other errors it may have happened.
  private mutating func discardRefusedCreation(_ step: ContractStep, _ answer: CaseAnswer) {
    let unclear: Set<RPCCode> = [.ok, .unknown, .internal, .unavailable, .deadlineExceeded]
    if created(by: step) != nil, !unclear.contains(answer.code) { made.removeLast() }
  }

  private func request(of step: ContractStep) async throws -> TransportRequest? {
    let path = filled(step.path)
    let query = step.query.map { (name: $0.name, value: filled($0.value)) }
    let headers = step.headers.map { (name: $0.name, value: filled($0.value)) }
    guard let role = step.role else {
      return request(step.method, path, query, headers, filled(step.body), token: nil)
    }
    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
    let id = parts.count > 1 ? parts[1].split(separator: ":").first.map(String.init) : nil
    let (tripID, vehicleID) = (
      parts[0] == "trips" ? id : nil, parts[0] == "vehicles" ? id : nil
    )
    let claims = JSONObject(step.claims.members.map { ($0.name, filled($0.value)) })
    guard let token = try await runner.tokens(role, tripID, vehicleID, claims) else { return nil }
    return request(step.method, path, query, headers, filled(step.body), token: token)
  }

  private func request(
    _ method: TransportMethod, _ path: String, _ query: [(name: String, value: String)],
    _ more: [(name: String, value: String)], _ body: String, token: String?
  ) -> TransportRequest {
    var url = runner.endpoint
    url.path = path.hasPrefix("/") ? path : "/v1/providers/\(runner.providerID)/\(path)"
    url.query = query.map { HTTPURL.QueryItem($0.name, $0.value) }
    var headers: TransportHeaders = ["X-Goog-Maps-Experience-ID": contractCase.name]
    if let token { headers["Authorization"] = "Bearer " + token }
    if method != .get, method != .delete || !body.isEmpty {
      headers["Content-Type"] = "application/json"
    }
    for (name, value) in more { headers[name] = value }
    return TransportRequest(method: method, url: url, headers: headers, body: Array(body.utf8))
  }

  private func filled(_ tree: JSONTree) -> JSONTree {
    switch tree {
    case .text(let text): .text(filled(text))
    case .list(let values): .list(values.map { filled($0) })
    case .object(let fields):
      .object(JSONObject(fields.members.map { ($0.name, filled($0.value)) }))
    default: tree
    }
  }

  /// The text with this run's IDs and the values of earlier responses in place of `$name`.
  private func filled(_ text: String) -> String {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      let name = rest[rest.index(after: dollar)...].prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber)
      }
      rest = rest[name.endIndex...]
      result += name.isEmpty ? "$" : value(of: String(name))
    }
    return result + rest
  }

  private func value(of name: String) -> String {
    if name == "provider" { return runner.providerID }
    return kept[name] ?? "\(prefix)\(name)"
  }

  private func differences(
    _ answer: CaseAnswer, _ expected: ContractStep.Expectation
  ) -> [String] {
    guard answer.code == expected.code else {
      let message = answer.message.isEmpty ? "" : " (\(answer.message))"
      return ["expected \(expected.code.name), not \(answer.code.name)\(message)"]
    }
    var found: [String] = []
    func compare(_ what: String, _ expected: String, _ seen: String?) {
      guard expected != seen else { return }
      found.append("\(what): expected \(expected), not \(seen ?? "nothing")")
    }
    for (path, value) in expected.values {
      let text = value.text.map { filled($0) } ?? value.shown
      compare(path, text, answer.body.text(at: path))
    }
    for (path, value) in expected.others {
      let text = value.text.map { filled($0) } ?? value.shown
      let seen = answer.body.text(at: path)
      if seen == nil || seen == text {
        found.append("\(path): expected another value than \(text), not \(seen ?? "nothing")")
      }
    }
    for path in expected.absent where answer.body.at(path) != nil {
      found.append("\(path): expected nothing, not \(answer.body.text(at: path) ?? "a value")")
    }
    for (path, count) in expected.counts {
      compare("the length of \(path)", "\(count)", "\(answer.body.at(path)?.list?.count ?? 0)")
    }
    for (path, names) in expected.fields {
      let seen = answer.body.at(path)?.object?.names.sorted() ?? []
      compare(
        "the fields of \(path.isEmpty ? "the response" : path)",
        names.sorted().joined(separator: ", "), seen.joined(separator: ", "))
    }
    for (path, ids) in expected.ids {
      let seen = (answer.body.at(path)?.list ?? []).map { element in
        let name = element.text(at: "name") ?? element.text(at: "vehicle.name") ?? ""
        return name.split(separator: "/").last.map(String.init) ?? ""
      }
      compare(
        "the names of \(path)", ids.map { filled($0) }.joined(separator: ", "),
        seen.joined(separator: ", "))
    }
    if let says = expected.says, runner.comparesMessages, !answer.message.contains(filled(says)) {
      found.append("the message: expected \"\(filled(says))\", not \"\(answer.message)\"")
    }
    return found
  }
}

extension JSONTree {
  /// Returns the value at a path such as `waypoints.0.tripId`, in which numbers are places in lists.
  ///
  /// A null counts as no value.
  package func at(_ path: String) -> JSONTree? {
    var tree: JSONTree? = self
    for name in path.split(separator: ".") {
      if let values = tree?.list, let index = Int(name) {
        tree = values.indices.contains(index) ? values[index] : nil
      } else {
        tree = tree?[String(name)]
      }
    }
    return tree == .null ? nil : tree
  }

  /// Returns the value at a path as text.
  package func text(at path: String) -> String? { at(path)?.shown }

  /// The value as text, a list or an object as JSON.
  package var shown: String {
    switch self {
    case .text(let text): return text
    case .number(let number): return Int(exactly: number).map(String.init) ?? String(number)
    case .integer(let integer): return String(integer)
    case .flag(let flag): return String(flag)
    case .null: return "null"
    case .list, .object:
      var writer = JSONWriter()
      writer.write(self, sortsMembers: true)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}
