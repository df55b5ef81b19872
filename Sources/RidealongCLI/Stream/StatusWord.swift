internal import FleetEngine

/// A trip's status as a word of the command line, and how far a ride with it has come.
enum StatusWord {
  /// The statuses in the order in which a ride has them.
  static let all = TripStatus.wireValues.map(\.value)

  /// The word of a status, such as `arrived-at-pickup`.
  static func word(of status: TripStatus) -> String {
    status.wireName.lowercased().replacing("_", with: "-")
  }

  /// The status of a word, also of the wire's name.
  ///
  /// - Parameter text: The word.
  /// - Returns: The status.
  /// - Throws: That there is no such status.
  static func status(_ text: String) throws(CommandError) -> TripStatus {
    let word = text.lowercased().replacing("_", with: "-")
    let asked = word == "cancelled" ? "canceled" : word
    if let status = all.first(where: { self.word(of: $0) == asked }) { return status }
    throw .noChoice(Option.awaited.name, text, among: all.map(self.word(of:)))
  }

  /// Whether a ride has come to a status, or past it.
  ///
  /// - Parameters:
  ///   - present: Where it is.
  ///   - wanted: What is waited for.
  /// - Returns: True also where the wanted status was passed between two polls; a canceled ride has
  ///   come to nothing else.
  static func hasReached(_ present: TripStatus, _ wanted: TripStatus) -> Bool {
    guard present != wanted else { return true }
    guard wanted != .canceled, present != .canceled, let place = all.firstIndex(of: present),
      let goal = all.firstIndex(of: wanted)
    else { return false }
    return place >= goal
  }
}
