internal import TrustLimits

extension RPCDetail: Codable {
  /// Decodes the wire's form, leniently and within bounds.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    let typeURL = fields.boundedText("@type")
    self = .unknown(typeURL: typeURL)
    guard typeURL.hasPrefix(Self.prefix) else { return }
    switch typeURL.dropFirst(Self.prefix.count) {
    case "RetryInfo":
      if let delay = fields.duration("retryDelay") { self = .retryInfo(delay: delay) }
    case "ErrorInfo":
      self = .errorInfo(
        reason: fields.boundedText("reason"),
        domain: fields.boundedText("domain"),
        metadata: fields.boundedMap("metadata")
      )
    case "BadRequest": self = .badRequest(fields.boundedList("fieldViolations"))
    case "QuotaFailure": self = .quotaFailure(fields.boundedList("violations"))
    case "PreconditionFailure": self = .preconditionFailure(fields.boundedList("violations"))
    case "ResourceInfo":
      self = .resourceInfo(
        type: fields.boundedText("resourceType"),
        name: fields.boundedText("resourceName"),
        owner: fields.boundedText("owner"),
        description: fields.boundedText("description")
      )
    case "RequestInfo":
      self = .requestInfo(
        requestID: fields.boundedText("requestId"),
        servingData: fields.boundedText("servingData")
      )
    case "LocalizedMessage":
      self = .localizedMessage(
        locale: fields.boundedText("locale"),
        message: fields.boundedText("message")
      )
    case "Help": self = .help(fields.boundedList("links"))
    default: break
    }
  }

  /// Encodes the wire's form; of a detail of an unknown kind its type alone.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("@type", typeURL)
    switch self {
    case .retryInfo(let delay): try writer.write("retryDelay", delay)
    case .errorInfo(let reason, let domain, let metadata):
      try writer.write("reason", reason, unless: "")
      try writer.write("domain", domain, unless: "")
      try writer.write("metadata", metadata, unless: [:])
    case .badRequest(let violations): try writer.write(list: "fieldViolations", violations)
    case .quotaFailure(let violations): try writer.write(list: "violations", violations)
    case .preconditionFailure(let violations): try writer.write(list: "violations", violations)
    case .resourceInfo(let type, let name, let owner, let description):
      try writer.write("resourceType", type, unless: "")
      try writer.write("resourceName", name, unless: "")
      try writer.write("owner", owner, unless: "")
      try writer.write("description", description, unless: "")
    case .requestInfo(let requestID, let servingData):
      try writer.write("requestId", requestID, unless: "")
      try writer.write("servingData", servingData, unless: "")
    case .localizedMessage(let locale, let message):
      try writer.write("locale", locale, unless: "")
      try writer.write("message", message, unless: "")
    case .help(let links): try writer.write(list: "links", links)
    case .unknown: break
    }
  }
}

extension RPCDetail.FieldViolation {
  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    self.init(
      field: fields.boundedText("field"),
      description: fields.boundedText("description")
    )
  }
}

extension RPCDetail.QuotaViolation {
  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    self.init(
      subject: fields.boundedText("subject"),
      description: fields.boundedText("description")
    )
  }
}

extension RPCDetail.PreconditionViolation {
  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    self.init(
      type: fields.boundedText("type"),
      subject: fields.boundedText("subject"),
      description: fields.boundedText("description")
    )
  }
}

extension RPCDetail.HelpLink {
  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    self.init(description: fields.boundedText("description"), url: fields.boundedText("url"))
  }
}

extension WireFields {
  /// A text of bounded length, empty where the field is absent.
  func boundedText(_ name: String) -> String {
    (text(name) ?? "").cut(toBytes: Limits.Text.bytes)
  }

  /// The first entries of a list.
  fileprivate func boundedList<Value: Decodable>(_ name: String) -> [Value] {
    Array(list(name).prefix(Limits.Reply.errorDetailEntries))
  }

  /// The first entries of a map of text, in the order of its keys.
  fileprivate func boundedMap(_ name: String) -> [String: String] {
    let whole = value(name, as: [String: String].self) ?? [:]
    let entries = whole.sorted { $0.key < $1.key }.prefix(Limits.Reply.errorDetailEntries)
    let bounded = entries.map { entry in
      (
        entry.key.cut(toBytes: Limits.Text.bytes),
        entry.value.cut(toBytes: Limits.Text.bytes)
      )
    }
    return Dictionary(bounded) { first, _ in first }
  }
}
