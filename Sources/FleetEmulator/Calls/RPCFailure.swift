internal import FleetEngine

/// The error of a call.
struct RPCFailure: Error, Sendable, Hashable {
  let status: RPCStatus

  init(_ code: RPCCode, _ message: String, retryDelay: Duration? = nil) {
    status = RPCStatus(code: code, message: message, retryDelay: retryDelay)
  }

  static func invalid(_ message: String) -> RPCFailure { RPCFailure(.invalidArgument, message) }

  static func invalidID(_ field: String) -> RPCFailure {
    .invalid("\(field) has to be 1 to 64 characters without / : ? , # in them.")
  }

  /// Checks the ID of a trip or vehicle; both follow the same rules.
  static func checkID(_ id: String, _ field: @autoclosure () -> String) throws(RPCFailure) {
    // Most IDs do not need the check of Unicode's properties.
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard
      isPlain && (1...64).contains(id.utf8.count)
        || (try? TripName(providerID: "p", tripID: id)) != nil
    else { throw invalidID(field()) }
  }
}
