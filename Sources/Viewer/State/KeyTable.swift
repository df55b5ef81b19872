internal import CellGrid

/// A key with what is held beside it.
struct KeyPress: Hashable {
  let key: Key
  let modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  init(_ character: Character) {
    self.init(.character(character))
  }
}

/// What every key does, and how help says it.
///
/// Source: user interface study, section 4.
enum KeyTable {
  /// A section of help.
  enum Section: String, CaseIterable {
    case places = "PLACES"
    case camera = "CAMERA"
    case data = "DATA"
    case view = "VIEW"
    case other = "OTHER"
  }

  /// What is told of by help.
  enum Guide: Equatable {
    /// Following a ride.
    case following
    /// Choosing and booking one.
    case booking

    /// The lines of help in their order.
    var lines: [HelpLine] { self == .following ? KeyTable.help : KeyTable.bookingHelp }
  }

  /// A line of help, for one or more actions that belong together.
  struct HelpLine {
    let section: Section
    /// How the keys are written.
    let keys: String
    /// What they do.
    let text: String
    let actions: [Action]
  }

  /// The keys of every action.
  static let keys: [(action: Action, keys: [KeyPress])] = [
    (.toggleAutoCamera, [KeyPress("a")]),
    (.zoomIn, [KeyPress("+"), KeyPress("=")]),
    (.zoomOut, [KeyPress("-"), KeyPress("_")]),
    (.panLeft, [KeyPress(.left), KeyPress("h")]),
    (.panDown, [KeyPress(.down), KeyPress("j")]),
    (.panUp, [KeyPress(.up), KeyPress("k")]),
    (.panRight, [KeyPress(.right), KeyPress("l")]),
    (.panScreenLeft, [KeyPress(.left, .shift), KeyPress("H")]),
    (.panScreenDown, [KeyPress(.down, .shift), KeyPress("J")]),
    (.panScreenUp, [KeyPress(.up, .shift), KeyPress("K")]),
    (.panScreenRight, [KeyPress(.right, .shift), KeyPress("L")]),
    (.fitTrip, [KeyPress("f"), KeyPress(.home)]),
    (.centreOnVehicle, [KeyPress("c")]),
    (.showMyLocation, [KeyPress("w")]),
    (.nextMarker, [KeyPress("n")]),
    (.previousMarker, [KeyPress("N")]),
    (.chooseStop, stopKeys),
    (.refresh, [KeyPress("r"), KeyPress(.function(5))]),
    (.pause, [KeyPress("p"), KeyPress(" ")]),
    (.details, [KeyPress("d")]),
    (.events, [KeyPress("e")]),
    (.nextPanel, [KeyPress("i")]),
    (.mapOnly, [KeyPress("z")]),
    (.nextGlyphs, [KeyPress("g")]),
    (.nextTheme, [KeyPress("T")]),
    (.accept, [KeyPress(.enter)]),
    (.addStop, [KeyPress("v")]),
    (.stepBack, [KeyPress(.backspace), KeyPress("b")]),
    (.toggleShared, [KeyPress("S")]),
    (.cancelRide, [KeyPress("X")]),
    (.help, [KeyPress("?"), KeyPress(.function(1))]),
    (.closeOverlay, [KeyPress(.escape)]),
    (.redraw, [KeyPress(.character("l"), .control)]),
    (.suspend, [KeyPress(.character("z"), .control)]),
    (.quit, [KeyPress("q"), KeyPress(.function(10))]),
    (.interrupt, [KeyPress(.character("c"), .control)]),
  ]

  /// The lines of help while a ride is followed, in their order.
  static let help: [HelpLine] =
    [
      line(.camera, "a", "auto camera on/off", .toggleAutoCamera),
      line(.camera, "+ -", "zoom in / out", .zoomIn, .zoomOut),
      line(.camera, "arrows hjkl", "pan (turns auto off)", .panLeft, .panDown, .panUp, .panRight),
      line(
        .camera,
        "HJKL",
        "pan a full screen",
        .panScreenLeft,
        .panScreenDown,
        .panScreenUp,
        .panScreenRight
      ),
      line(.camera, "f", "fit whole trip", .fitTrip),
      line(.camera, "c", "centre on vehicle", .centreOnVehicle),
      line(.camera, "w", "my location, or trip", .showMyLocation),
      line(.camera, "n N", "next / previous marker", .nextMarker, .previousMarker),
      line(.camera, "1-9", "stop 1-9", .chooseStop),
      line(.data, "r", "refresh / retry now", .refresh),
      line(.data, "p Space", "pause / resume screen", .pause),
      line(.data, "d", "error details", .details),
      line(.data, "X", "cancel the ride (asks)", .cancelRide),
      line(.view, "e i z", "events; next panel; map only", .events, .nextPanel, .mapOnly),
      line(.view, "g T", "glyph level; theme", .nextGlyphs, .nextTheme),
    ] + otherHelp

  /// The lines of help while a ride is chosen and booked, in their order.
  static let bookingHelp: [HelpLine] =
    [
      line(.places, "arrows hjkl", "move the cursor", .panLeft, .panDown, .panUp, .panRight),
      line(
        .places,
        "HJKL",
        "move it far",
        .panScreenLeft,
        .panScreenDown,
        .panScreenUp,
        .panScreenRight
      ),
      line(.places, "Enter", "choose it, then book", .accept),
      line(.places, "v", "add a stop there", .addStop),
      line(.places, "Bksp b", "one step back", .stepBack),
      line(.places, "S", "shared ride on/off", .toggleShared),
      line(.camera, "+ -", "zoom in / out", .zoomIn, .zoomOut),
      line(.camera, "f", "fit places or vehicles", .fitTrip),
      line(.camera, "w", "my location", .showMyLocation),
      line(.data, "r", "read vehicles / retry", .refresh),
      line(.view, "g T", "glyph level; theme", .nextGlyphs, .nextTheme),
    ] + otherHelp

  private static let otherHelp: [HelpLine] = [
    line(.other, "? F1", "this help", .help),
    line(.other, "Esc", "close what is open", .closeOverlay),
    line(.other, "Ctrl-L", "redraw", .redraw),
    line(.other, "Ctrl-Z", "suspend", .suspend),
    line(.other, "q Ctrl-C", "quit", .quit, .interrupt),
  ]

  private static let stopKeys = (1...9).map { KeyPress(Character(String($0))) }

  /// The number that a digit's key means; nil for another key.
  static func number(_ press: KeyPress) -> Int? {
    stopKeys.firstIndex(of: press).map { $0 + 1 }
  }

  private static let actions = Dictionary(
    keys.flatMap { row in row.keys.map { ($0, row.action) } },
    uniquingKeysWith: { first, _ in first }
  )

  /// The action of a key, if it has one.
  static func action(_ press: KeyPress) -> Action? { actions[press] }

  private static func line(
    _ section: Section,
    _ keys: String,
    _ text: String,
    _ actions: Action...
  ) -> HelpLine {
    HelpLine(section: section, keys: keys, text: text, actions: actions)
  }
}
