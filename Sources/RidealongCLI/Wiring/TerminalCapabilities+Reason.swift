internal import CellGrid
internal import TerminalUI

extension TerminalCapabilities {
  /// Why a terminal that is there cannot show a screen, for people; nil where it can.
  var noScreenReason: String? {
    guard outputIsTerminal, !canShowScreen else { return nil }
    return term.isEmpty ? "TERM is not set" : "terminal \(term)"
  }

  /// What to do about it, as an error; with the reason why there is no screen.
  ///
  /// - Parameters:
  ///   - what: What needs a screen.
  ///   - otherwise: What to do where there is no terminal at all.
  /// - Returns: The error.
  func noScreenError(_ what: String, otherwise: String) -> CommandError {
    guard let noScreenReason else { return .usage("\(what) \(otherwise)") }
    return .usage(
      "\(what) This one shows none (\(noScreenReason)): set TERM or install ncurses-term."
    )
  }
}
