package import JSON
internal import TrustLimits

extension RPCDetail {
  /// Reads a detail within bounds; nil for anything but an object.
  init?(wire tree: JSONTree) {
    guard case .object(let object) = tree else { return nil }
    let text = object.boundedText
    let typeURL = text("@type")
    self = .unknown(typeURL: typeURL)
    guard typeURL.hasPrefix(Self.prefix) else { return }
    switch typeURL.dropFirst(Self.prefix.count) {
    case "RetryInfo":
      if let delay = object.field("retryDelay").flatMap(Duration.init(wire:)) {
        self = .retryInfo(delay: delay)
      }
    case "ErrorInfo":
      let metadata = object.boundedMap("metadata")
      self = .errorInfo(reason: text("reason"), domain: text("domain"), metadata: metadata)
    case "BadRequest":
      self = .badRequest(
        object.boundedList("fieldViolations") {
          FieldViolation(field: $0("field"), description: $0("description"))
        })
    case "QuotaFailure":
      self = .quotaFailure(
        object.boundedList("violations") {
          QuotaViolation(subject: $0("subject"), description: $0("description"))
        })
    case "PreconditionFailure":
      self = .preconditionFailure(
        object.boundedList("violations") {
          PreconditionViolation(
            type: $0("type"), subject: $0("subject"), description: $0("description"))
        })
    case "ResourceInfo":
      self = .resourceInfo(
        type: text("resourceType"), name: text("resourceName"), owner: text("owner"),
        description: text("description"))
    case "RequestInfo":
      self = .requestInfo(requestID: text("requestId"), servingData: text("servingData"))
    case "LocalizedMessage":
      self = .localizedMessage(locale: text("locale"), message: text("message"))
    case "Help":
      self = .help(
        object.boundedList("links") { HelpLink(description: $0("description"), url: $0("url")) })
    default: break
    }
  }

  /// The detail as JSON; for an unknown kind only its type.
  package var tree: JSONTree {
    var object: JSONObject = ["@type": .text(typeURL)]
    func add(_ texts: KeyValuePairs<String, String>) {
      for (name, text) in texts where !text.isEmpty { object.append(name, .text(text)) }
    }
    func add(_ name: String, _ entries: [KeyValuePairs<String, String>]) {
      guard !entries.isEmpty else { return }
      object.append(name, .list(entries.map { .object(JSONObject($0.map { ($0, .text($1)) })) }))
    }
    switch self {
    case .retryInfo(let delay): object.append("retryDelay", .text(delay.wireText))
    case .errorInfo(let reason, let domain, let metadata):
      add(["reason": reason, "domain": domain])
      if !metadata.isEmpty {
        object.append("metadata", .object(JSONObject(metadata.map { ($0, .text($1)) })))
      }
    case .badRequest(let violations):
      add("fieldViolations", violations.map { ["field": $0.field, "description": $0.description] })
    case .quotaFailure(let violations):
      add("violations", violations.map { ["subject": $0.subject, "description": $0.description] })
    case .preconditionFailure(let violations):
      add(
        "violations",
        violations.map { ["type": $0.type, "subject": $0.subject, "description": $0.description] })
    case .resourceInfo(let type, let name, let owner, let description):
      add(["resourceType": type, "resourceName": name])
      add(["owner": owner, "description": description])
    case .requestInfo(let requestID, let servingData):
      add(["requestId": requestID, "servingData": servingData])
    case .localizedMessage(let locale, let message): add(["locale": locale, "message": message])
    case .help(let links):
      add("links", links.map { ["description": $0.description, "url": $0.url] })
    case .unknown: break
    }
    return .object(object)
  }
}

extension JSONObject {
  /// The member with a name in either spelling.
  func field(_ name: String) -> JSONTree? { self[name] ?? self[FieldName.snakeCase(name)] }

  /// A text of bounded length, empty if the field is absent.
  func boundedText(_ name: String) -> String { (field(name)?.text ?? "").bounded }

  /// The first entries of a list, read through a function that returns a bounded text by its name.
  fileprivate func boundedList<Entry>(
    _ name: String, _ read: (_ text: (String) -> String) -> Entry
  ) -> [Entry] {
    let entries = (field(name)?.list ?? []).lazy.compactMap(\.object)
    return entries.prefix(Limits.Response.errorDetailEntries).map { read($0.boundedText) }
  }

  /// The first entries of a map of texts, in the order of its keys.
  fileprivate func boundedMap(_ name: String) -> [String: String] {
    let members = field(name)?.object?.sorted ?? []
    guard members.allSatisfy({ $0.value.text != nil }) else { return [:] }
    let entries = members.prefix(Limits.Response.errorDetailEntries).map { name, value in
      (name.bounded, (value.text ?? "").bounded)
    }
    return Dictionary(entries) { first, _ in first }
  }
}

extension String {
  fileprivate var bounded: String { cut(toBytes: Limits.Text.bytes) }

  /// Cuts the text between characters to at most a number of bytes of UTF-8.
  package func cut(toBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: count)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
