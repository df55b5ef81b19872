/// Why a command failed, and what to do, in sentences for people.
struct CommandError: Error, Sendable, Hashable {
  let status: ExitStatus
  /// What failed; may contain control characters.
  let summary: String
  /// What to do about it, one sentence each.
  let advice: [String]

  var message: String { ([summary] + advice).joined(separator: " ") }

  init(_ status: ExitStatus, _ summary: String, advice: [String] = []) {
    (self.status, self.summary, self.advice) = (status, summary, advice)
  }

  static func usage(_ summary: String, advice: [String] = []) -> CommandError {
    CommandError(.usage, summary, advice: advice)
  }

  /// An option that must be given.
  static func missing(_ option: Option, for command: Command) -> CommandError {
    .usage(
      "ridealong \(command.rawValue) needs \(option.name) \(option.value ?? ""): \(option.help)."
    )
  }

  /// A value that is not one of the allowed words.
  static func noChoice(_ name: String, _ text: String, among words: [String]) -> CommandError {
    let list = words.joined(separator: ", ")
    return .usage(
      "\(name) must be one of \(list), not \(text).\(Spelling.question(text, among: words))"
    )
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
