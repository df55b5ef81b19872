internal import CellGrid

/// The colors of the screen, as the user chooses them.
public enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
  /// What suits the terminal's background, as far as it is known.
  case auto
  /// For a dark background.
  case dark
  /// For a light one.
  case light
  /// Nothing faint, and lines of the map told apart by pattern.
  case highContrast = "high-contrast"
  /// No colors: bold, underline, reverse and patterns.
  case mono
}
