public import HTTPMessages

/// Why a call to Fleet Engine brought no result.
public struct FleetEngineError: Error, Sendable, Hashable {
  /// Where the failure arose.
  public enum Cause: Sendable, Hashable {
    /// The server answered with an error.
    case server
    /// No answer came.
    case transport(HTTPTransportError)
    /// There is no token to call with.
    case token(AccessTokenError)
    /// The answer is not what the call returns; with its content type, untrusted.
    case unreadableAnswer(contentType: String)
    /// The answer is about another trip or vehicle than the one that was asked for.
    case otherResource
    /// The call could not be made as asked, for example for a name that is none.
    case request
  }

  /// What a caller can do about a failure.
  public enum Bucket: Sendable, Hashable {
    /// Calling again will do.
    case recoverable
    /// Somebody has to mend something.
    case needsAction
    /// Calling less often will do.
    case quota
  }

  /// The domain of the codes, as Google's SDK names it.
  ///
  /// Source: contract 4.2.
  public static let domain = "io.grpc"

  /// The call, for example `GetTrip`.
  public let operation: String
  /// What kind of failure it is.
  public let code: RPCCode
  /// What the server or the transport says of it, untrusted.
  public let message: String
  /// The HTTP status of the answer, if one came.
  public let httpStatus: Int?
  /// How long the server asks to wait, bounded.
  public let retryAfter: Duration?
  /// What else the server says of it, untrusted and bounded.
  public let details: [RPCDetail]
  /// The request that failed; nil where the call had no address to go to.
  public let request: FleetEngineRequestInfo?
  /// Where it arose.
  public let cause: Cause
  /// The server's clock in its answer, as its `Date` header says; nil without an answer.
  public let serverDate: String?
  /// When the token expires that was sent; nil where none was, or its expiry is not known.
  public let tokenExpiresAt: Timestamp?
  /// The account that signed the token that was sent, untrusted; nil where it is not known.
  public let tokenAccount: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: The call, for example `GetTrip`.
  ///   - code: What kind of failure it is.
  ///   - message: What the server or the transport says of it.
  ///   - httpStatus: The HTTP status of the answer.
  ///   - retryAfter: How long the server asks to wait.
  ///   - details: What else the server says of it.
  ///   - request: The request that failed.
  ///   - cause: Where it arose.
  ///   - serverDate: The answer's `Date` header.
  ///   - tokenExpiresAt: When the token expires that was sent.
  ///   - tokenAccount: The account that signed the token that was sent.
  public init(
    operation: String,
    code: RPCCode,
    message: String,
    httpStatus: Int? = nil,
    retryAfter: Duration? = nil,
    details: [RPCDetail] = [],
    request: FleetEngineRequestInfo? = nil,
    cause: Cause = .server,
    serverDate: String? = nil,
    tokenExpiresAt: Timestamp? = nil,
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

  /// The name of the kind of failure for people: the code's, or INTERRUPTED for a connection that
  /// broke before the answer was whole, which no code of gRPC's stands for.
  ///
  /// Source: contract 4.3.
  public var label: String {
    if case .transport(let error) = cause, error.kind == .connectionLost { return "INTERRUPTED" }
    return code.name
  }

  /// What a caller can do about it.
  ///
  /// Source: contract 4.3.
  public var bucket: Bucket {
    switch cause {
    case .token(let error): return error.isRecoverable ? .recoverable : .needsAction
    case .transport(let error) where error.kind == .insecure || error.kind == .refused:
      return .needsAction
    case .transport, .unreadableAnswer, .otherResource: return .recoverable
    case .request: return .needsAction
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
