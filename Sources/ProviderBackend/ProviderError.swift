public import HTTPMessages

/// Why a call to a provider's backend brought no result.
public struct ProviderError: Error, Sendable, Hashable {
  /// Where the failure arose.
  public enum Cause: Sendable, Hashable {
    /// The backend answered with an error.
    case server
    /// No answer came.
    case transport(HTTPTransportError)
    /// The answer is not what the call returns; with its content type, untrusted.
    case unreadableAnswer(contentType: String)
    /// The answer is about another trip or vehicle than the one that was asked for.
    case otherResource
    /// The call could not be made as asked, for example for an id that is none.
    case request
  }

  /// The call, for example `POST /trip/new`.
  public let operation: String
  /// What the backend or the transport says of it, untrusted.
  public let message: String
  /// The HTTP status of the answer, if one came.
  public let httpStatus: Int?
  /// Where it arose.
  public let cause: Cause

  /// Creates an error.
  public init(operation: String, message: String, httpStatus: Int? = nil, cause: Cause = .server) {
    self.operation = operation
    self.message = message
    self.httpStatus = httpStatus
    self.cause = cause
  }

  /// Whether the trip or vehicle is not there.
  public var isNotFound: Bool { cause == .server && httpStatus == 404 }
}
