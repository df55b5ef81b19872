internal import FleetEngine

/// The rules of the IDs of trips and vehicles, for paths and bodies.
///
/// Source: contract 1.1.
enum IDRules {
  /// Checks an ID.
  ///
  /// - Parameters:
  ///   - id: The ID, decoded.
  ///   - kind: What it is the ID of, for the error.
  /// - Throws: INVALID_ARGUMENT if the ID breaks a rule.
  static func check(_ id: String, of kind: String) throws(RPCFailure) {
    // Trips and vehicles follow the same rules.
    guard (try? TripName(providerID: "p", tripID: id)) != nil else {
      throw invalid(kind)
    }
  }

  /// The failure of a call whose ID is not valid.
  static func invalid(_ kind: String) -> RPCFailure {
    .invalid("The \(kind) ID has to be 1 to 64 characters without / : ? , # in them.")
  }
}
