/// The statuses that the program ends with.
///
/// Source: user interface study, section 6.5; 2 is also a malformed name, 3 a trip not found.
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
