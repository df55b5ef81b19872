public import CellGrid

/// A theme of the user's own: another theme with some colors of its own.
public struct UserTheme: Sendable, Hashable {
  /// What it is called.
  public let name: String
  /// The theme that looks where this one has no color.
  public let base: ThemeChoice
  /// The colors; a terminal without them shows the nearest that it has.
  public let colors: [ThemeRole: Color]

  /// Creates a theme.
  public init(name: String, base: ThemeChoice = .auto, colors: [ThemeRole: Color]) {
    self.name = name
    self.base = base
    self.colors = colors
  }
}
