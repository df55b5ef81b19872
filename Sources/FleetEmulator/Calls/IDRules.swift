internal import FleetEngine

/// The rules of the IDs of trips and vehicles, for paths and bodies.
enum IDRules {
  /// Checks an ID.
  ///
  /// - Throws: INVALID_ARGUMENT if the ID breaks a rule.
  static func check(_ id: String, _ field: @autoclosure () -> String) throws(RPCFailure) {
    // Trips and vehicles follow the same rules. Most IDs need none of Unicode's properties.
    guard isPlain(id) || (try? TripName(providerID: "p", tripID: id)) != nil else {
      throw invalid(field())
    }
  }

  private static func isPlain(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  /// The failure of a call whose ID is not valid.
  static func invalid(_ field: String) -> RPCFailure {
    .invalid("\(field) has to be 1 to 64 characters without / : ? , # in them.")
  }
}
