internal import FleetEngine

/// A trip's status as a word of the command line, and its place in the order of a ride.
enum StatusWord {
  /// The statuses in the order of a ride.
  static let all = TripStatus.knownValues.map(\.value)

  static var words: [String] { all.map(word(of:)) }

  /// The word of a status, such as `arrived-at-pickup`.
  static func word(of status: TripStatus) -> String {
    status.wireName.lowercased().replacing("_", with: "-")
  }

  /// Parses a word or a wire name.
  static func status(_ text: String) throws(CommandError) -> TripStatus {
    let word = text.lowercased().replacing("_", with: "-")
    let asked = word == "cancelled" ? "canceled" : word
    if let status = all.first(where: { self.word(of: $0) == asked }) { return status }
    throw .noChoice(Option.awaited.name, text, among: words)
  }

  /// Whether a ride has reached a status or passed it; a canceled ride has reached no other status.
  static func hasReached(_ present: TripStatus, _ wanted: TripStatus) -> Bool {
    guard present != wanted else { return true }
    guard wanted != .canceled, present != .canceled, let place = all.firstIndex(of: present),
      let goal = all.firstIndex(of: wanted)
    else { return false }
    return place >= goal
  }
}

extension Option {
  static let awaited = Option("--for STATUS", .words(StatusWord.words), .commandLineOnly)
    .help("the status to wait for, such as arrived-at-pickup")
}
