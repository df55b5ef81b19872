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

/// What every key does: the one table that input, key bar and help are made from.
///
/// Source: user interface study, section 4.
enum KeyTable {
  /// One row of the table.
  struct Binding {
    let action: Action
    let keys: [KeyPress]
    /// How the keys are written in help.
    let shown: String
    /// What the action does, for help.
    let help: String
    /// The section of help that it stands in.
    let section: Section
  }

  /// A section of help.
  enum Section: String, CaseIterable {
    case camera = "CAMERA"
    case data = "DATA"
    case view = "VIEW"
    case other = "OTHER"
  }

  static let bindings: [Binding] = [
    Binding(
      action: .toggleAutoCamera,
      keys: [KeyPress("a")],
      shown: "a",
      help: "auto camera on/off",
      section: .camera
    ),
    Binding(
      action: .zoomIn,
      keys: [KeyPress("+"), KeyPress("=")],
      shown: "+ =",
      help: "zoom in",
      section: .camera
    ),
    Binding(
      action: .zoomOut,
      keys: [KeyPress("-"), KeyPress("_")],
      shown: "- _",
      help: "zoom out",
      section: .camera
    ),
    Binding(
      action: .panLeft,
      keys: [KeyPress(.left), KeyPress("h")],
      shown: "Left h",
      help: "pan left",
      section: .camera
    ),
    Binding(
      action: .panDown,
      keys: [KeyPress(.down), KeyPress("j")],
      shown: "Down j",
      help: "pan down",
      section: .camera
    ),
    Binding(
      action: .panUp,
      keys: [KeyPress(.up), KeyPress("k")],
      shown: "Up k",
      help: "pan up",
      section: .camera
    ),
    Binding(
      action: .panRight,
      keys: [KeyPress(.right), KeyPress("l")],
      shown: "Right l",
      help: "pan right",
      section: .camera
    ),
    Binding(
      action: .panScreenLeft,
      keys: [KeyPress(.left, .shift), KeyPress("H")],
      shown: "H",
      help: "pan a screen left",
      section: .camera
    ),
    Binding(
      action: .panScreenDown,
      keys: [KeyPress(.down, .shift), KeyPress("J")],
      shown: "J",
      help: "pan a screen down",
      section: .camera
    ),
    Binding(
      action: .panScreenUp,
      keys: [KeyPress(.up, .shift), KeyPress("K")],
      shown: "K",
      help: "pan a screen up",
      section: .camera
    ),
    Binding(
      action: .panScreenRight,
      keys: [KeyPress(.right, .shift), KeyPress("L")],
      shown: "L",
      help: "pan a screen right",
      section: .camera
    ),
    Binding(
      action: .fitTrip,
      keys: [KeyPress("f"), KeyPress(.home)],
      shown: "f",
      help: "fit whole trip",
      section: .camera
    ),
    Binding(
      action: .centreOnVehicle,
      keys: [KeyPress("c")],
      shown: "c",
      help: "centre on vehicle",
      section: .camera
    ),
    Binding(
      action: .refresh,
      keys: [KeyPress("r"), KeyPress(.function(5))],
      shown: "r",
      help: "refresh / retry now",
      section: .data
    ),
    Binding(
      action: .pause,
      keys: [KeyPress("p"), KeyPress(" ")],
      shown: "p Space",
      help: "pause / resume screen",
      section: .data
    ),
    Binding(
      action: .details,
      keys: [KeyPress("d")],
      shown: "d",
      help: "error details",
      section: .data
    ),
    Binding(
      action: .events,
      keys: [KeyPress("e")],
      shown: "e",
      help: "event log",
      section: .view
    ),
    Binding(
      action: .help,
      keys: [KeyPress("?"), KeyPress(.function(1))],
      shown: "? F1",
      help: "this help",
      section: .other
    ),
    Binding(
      action: .closeOverlay,
      keys: [KeyPress(.escape)],
      shown: "Esc",
      help: "close what is open",
      section: .other
    ),
    Binding(
      action: .redraw,
      keys: [KeyPress(.character("l"), .control)],
      shown: "Ctrl-L",
      help: "redraw",
      section: .other
    ),
    Binding(
      action: .suspend,
      keys: [KeyPress(.character("z"), .control)],
      shown: "Ctrl-Z",
      help: "suspend",
      section: .other
    ),
    Binding(
      action: .quit,
      keys: [KeyPress("q"), KeyPress(.function(10))],
      shown: "q",
      help: "quit",
      section: .other
    ),
    Binding(
      action: .interrupt,
      keys: [KeyPress(.character("c"), .control)],
      shown: "Ctrl-C",
      help: "quit",
      section: .other
    ),
  ]

  /// The action of a key, if it has one.
  static func action(_ press: KeyPress) -> Action? {
    bindings.first { $0.keys.contains(press) }?.action
  }
}
