internal import CellGrid
internal import FleetEngine
internal import MapCanvas

/// What decides how text is written on a screen.
protocol TextContext {
  var settings: ViewerSettings { get }
  /// The symbols that may be shown.
  var glyphs: GlyphSet { get }
  /// Where the parts of the screen are.
  var layout: Layout { get }
}

extension TextContext {
  /// The styles of what is drawn.
  var palette: Palette { settings.palette }

  /// The dots that the map is drawn with.
  var dotGrid: DotGridKind { settings.dotGrid }

  /// Breaks text into lines that can be shown.
  func wrapped(_ text: String, width: Int) -> [String] {
    TextWrapping.lines(safe(text), width: width).map(\.description)
  }

  /// Makes text safe, without what the level of characters cannot show.
  func safe(_ text: String) -> SafeText {
    let clean = SafeText(text)
    return switch settings.glyphs {
    case .full, .block: clean
    case .narrow: clean.replacing { CharacterWidth.isAmbiguous($0) }
    case .ascii: clean.replacing { !$0.isASCII }
    }
  }

  /// Text as long as the room allows, with a mark where it is cut.
  ///
  /// Where not even the mark fits, there is as much of it as does, and never a part of a word alone.
  func fitted(_ text: String, width: Int) -> SafeText {
    let (text, mark) = (safe(text), SafeText(glyphs.ellipsis))
    guard text.width > width else { return text }
    return mark.width <= width
      ? text.truncated(to: width, ellipsis: mark) : mark.prefix(columns: width)
  }
}

/// The screen of a trip at a moment, from which its texts are made.
protocol RideContext: TextContext {
  var state: ViewState { get }
  var now: Duration { get }
  var wall: Timestamp { get }
  var freshness: Freshness { get }
}

/// The screen of a trip at a moment, without cells: for lists, whose length keys need.
struct RideMoment: RideContext {
  let state: ViewState
  let settings: ViewerSettings
  let now: Duration
  let wall: Timestamp

  var glyphs: GlyphSet { GlyphSet.of(settings.glyphs) }
  var layout: Layout { state.layout }
  var freshness: Freshness { state.derived(at: now, wall: wall) }
}

extension Canvas: RideContext where State == ViewState {
  var freshness: Freshness { derived }
}
