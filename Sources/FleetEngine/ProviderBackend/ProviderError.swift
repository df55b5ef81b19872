public import HTTPMessages
internal import TrustLimits

/// Why a call to a provider's backend failed.
public struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the error occurred.
  public enum Cause: Sendable, Hashable {
    /// The backend returned an error.
    case server
    /// There was no response.
    case transport(HTTPTransportError)
    /// The response has another form; with its content type, untrusted.
    case unreadableAnswer(contentType: String)
    /// The response is about another trip or vehicle.
    case otherResource
    /// The request is not valid, for example its ID.
    case request
  }

  /// The call, for example `POST /trip/new`.
  public let operation: String
  /// The message of the backend or the transport, untrusted.
  public let message: String
  /// The HTTP status of the response, if there was one.
  public let httpStatus: Int?
  /// Where the error occurred.
  public let cause: Cause

  /// Creates an error.
  public init(operation: String, message: String, httpStatus: Int? = nil, cause: Cause = .server) {
    self.operation = operation
    self.message = message
    self.httpStatus = httpStatus
    self.cause = cause
  }

  /// The error in one line, without control characters.
  ///
  /// For example `POST /trip/new: 503: The backend is busy.`
  public var description: String {
    let words =
      if case .transport(let error) = cause { error.description } else { EscapedText.line(message) }
    return EscapedText.line(operation) + (httpStatus.map { ": \($0)" } ?? "")
      + (words.isEmpty ? "" : ": " + words)
  }

  /// Whether the trip or vehicle does not exist.
  public var isNotFound: Bool { cause == .server && httpStatus == 404 }
}
