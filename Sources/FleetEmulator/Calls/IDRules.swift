internal import FleetEngine

/// The rules of the IDs of trips and vehicles, for paths and bodies.
enum IDRules {
  /// Checks an ID.
  ///
  /// - Parameters:
  ///   - id: The ID, decoded.
  ///   - field: What the error calls it.
  /// - Throws: INVALID_ARGUMENT if the ID breaks a rule.
  static func check(_ id: String, _ field: @autoclosure () -> String) throws(RPCFailure) {
    // Trips and vehicles follow the same rules.
    guard (try? TripName(providerID: "p", tripID: id)) != nil else { throw invalid(field()) }
  }

  /// The failure of a call whose ID is not valid.
  static func invalid(_ field: String) -> RPCFailure {
    .invalid("\(field) has to be 1 to 64 characters without / : ? , # in them.")
  }
}
