internal import CellGrid
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

/// The settings that determine how text is written on a screen.
protocol TextContext {
  var settings: ViewerSettings { get }
  var glyphs: GlyphSet { get }
  var layout: Layout { get }
}

extension TextContext {
  var palette: ColorTable { settings.palette }
  var dotGrid: DotGridKind { settings.dotGrid }

  /// The server's name without the domain of Google's services; nil for another server.
  var shortBackend: String? {
    let google = ".googleapis.com"
    let name = settings.backend
    return name.hasSuffix(google) ? String(name.dropLast(google.count)) : nil
  }

  func wrapped(_ text: String, width: Int) -> [String] {
    TextWrapping.lines(safe(text), width: width).map(\.description)
  }

  /// Breaks bounded sentences of a server or an error into lines.
  func wrapped(_ sentences: [String], width: Int) -> [String] {
    sentences.flatMap { wrapped(String($0.prefix(400)), width: width) }
  }

  /// Makes text safe, without the characters that the glyph level cannot show.
  func safe(_ text: String) -> SafeText {
    let clean = SafeText(text)
    return switch settings.glyphs {
    case .full, .block: clean
    case .narrow: clean.replacing { CharacterWidth.isAmbiguous($0) }
    case .ascii: clean.replacing { !$0.isASCII }
    }
  }

  /// An ID cut to a width; its end stays, because trips differ there.
  func fittedID(_ id: String, _ width: Int) -> String {
    guard safe(id).width > width else { return id }
    let room = max(0, width - safe(glyphs.ellipsis).width)
    var end = id.suffix(room)
    while !end.isEmpty, safe(String(end)).width > room { end = end.dropFirst() }
    return glyphs.ellipsis + end
  }

  /// The first of some texts that fits into a width; the last if none does.
  func longest(of forms: [String], _ width: Int) -> String {
    forms.first { safe($0).width <= width } ?? forms[forms.count - 1]
  }

  /// Cuts text to a width, with an ellipsis or as much of one as fits.
  func fitted(_ text: String, width: Int) -> SafeText {
    let (text, mark) = (safe(text), SafeText(glyphs.ellipsis))
    guard text.width > width else { return text }
    return mark.width <= width
      ? text.truncated(to: width, ellipsis: mark) : mark.prefix(columns: width)
  }
}

/// A screen at a moment, from which its texts are made.
protocol ScreenContext<State>: TextContext {
  associatedtype State: ScreenState
  var state: State { get }
  var now: Duration { get }
  var wall: Timestamp { get }
  var derived: State.Derived { get }
}

/// A screen at a moment, without cells: for lists, whose length input needs.
struct ScreenMoment<State: ScreenState>: ScreenContext {
  let state: State
  let settings: ViewerSettings
  let now: Duration
  let wall: Timestamp
  let glyphs: GlyphSet
  let layout: Layout
  let derived: State.Derived

  init(state: State, settings: ViewerSettings, now: Duration, wall: Timestamp) {
    (self.state, self.settings, self.now, self.wall) = (state, settings, now, wall)
    glyphs = GlyphSet.of(settings.glyphs)
    layout = state.layout
    derived = state.derived(at: now, wall: wall)
  }
}

enum TextWrapping {
  /// Breaks text at spaces; a word longer than a line is broken at the line's end.
  static func lines(_ text: SafeText, width: Int) -> [SafeText] {
    guard width > 0 else { return [] }
    var lines: [SafeText] = []
    var line = SafeText()
    for word in text.description.split(separator: " ") {
      var word = SafeText(String(word))
      if !line.isEmpty, line.width + 1 + word.width <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while word.width > width {
        let part = word.prefix(columns: width)
        // A wide character does not fit into a line of one column.
        guard !part.isEmpty else { return lines }
        lines.append(part)
        word = word.dropping(part.glyphs.count)
      }
      line = word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}

extension SafeText {
  fileprivate func dropping(_ count: Int) -> SafeText {
    let start = prefix(columns: glyphs.prefix(count).reduce(0) { $0 + Int($1.width) })
    return SafeText(
      String(description.unicodeScalars.dropFirst(start.description.unicodeScalars.count)))
  }
}
