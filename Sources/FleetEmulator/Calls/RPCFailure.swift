internal import FleetEngine

/// A call's failure on its way to becoming an answer.
struct RPCFailure: Error, Sendable, Hashable {
  let status: RPCStatus

  init(_ code: RPCCode, _ message: String, retryDelay: Duration? = nil) {
    status = RPCStatus(code: code, message: message, retryDelay: retryDelay)
  }

  static func invalid(_ message: String) -> RPCFailure { RPCFailure(.invalidArgument, message) }
}
