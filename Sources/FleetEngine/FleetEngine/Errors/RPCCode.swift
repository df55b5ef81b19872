/// A canonical error code of Google's services (gRPC).
///
/// See docs/protocol.md, "Status codes".
public enum RPCCode: Int, Sendable, Hashable, CaseIterable {
  case ok = 0
  case cancelled = 1
  case unknown = 2
  case invalidArgument = 3
  case deadlineExceeded = 4
  case notFound = 5
  case alreadyExists = 6
  case permissionDenied = 7
  case resourceExhausted = 8
  case failedPrecondition = 9
  case aborted = 10
  case outOfRange = 11
  case unimplemented = 12
  case `internal` = 13
  case unavailable = 14
  case dataLoss = 15
  case unauthenticated = 16

  /// The name on the wire, for example `PERMISSION_DENIED`.
  public var name: String { FieldName.snakeCase("\(self)").uppercased() }

  /// The HTTP status of a response with the code.
  public var httpStatus: Int {
    switch self {
    case .ok: 200
    case .cancelled: 499
    case .invalidArgument, .failedPrecondition, .outOfRange: 400
    case .deadlineExceeded: 504
    case .notFound: 404
    case .alreadyExists, .aborted: 409
    case .permissionDenied: 403
    case .resourceExhausted: 429
    case .unimplemented: 501
    case .unavailable: 503
    case .unauthenticated: 401
    case .unknown, .internal, .dataLoss: 500
    }
  }

  /// Creates the code with a name on the wire.
  public init?(name: String) {
    guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = code
  }

  /// Creates the code for an HTTP status, for responses that name no code.
  public init(httpStatus status: Int) {
    switch status {
    case 200..<300: self = .ok
    case 401: self = .unauthenticated
    case 403: self = .permissionDenied
    case 404: self = .notFound
    case 408, 504: self = .deadlineExceeded
    case 409: self = .aborted
    case 429: self = .resourceExhausted
    case 499: self = .cancelled
    case 400..<500: self = .invalidArgument
    case 501: self = .unimplemented
    case 502, 503: self = .unavailable
    case 500..<600: self = .internal
    default: self = .unknown
    }
  }
}
