public import CellGrid
internal import SystemLibrary

/// Why a terminal cannot show a screen.
public enum TerminalError: Error, Sendable, Hashable {
  /// Standard output is not a terminal: write plain text instead.
  case notATerminal
  /// `TERM` is not set, or the terminal cannot move its cursor: write plain text instead.
  case tooSimple(term: SafeText)
  /// The terminal's description is not installed: write plain text and name the terminal.
  case unknownTerminal(term: SafeText)
  case alreadyOpen
  case system(operation: SafeText, code: Int32)
}

extension TerminalError: CustomStringConvertible {
  private static func reason(_ code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words).lowercased()
  }

  /// A sentence for the user that says what to do.
  public var description: String {
    switch self {
    case .notATerminal: "Standard output is not a terminal."
    case .tooSimple(let term) where term.isEmpty:
      "TERM is not set: plain output. Set TERM to the terminal's name."
    case .tooSimple(let term): "Terminal \"\(term)\" cannot show a screen: plain output."
    case .unknownTerminal(let term):
      "Unknown terminal \"\(term)\": plain output. Install ncurses-term or set TERM."
    case .alreadyOpen: "The terminal already shows a screen."
    case .system(let operation, let code):
      "The terminal failed to \(operation): \(Self.reason(code))."
    }
  }
}
