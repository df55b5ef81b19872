internal import FleetEngine

struct RPCFailure: Error, Sendable, Hashable {
  let status: RPCStatus

  init(_ code: RPCCode, _ message: String, retryDelay: Duration? = nil) {
    status = RPCStatus(code: code, message: message, retryDelay: retryDelay)
  }

  static func invalid(_ message: String) -> RPCFailure { RPCFailure(.invalidArgument, message) }

  static func invalidID(_ field: String) -> RPCFailure {
    .invalid("\(field) has to be 1 to 64 characters without / : ? , # in them.")
  }

  static func failedPrecondition(_ message: String) -> RPCFailure {
    RPCFailure(.failedPrecondition, message)
  }

  /// Checks the ID of a trip or vehicle; both follow the same rules.
  static func checkID(_ id: String, _ field: @autoclosure () -> String) throws(RPCFailure) {
    guard (try? TripName(providerID: "p", tripID: id)) != nil else { throw invalidID(field()) }
  }
}

/// Throws INVALID_ARGUMENT unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(RPCFailure) {
  guard condition else { throw .invalid(message()) }
}
