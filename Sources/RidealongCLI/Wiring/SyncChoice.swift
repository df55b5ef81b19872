internal import TerminalUI

/// Whether the terminal is told to show each update at once, as the user chooses it.
enum SyncChoice: String, Sendable, CaseIterable {
  case auto
  case on
  case off

  /// The choice as the screen takes it.
  var output: CursesScreen.SynchronizedOutput {
    switch self {
    case .auto: .automatic
    case .on: .on
    case .off: .off
    }
  }
}
