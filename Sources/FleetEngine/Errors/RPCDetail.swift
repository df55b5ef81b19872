/// What an error of Google's services says beside its message.
///
/// All text is the server's, untrusted; it is bounded where it is read. Source: contract 4.1 and
/// `google/rpc/error_details.proto`.
public enum RPCDetail: Sendable, Hashable {
  /// A field of the request that is not as it must be.
  public struct FieldViolation: Sendable, Hashable {
    /// The field's path.
    public var field: String
    /// What is wrong with it.
    public var description: String

    /// Creates a violation.
    public init(field: String, description: String) {
      self.field = field
      self.description = description
    }
  }

  /// A quota that is used up.
  public struct QuotaViolation: Sendable, Hashable {
    /// Whose quota it is, for example `project:acme`.
    public var subject: String
    /// What is used up.
    public var description: String

    /// Creates a violation.
    public init(subject: String, description: String) {
      self.subject = subject
      self.description = description
    }
  }

  /// Something that has to be so before the call and is not.
  public struct PreconditionViolation: Sendable, Hashable {
    /// The kind of condition.
    public var type: String
    /// What it is about.
    public var subject: String
    /// How to meet it.
    public var description: String

    /// Creates a violation.
    public init(type: String, subject: String, description: String) {
      self.type = type
      self.subject = subject
      self.description = description
    }
  }

  /// Where to read on.
  public struct HelpLink: Sendable, Hashable {
    /// What is there.
    public var description: String
    /// Its address.
    public var url: String

    /// Creates a link.
    public init(description: String, url: String) {
      self.description = description
      self.url = url
    }
  }

  /// How long to wait before calling again.
  case retryInfo(delay: Duration)
  /// The reason in a form for programs, unique within its domain.
  case errorInfo(reason: String, domain: String, metadata: [String: String])
  /// The fields of the request that are wrong.
  case badRequest([FieldViolation])
  /// The quotas that are used up.
  case quotaFailure([QuotaViolation])
  /// The conditions that are not met.
  case preconditionFailure([PreconditionViolation])
  /// The resource that the call failed at.
  case resourceInfo(type: String, name: String, owner: String, description: String)
  /// The server's own id of the request.
  case requestInfo(requestID: String, servingData: String)
  /// The message in a language for the user, BCP 47.
  case localizedMessage(locale: String, message: String)
  /// Where to read on.
  case help([HelpLink])
  /// A detail of a kind that is not known here, by the URL of its type.
  case unknown(typeURL: String)

  /// The URL of the detail's type, as `@type` has it.
  public var typeURL: String {
    switch self {
    case .retryInfo: Self.prefix + "RetryInfo"
    case .errorInfo: Self.prefix + "ErrorInfo"
    case .badRequest: Self.prefix + "BadRequest"
    case .quotaFailure: Self.prefix + "QuotaFailure"
    case .preconditionFailure: Self.prefix + "PreconditionFailure"
    case .resourceInfo: Self.prefix + "ResourceInfo"
    case .requestInfo: Self.prefix + "RequestInfo"
    case .localizedMessage: Self.prefix + "LocalizedMessage"
    case .help: Self.prefix + "Help"
    case .unknown(let typeURL): typeURL
    }
  }

  static let prefix = "type.googleapis.com/google.rpc."
}
