internal import FleetEmulator
internal import FleetEngine

/// Why a command failed, and what to do, in sentences for people.
struct CommandError: Error, Sendable, Hashable {
  let status: ExitStatus
  /// The failure; may contain control characters.
  let summary: String
  /// The steps to fix the failure, one sentence each.
  let advice: [String]

  var message: String { ([summary] + advice).joined(separator: " ") }

  init(_ status: ExitStatus, _ summary: String, advice: [String] = []) {
    (self.status, self.summary, self.advice) = (status, summary, advice)
  }

  static func usage(_ summary: String, advice: [String] = []) -> CommandError {
    CommandError(.usage, summary, advice: advice)
  }

  /// Wraps an error of another type; a usage error if the user's input is the cause.
  init(wrapping error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as EmulatorError where error.kind != .address: self.init(.usage, "\(error)")
    case let error as FaultScriptError: self.init(.usage, "\(error)")
    case let error as AccessTokenError: self.init(.failure, error.reason)
    default: self.init(.failure, "\(error)")
    }
  }

  /// Runs work and wraps its errors.
  static func wrapping<Result>(_ work: () throws -> Result) throws(CommandError) -> Result {
    do { return try work() } catch { throw CommandError(wrapping: error) }
  }

  static func noChoice(_ name: String, _ text: String, among words: [String]) -> CommandError {
    let list = words.joined(separator: ", ")
    return .usage(
      "\(name) must be one of \(list), not \(text).\(Spelling.question(text, among: words))")
  }
}

/// The statuses that the program ends with.
///
/// 2 is also a malformed name, 3 a trip not found.
enum ExitStatus: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
  case notFound = 3
  case notPermitted = 4
  case unavailable = 5
  case quota = 6
  case tripEnded = 7
  case findings = 8
  case hangup = 129
  case interrupt = 130
  case quit = 131
  case terminated = 143

  /// The signal of the status, as the rest of a sentence; empty without a signal.
  var signalWords: String {
    switch self {
    case .hangup: ", by SIGHUP"
    case .interrupt: ", by SIGINT or Ctrl-C"
    case .quit: ", by SIGQUIT"
    case .terminated: ", by SIGTERM"
    default: ""
    }
  }
}

enum Spelling {
  /// A question such as ` Did you mean dark?`, with a space before it; empty if no word is similar.
  static func question(_ word: String, among candidates: [String]) -> String {
    let likely = suggestions(for: word, among: candidates)
    return likely.isEmpty ? "" : " Did you mean \(likely.joined(separator: " or "))?"
  }

  /// The closest word, else up to three words that start with the unknown one or have it between
  /// their dashes and points.
  static func suggestions(for word: String, among candidates: [String]) -> [String] {
    if let nearest = nearest(to: word, among: candidates) { return [nearest] }
    let word = word.lowercased()
    guard word.drop(while: { $0 == "-" }).utf8.count >= 3 else { return [] }
    let longer = candidates.filter { $0.hasPrefix(word) }
    let parts = candidates.filter { candidate in
      candidate.split { $0 == "-" || $0 == "." }.contains(word[...])
    }
    return Array((longer.isEmpty ? parts : longer).prefix(3))
  }

  /// The candidate with the fewest changes from a word; nil if all need more than a third of its
  /// characters changed.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, min(word.count, 60) / 3)
    let word = word.lowercased()
    return
      candidates
      .map { (candidate: $0, distance: distance(word, $0.lowercased())) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?
      .candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbors that turn one word
  /// into another; only the first 64 characters count.
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.prefix(64)), Array(other.prefix(64)))
    var before: [Int] = []
    var row = Array(0...other.count)
    for index in one.indices {
      var next = [index + 1]
      for column in other.indices {
        let replaced = row[column] + (one[index] == other[column] ? 0 : 1)
        var least = min(replaced, next[column] + 1, row[column + 1] + 1)
        if index > 0, column > 0, one[index] == other[column - 1], one[index - 1] == other[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
