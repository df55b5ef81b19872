internal import FleetEngine
internal import JSON
internal import TrustLimits

/// Why an entry of a log is not used.
enum LogProblem: Error {
  /// It is a call of another method.
  case otherMethod(String)
  /// Restricted logging hides all that the update changes.
  case hidden
  case delivery
  /// The server refused the call.
  case failedCall
  case broken(String)
}

/// The parts of a log entry, each parsed when it is needed.
struct LogEnvelope {
  /// The method, such as `updatetrip`; nil if nothing names it.
  private var method: String?
  private var request: Range<Int>?
  private var response: Range<Int>?
  private var failure: Range<Int>?
  private var logName: Range<Int>?
  private var resource: Range<Int>?
  private let bytes: [UInt8]

  /// Reads the entry at a range of a log.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(LogProblem) {
    guard range.count <= Limits.File.logEntryBytes else {
      throw .broken("it has more than \(Limits.File.logEntryBytes) bytes")
    }
    self.bytes = bytes
    let skimmer = JSONSkimmer(bytes, end: range.upperBound)
    guard bytes[range.lowerBound] == UInt8(ascii: "{") else {
      throw .broken("it is not a log entry")
    }
    var (type, column): (String?, String?)
    var hasPayload = false
    let end = skimmer.members(of: range.lowerBound) { name, value in
      let name = JSONTree.plain(name)
      if bytes[value] == UInt8(ascii: "{") {
        // A column of BigQuery, such as `jsonpayload_v1_updatetriplog`, or a call of Fleet Archive.
        let isPayload = Self.isPayload(name)
        let isColumn = isPayload && name.hasPrefix(Self.column)
        let call =
          isPayload && !isColumn
          ? nil : Self.method(isColumn ? name.dropFirst(Self.column.count) : name[...])
        if call != nil || isPayload {
          (hasPayload, column) = (true, call ?? column)
          return readPayload(at: value, &type, skimmer)
        }
      }
      guard name == "logname" || name == "resource" else { return .not }
      guard let end = skimmer.valueEnd(from: value) else { return .cut }
      if name == "logname" { logName = value..<end } else { resource = value..<end }
      return .to(end)
    }
    guard end != nil else { throw .broken("it is not JSON") }
    method = type ?? column
    // A query of a sink's table may leave out the type.
    if method == nil, hasPayload, let last = logName {
      let name = JSONTree.plain(String(decoding: bytes[last].dropLast(), as: UTF8.self))
      method = name.ranges(of: "%2f").last.flatMap { Self.method(name[$0.upperBound...]) }
    }
  }

  private mutating func readPayload(
    at start: Int, _ type: inout String?, _ skimmer: JSONSkimmer
  ) -> JSONSkimmer.Skipped {
    let end = skimmer.members(of: start) { name, value in
      guard let end = skimmer.valueEnd(from: value) else { return .cut }
      let name = JSONTree.plain(name)
      let isObject = bytes[value] == UInt8(ascii: "{")
      switch name {
      case "request": request = value..<end
      case "response" where isObject: response = value..<end
      case "errorresponse" where isObject, "error" where isObject: failure = value..<end
      case _ where Self.isType(name) && bytes[value] == UInt8(ascii: "\""):
        let text = bytes[(value + 1)..<(end - 1)]
        let start = text.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? text.startIndex
        let last = JSONTree.plain(String(decoding: text[start...], as: UTF8.self))
        type = last.hasSuffix("log") ? String(last.dropLast(3)) : last
      default: break
      }
      return .to(end)
    }
    return end.map { .to($0) } ?? .cut
  }

  // MARK: - Names

  private static let column = "jsonpayloadv1"
  private static let verbs = ["create", "update", "get", "delete", "list", "search", "report"]
  private static let nouns = ["vehicle", "vehicles", "trip", "trips", "task", "tasks"]

  /// Whether a member is the payload of Cloud Logging.
  static func isPayload(_ name: String) -> Bool {
    name.hasPrefix("jsonpayload") || name == "protopayload"
  }

  /// Whether a member of a payload names its type.
  static func isType(_ name: String) -> Bool { name == "@type" || name == "type" }

  /// Whether only an entry of a log has a member of this name.
  static func isEntryMember(_ name: String) -> Bool {
    name == "insertid" || name == "logname" || name == "servertime" || isPayload(name)
  }

  /// The method that a plain name means, which may end with `log`; nil for other names.
  private static func method(_ name: Substring) -> String? {
    let method = name.hasSuffix("log") ? name.dropLast(3) : name
    guard verbs.contains(where: method.hasPrefix), nouns.contains(where: method.hasSuffix) else {
      return nil
    }
    return String(method)
  }

  /// The method, such as `updatetrip`; throws if the entry is not about trips or vehicles.
  func kind() throws(LogProblem) -> String {
    guard let method else { throw .broken("it has no payload with a type") }
    let deliveries = ["deliveryvehicle", "deliveryvehicles", "task", "tasks"]
    guard !deliveries.contains(where: method.hasSuffix) else { throw .delivery }
    return method
  }

  // MARK: - Values

  static let rules = JSONRules.lenient(values: Limits.File.logEntryValues)

  private func tree(_ range: Range<Int>?) throws(LogProblem) -> JSONTree? {
    guard let range else { return nil }
    do throws(JSONError) {
      return try JSONTree(parsing: Array(bytes[range]), rules: Self.rules)
    } catch .tooMany {
      throw .broken("it has more than \(Limits.File.logEntryValues) values")
    } catch { throw .broken("it is not JSON") }
  }

  /// The request as the log has it.
  func readRequest() throws(LogProblem) -> JSONTree? { try tree(request) }

  /// The response as the log has it; nil without any.
  func readResponse() throws(LogProblem) -> JSONTree? { try tree(response) }

  /// The error that the server returned; nil if the call succeeded.
  func readFailure() throws(LogProblem) -> JSONTree? {
    try tree(failure).flatMap { $0.object?.isEmpty == false ? $0.withPlainNames : nil }
  }

  var mayNameProvider: Bool { logName != nil || resource != nil }

  /// The provider that the log belongs to, which is a Google Cloud project.
  var provider: String? {
    let container = try? tree(resource)?.withPlainNames["labels"]?["resourcecontainer"]?.text
    return [try? tree(logName)?.text, container].lazy.compactMap { Self.provider($0) }.first
  }

  /// The provider of a resource's name, such as `projects/acme`.
  static func provider(_ name: String?) -> String? {
    guard let parts = name?.split(separator: "/", maxSplits: 2), parts.count > 1,
      parts[0] == "projects" || parts[0] == "providers"
    else { return nil }
    return String(parts[1])
  }
}
