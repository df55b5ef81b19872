/// The characters that a terminal and its locale can show.
public enum GlyphLevel: Sendable, Hashable {
  /// Braille dots, box drawing and symbols.
  case full
  /// ASCII only.
  case ascii
}
