internal import MapCanvas

/// The characters that a terminal and its locale can show.
public enum GlyphLevel: Sendable, Hashable {
  /// Braille dots, box drawing and symbols.
  case full
  /// ASCII only.
  case ascii
}

extension GlyphLevel {
  /// The dots that maps are drawn with.
  var dotGrid: DotGridKind { self == .full ? .braille : .ascii }
}
