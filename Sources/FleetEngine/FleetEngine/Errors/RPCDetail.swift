/// One detail of an error of Google's services, next to its message.
///
/// All text is the server's, untrusted and bounded. See docs/protocol.md, "Error body" and
/// `google/rpc/error_details.proto`.
public enum RPCDetail: Sendable, Hashable {
  /// An invalid field of the request.
  public struct FieldViolation: Sendable, Hashable {
    /// The field's path.
    public var field: String
    /// The problem with the field.
    public var description: String

    package init(field: String, description: String) {
      (self.field, self.description) = (field, description)
    }
  }

  /// An exhausted quota.
  public struct QuotaViolation: Sendable, Hashable {
    /// The owner of the quota, for example `project:acme`.
    public var subject: String
    /// Which quota is exhausted.
    public var description: String
  }

  /// An unmet condition for the call.
  public struct PreconditionViolation: Sendable, Hashable {
    /// The kind of condition.
    public var type: String
    /// The subject of the condition.
    public var subject: String
    /// How to meet the condition.
    public var description: String
  }

  /// A page with more information.
  public struct HelpLink: Sendable, Hashable {
    /// The content of the page.
    public var description: String
    /// The page's address.
    public var url: String
  }

  /// How long to wait before a retry.
  case retryInfo(delay: Duration)
  /// The reason in a form for programs, unique within its domain.
  case errorInfo(reason: String, domain: String, metadata: [String: String])
  /// The invalid fields of the request.
  case badRequest([FieldViolation])
  /// The exhausted quotas.
  case quotaFailure([QuotaViolation])
  /// The unmet conditions.
  case preconditionFailure([PreconditionViolation])
  /// The resource that the call failed on.
  case resourceInfo(type: String, name: String, owner: String, description: String)
  /// The server's own ID of the request.
  case requestInfo(requestID: String, servingData: String)
  /// The message in the user's language, a BCP 47 tag.
  case localizedMessage(locale: String, message: String)
  /// Pages with more information.
  case help([HelpLink])
  /// A detail of an unknown kind, with the URL of its type.
  case unknown(typeURL: String)

  /// The URL of the detail's type, its `@type` member.
  public var typeURL: String {
    let name =
      switch self {
      case .retryInfo: "RetryInfo"
      case .errorInfo: "ErrorInfo"
      case .badRequest: "BadRequest"
      case .quotaFailure: "QuotaFailure"
      case .preconditionFailure: "PreconditionFailure"
      case .resourceInfo: "ResourceInfo"
      case .requestInfo: "RequestInfo"
      case .localizedMessage: "LocalizedMessage"
      case .help: "Help"
      case .unknown(let typeURL): typeURL
      }
    if case .unknown = self { return name }
    return Self.prefix + name
  }

  static let prefix = "type.googleapis.com/google.rpc."
}
