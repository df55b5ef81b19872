public import HTTPMessages
internal import TrustLimits

/// Why a call of Fleet Engine failed.
///
/// ``bucket`` is the coarse answer to "what now?"; ``code`` and ``cause`` are the details.
public struct FleetEngineError: Error, Sendable, Hashable {
  /// Where a call failed.
  public enum Cause: Sendable, Hashable {
    /// The server responded with an error.
    case server
    /// No response arrived.
    case transport(HTTPTransportError)
    /// No access token was available.
    case token(AccessTokenError)
    /// The response is not the call's result. The content type is untrusted.
    case unreadableAnswer(contentType: String)
    /// The response is about another trip or vehicle.
    case otherResource
    /// The response is not one of Fleet Engine's, so the server's address is probably wrong.
    case otherServer
    /// The request could not be made, for example because of an invalid name.
    case request
  }

  /// The ways in which a caller can handle a failure.
  public enum Bucket: Sendable, Hashable, CaseIterable {
    /// Retry.
    case recoverable
    /// Ask the user to fix something.
    case needsAction
    /// Call less often.
    case quota
    /// Stop if the task that made the call is over; the task was cancelled, or the transport closed.
    case cancelled
  }

  /// The error domain that Google's SDK uses for these codes.
  ///
  /// See docs/protocol.md, "Status codes".
  public static let domain = "io.grpc"

  /// The method, for example `GetTrip`.
  public let operation: String
  /// The kind of failure.
  public let code: RPCCode
  /// The message of the server or transport, untrusted.
  public let message: String
  /// The HTTP status of the response; nil without one.
  public let httpStatus: Int?
  /// How long the server asks the client to wait, at most ten minutes.
  public let retryAfter: Duration?
  /// The details in the server's response, untrusted and bounded.
  public let details: [RPCDetail]
  /// The request that failed; nil if it had no address.
  public let request: FleetEngineRequestInfo?
  /// Where the call failed.
  public let cause: Cause
  /// The response's `Date` header, with its `Age` in a cache; nil without a response.
  public let serverDate: String?
  /// When the token that was sent expires; nil if none was sent or that is not known.
  public let tokenExpiresAt: Timestamp?
  /// The account that signed the token that was sent, untrusted; nil if not known.
  public let tokenAccount: String?

  /// Creates an error.
  public init(
    operation: String, code: RPCCode, message: String, httpStatus: Int? = nil,
    retryAfter: Duration? = nil, details: [RPCDetail] = [], request: FleetEngineRequestInfo? = nil,
    cause: Cause = .server, serverDate: String? = nil, tokenExpiresAt: Timestamp? = nil,
    tokenAccount: String? = nil
  ) {
    self.operation = operation
    self.code = code
    self.message = message
    self.httpStatus = httpStatus
    self.retryAfter = retryAfter
    self.details = details
    self.request = request
    self.cause = cause
    self.serverDate = serverDate
    self.tokenExpiresAt = tokenExpiresAt
    self.tokenAccount = tokenAccount
  }

  /// The code's name, or `INTERRUPTED` if the connection broke during the response.
  ///
  /// See docs/protocol.md, "Retries".
  public var label: String {
    if case .transport(let error) = cause, error.kind == .connectionLost { return "INTERRUPTED" }
    return code.name
  }

  /// Whether the call ended because its task was cancelled or its transport was closed, and not by
  /// the server.
  public var isCancellation: Bool {
    switch cause {
    case .transport(let error): error.kind == .cancelled
    case .token(let error): error.problem == .cancelled
    case .server, .unreadableAnswer, .otherResource, .otherServer, .request: false
    }
  }

  /// Whether the failure may pass without any change by the user or the program.
  package var mayPass: Bool { bucket == .recoverable || bucket == .cancelled }

  /// Whether two failures have the same cause, as far as that is known.
  ///
  /// Compares the call, its resource, the code and the cause, and a server's message, but nothing that
  /// differs between two equal failures, such as the response's date or the time that a connection took.
  public func isSameProblem(as other: FleetEngineError) -> Bool {
    guard operation == other.operation, code == other.code, httpStatus == other.httpStatus,
      request?.method == other.request?.method,
      request?.url.authority == other.request?.url.authority,
      request?.url.path == other.request?.url.path
    else { return false }
    return switch (cause, other.cause) {
    case (.transport(let one), .transport(let other)):
      one.kind == other.kind && one.tlsProblem == other.tlsProblem
        && one.proxyProblem == other.proxyProblem
    case (.token(let one), .token(let other)):
      one.problem == other.problem && (one.problem == .expired || one.summary == other.summary)
    default: cause == other.cause && message == other.message
    }
  }

  /// The way in which a caller can handle the failure.
  ///
  /// See docs/protocol.md, "Retries".
  public var bucket: Bucket {
    if isCancellation { return .cancelled }
    switch cause {
    case .token(let error): return error.isRecoverable ? .recoverable : .needsAction
    case .transport(let error) where error.kind == .insecure || error.kind == .refused:
      return .needsAction
    case .transport, .unreadableAnswer, .otherResource: return .recoverable
    case .request, .otherServer: return .needsAction
    case .server: break
    }
    switch code {
    case .ok, .cancelled, .unknown, .deadlineExceeded, .aborted, .internal, .unavailable, .dataLoss:
      return .recoverable
    case .resourceExhausted: return .quota
    case .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition,
      .outOfRange, .unimplemented, .unauthenticated:
      return .needsAction
    }
  }
}

extension FleetEngineError: CustomStringConvertible {
  /// The failure in one line, without control characters.
  ///
  /// For example `GetTrip: NOT_FOUND: The trip t1 does not exist.`
  public var description: String {
    let words =
      switch cause {
      case .transport(let error): error.description
      case .token(let error): error.description
      case .server, .unreadableAnswer, .otherResource, .otherServer, .request:
        EscapedText.line(message)
      }
    let operation = EscapedText.line(operation, limit: 64)
    return "\(operation): \(label)" + (words.isEmpty ? "" : ": " + words)
  }
}

/// The request of a failed call, without its access token.
public struct FleetEngineRequestInfo: Sendable, Hashable {
  /// The HTTP method.
  public let method: TransportMethod
  /// The address with its query.
  public let url: HTTPURL

  /// Creates a description of a request.
  public init(method: TransportMethod, url: HTTPURL) {
    self.method = method
    self.url = url
  }
}
