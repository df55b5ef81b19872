internal import FleetEngine
internal import TrustLimits

/// The words `FILE... [TRIP]` of `inspect` and `dump`.
struct RecordingArguments {
  /// The meaning of the words, in help.
  static let detail = [
    "FILE may also be an export of Cloud Logging, or a directory of recordings and exports; see",
    "docs/exports.md. Several are merged by trip. The last word is a TRIP, to read only that one, if it",
    "is a trip's full name, or an ID and no file is there.",
  ]

  /// The files and directories; at least one.
  let paths: [String]
  /// The trip to read; nil for all.
  private let trip: NamedTrip?

  /// Finds the trip among the words: the last of several, if it is a trip's full name, or an ID and no
  /// file is there.
  init(_ arguments: Arguments) throws(CommandError) {
    var words = arguments.positionals
    guard !words.isEmpty else {
      throw .usage("ridealong \(arguments.command) needs a recording's FILE.")
    }
    trip = words.count > 1 ? NamedTrip(last: words[words.count - 1]) : nil
    if trip != nil { words.removeLast() }
    if words.count > 1, let missing = words.first(where: { !FileListing.exists($0) }) {
      throw .usage(
        "\(missing) does not exist. ridealong \(arguments.command) expects FILE... [TRIP].")
    }
    paths = words
  }

  /// Whether the polls of a trip are wanted.
  func selects(_ name: String) -> Bool { trip?.matches(name) ?? true }

  /// Checks that one of all trips of the files is wanted.
  func checkTrip(among names: [String]) throws(CommandError) {
    guard let trip, !names.contains(where: trip.matches) else { return }
    throw trip.notFound(among: names)
  }
}

/// A trip of a recording as the user names it, by its full name or its ID.
struct NamedTrip {
  private let text: String
  /// Whether the word might have been a file.
  private let mayBeFile: Bool

  init(_ text: String) { (self.text, mayBeFile) = (text, false) }

  /// The trip that the last of several words names; nil for a file.
  fileprivate init?(last word: String) {
    text = word
    let isName = (try? TripName(parsing: word)) != nil
    mayBeFile = !isName
    guard !isName else { return }
    // A file that is missing is no trip.
    let isFile = FileListing.exists(word) || Self.fileEndings.contains { word.hasSuffix($0) }
    guard !isFile, (try? TripName(providerID: "p", tripID: word)) != nil else { return nil }
  }

  private static let fileEndings = [".ride", ".json", ".jsonl", ".ndjson", ".log", ".gz"]

  func matches(_ name: String) -> Bool { name == text || name.hasSuffix("/" + text) }

  /// The error for a recording that has other trips only.
  func notFound(among names: [String]) -> CommandError {
    CommandError(
      .notFound, "The recording has no trip \(text); it has \(Self.list(names)).",
      advice: mayBeFile ? ["There is no file \(text) either."] : [])
  }

  /// Trips as a part of a sentence.
  static func list(_ names: [String]) -> String {
    let most = 10
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return names.prefix(most).joined(separator: ", ") + rest
  }
}
