internal import TerminalUI

/// When there are colors.
enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  /// As many as the terminal has, and none where `NO_COLOR` is set.
  case auto
  /// As many as the terminal has.
  case always
  /// None.
  case never
}

extension TerminalCapabilities {
  /// The capabilities as the user wants them used.
  ///
  /// - Parameter choice: When there are colors.
  /// - Returns: The same ones, but for whether colors are refused.
  func using(_ choice: ColorChoice) -> TerminalCapabilities {
    var capabilities = self
    switch choice {
    case .auto: break
    case .always: capabilities.refusesColor = false
    case .never: capabilities.refusesColor = true
    }
    return capabilities
  }
}
