internal import FleetEngine
internal import JSON

struct RPCFailure: Error, Sendable, Hashable {
  var status: RPCStatus
  /// The path of the wrong field, such as `trips[2].pickupPoint`; nil if unknown.
  private(set) var place: String?
  /// Advice for the record of the call; the response does not have it.
  var cure: String?

  init(_ code: RPCCode, _ message: String, retryDelay: Duration? = nil) {
    status = RPCStatus(code: code, message: message, retryDelay: retryDelay)
  }

  init(_ status: RPCStatus) { self.status = status }

  /// The failure with the path of the wrong field, which goes before a path that is known already.
  func at(_ path: String) -> RPCFailure {
    var failure = self
    failure.place = place.map { $0.hasPrefix(path) ? $0 : "\(path).\($0)" } ?? path
    return failure
  }

  /// The failure with the line and the path of the field in a text.
  func inLine(of json: [UInt8]) -> RPCFailure {
    guard let place else { return self }
    var failure = self
    failure.place = nil
    let line = JSONTree.line(of: place, in: json)
    failure.status.message = "Line \(line), \(place): \(status.message)"
    return failure
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
