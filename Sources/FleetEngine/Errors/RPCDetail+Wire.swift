internal import JSON
internal import TrustLimits

extension RPCDetail {
  /// Reads a detail within bounds; nil for anything but an object.
  init?(wire tree: JSONTree) {
    guard case .object(let object) = tree else { return nil }
    let typeURL = object.boundedText("@type")
    self = .unknown(typeURL: typeURL)
    guard typeURL.hasPrefix(Self.prefix) else { return }
    switch typeURL.dropFirst(Self.prefix.count) {
    case "RetryInfo":
      if let delay = object.field("retryDelay").flatMap(Duration.init(wire:)) {
        self = .retryInfo(delay: delay)
      }
    case "ErrorInfo":
      self = .errorInfo(
        reason: object.boundedText("reason"),
        domain: object.boundedText("domain"),
        metadata: object.boundedMap("metadata")
      )
    case "BadRequest":
      self = .badRequest(
        object.boundedList("fieldViolations") {
          FieldViolation(field: $0.boundedText("field"), description: $0.boundedText("description"))
        }
      )
    case "QuotaFailure":
      self = .quotaFailure(
        object.boundedList("violations") {
          QuotaViolation(
            subject: $0.boundedText("subject"),
            description: $0.boundedText("description")
          )
        }
      )
    case "PreconditionFailure":
      self = .preconditionFailure(
        object.boundedList("violations") {
          PreconditionViolation(
            type: $0.boundedText("type"),
            subject: $0.boundedText("subject"),
            description: $0.boundedText("description")
          )
        }
      )
    case "ResourceInfo":
      self = .resourceInfo(
        type: object.boundedText("resourceType"),
        name: object.boundedText("resourceName"),
        owner: object.boundedText("owner"),
        description: object.boundedText("description")
      )
    case "RequestInfo":
      self = .requestInfo(
        requestID: object.boundedText("requestId"),
        servingData: object.boundedText("servingData")
      )
    case "LocalizedMessage":
      self = .localizedMessage(
        locale: object.boundedText("locale"),
        message: object.boundedText("message")
      )
    case "Help":
      self = .help(
        object.boundedList("links") {
          HelpLink(description: $0.boundedText("description"), url: $0.boundedText("url"))
        }
      )
    default: break
    }
  }

  /// The wire's form; of a detail of an unknown kind its type alone.
  var tree: JSONTree {
    var object: JSONObject = ["@type": .text(typeURL)]
    func add(_ texts: (String, String)...) {
      for (name, text) in texts where !text.isEmpty { object.append(name, .text(text)) }
    }
    func add(_ name: String, _ entries: [[(String, String)]]) {
      guard !entries.isEmpty else { return }
      let objects = entries.map { JSONTree.object(JSONObject($0.map { ($0, .text($1)) })) }
      object.append(name, .list(objects))
    }
    switch self {
    case .retryInfo(let delay): object.append("retryDelay", .text(delay.wireText))
    case .errorInfo(let reason, let domain, let metadata):
      add(("reason", reason), ("domain", domain))
      if !metadata.isEmpty {
        object.append(
          "metadata",
          .object(JSONObject(metadata.map { ($0.key, .text($0.value)) }))
        )
      }
    case .badRequest(let violations):
      add(
        "fieldViolations",
        violations.map { [("field", $0.field), ("description", $0.description)] }
      )
    case .quotaFailure(let violations):
      add(
        "violations",
        violations.map { [("subject", $0.subject), ("description", $0.description)] }
      )
    case .preconditionFailure(let violations):
      add(
        "violations",
        violations.map {
          [("type", $0.type), ("subject", $0.subject), ("description", $0.description)]
        }
      )
    case .resourceInfo(let type, let name, let owner, let description):
      add(
        ("resourceType", type),
        ("resourceName", name),
        ("owner", owner),
        ("description", description)
      )
    case .requestInfo(let requestID, let servingData):
      add(("requestId", requestID), ("servingData", servingData))
    case .localizedMessage(let locale, let message):
      add(("locale", locale), ("message", message))
    case .help(let links):
      add("links", links.map { [("description", $0.description), ("url", $0.url)] })
    case .unknown: break
    }
    return .object(object)
  }
}

extension JSONObject {
  /// A member under either spelling of its name.
  func field(_ name: String) -> JSONTree? { self[name] ?? self[FieldName.snakeCase(name)] }

  /// A text of bounded length, empty where the field is absent.
  func boundedText(_ name: String) -> String {
    (field(name)?.text ?? "").cut(toBytes: Limits.Text.bytes)
  }

  /// The first entries of a list.
  fileprivate func boundedList<Entry>(_ name: String, _ read: (JSONObject) -> Entry) -> [Entry] {
    let entries = (field(name)?.list ?? []).lazy.compactMap(\.object)
    return entries.prefix(Limits.Reply.errorDetailEntries).map(read)
  }

  /// The first entries of a map of text, in the order of its keys.
  fileprivate func boundedMap(_ name: String) -> [String: String] {
    let members = field(name)?.object?.sorted ?? []
    guard members.allSatisfy({ $0.value.text != nil }) else { return [:] }
    let entries = members.prefix(Limits.Reply.errorDetailEntries).map { member in
      (
        member.name.cut(toBytes: Limits.Text.bytes),
        (member.value.text ?? "").cut(toBytes: Limits.Text.bytes)
      )
    }
    return Dictionary(entries) { first, _ in first }
  }
}
