internal import CellGrid
internal import MapCanvas

/// What a terminal can show.
struct TerminalLook: Sendable, Hashable {
  /// The terminal's background and colors.
  var appearance: Appearance
  /// The dots that maps are drawn with.
  var dots: DotGridKind

  /// Whether only ASCII characters may be shown.
  var isASCII: Bool { dots == .ascii }
  /// The colors that there are.
  var colorDepth: ColorDepth { appearance.colorDepth }

  /// Makes text of the app safe to show.
  func safe(_ text: String) -> SafeText {
    guard isASCII else { return SafeText(text) }
    return SafeText(String(text.map { $0.isASCII ? $0 : "?" }))
  }
}
