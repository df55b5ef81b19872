internal import CellGrid
internal import MapCanvas

/// The capabilities of a terminal.
struct TerminalLook: Sendable, Hashable {
  /// The terminal's background and colors.
  var appearance: Appearance
  /// The dots of maps.
  var dots: DotGridKind

  /// Whether the terminal shows only ASCII characters.
  var isASCII: Bool { dots == .ascii }
  /// The number of colors.
  var colorDepth: ColorDepth { appearance.colorDepth }

  /// Returns the app's text as the terminal can show it.
  func safe(_ text: String) -> SafeText {
    guard isASCII else { return SafeText(text) }
    return SafeText(String(text.map { $0.isASCII ? $0 : "?" }))
  }
}
