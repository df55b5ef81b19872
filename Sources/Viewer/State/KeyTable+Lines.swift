internal import CellGrid

extension KeyTable {
  /// The keys as they are where nobody changes them, in the order of help.
  static let standardLines: [Line] = list + places + camera + data + view + other

  private static let places = [
    line(
      .places,
      [.booking],
      "arrows hjkl",
      "move the cursor",
      key(.panLeft, "cursor left", KeyPress(.left), "h"),
      key(.panDown, "cursor down", KeyPress(.down), "j"),
      key(.panUp, "cursor up", KeyPress(.up), "k"),
      key(.panRight, "cursor right", KeyPress(.right), "l")
    ),
    line(
      .places,
      [.booking],
      "HJKL",
      "move it far",
      key(.panScreenLeft, "cursor far left", KeyPress(.left, .shift), "H"),
      key(.panScreenDown, "cursor far down", KeyPress(.down, .shift), "J"),
      key(.panScreenUp, "cursor far up", KeyPress(.up, .shift), "K"),
      key(.panScreenRight, "cursor far right", KeyPress(.right, .shift), "L")
    ),
    line(.places, [.booking], key(.accept, "choose it, then book", KeyPress(.enter))),
    line(.places, [.booking], key(.addStop, "add a stop there", "v", label: "Stop")),
    line(
      .places,
      [.booking],
      key(.stepBack, "one step back", KeyPress(.backspace), "b", label: "Back")
    ),
    line(.places, [.booking], key(.toggleShared, "shared ride on/off", "S", label: "Shared")),
  ]

  private static let camera = [
    line(
      .camera,
      [.following],
      key(.toggleAutoCamera, "auto camera on/off", "a", label: "Auto")
    ),
    line(
      .camera,
      both,
      "+ -",
      "zoom in / out",
      key(.zoomIn, "zoom in", "+", "=", label: "Zoom"),
      key(.zoomOut, "zoom out", "-", "_", label: "Zoom")
    ),
    line(
      .camera,
      [.following],
      "arrows hjkl",
      "pan (turns auto off)",
      key(.panLeft, "pan left", KeyPress(.left), "h", label: "Pan"),
      key(.panDown, "pan down", KeyPress(.down), "j", label: "Pan"),
      key(.panUp, "pan up", KeyPress(.up), "k", label: "Pan"),
      key(.panRight, "pan right", KeyPress(.right), "l", label: "Pan")
    ),
    line(
      .camera,
      [.following],
      "HJKL",
      "pan a full screen",
      key(.panScreenLeft, "pan a screen left", KeyPress(.left, .shift), "H"),
      key(.panScreenDown, "pan a screen down", KeyPress(.down, .shift), "J"),
      key(.panScreenUp, "pan a screen up", KeyPress(.up, .shift), "K"),
      key(.panScreenRight, "pan a screen right", KeyPress(.right, .shift), "L")
    ),
    line(
      .camera,
      [.following],
      "f",
      key(.fitTrip, "fit whole trip", "f", KeyPress(.home), label: "Fit")
    ),
    line(
      .camera,
      [.booking],
      "f",
      key(.fitTrip, "fit places or vehicles", "f", KeyPress(.home), label: "Fit")
    ),
    line(
      .camera,
      [.following],
      key(.centreOnVehicle, "centre on vehicle", "c", label: "Centre")
    ),
    line(.camera, [.following], key(.defaultZoom, "default zoom", "0")),
    line(
      .camera,
      [.following],
      key(.showMyLocation, "my location / trip", "w", label: "My location")
    ),
    line(.camera, [.booking], key(.showMyLocation, "my location", "w")),
    line(
      .camera,
      [.following],
      "n N",
      "next / previous marker",
      key(.nextMarker, "next marker", "n", label: "Markers"),
      key(.previousMarker, "previous marker", "N")
    ),
    line(
      .camera,
      [.following],
      "1-9",
      // Which one only the digit itself can tell.
      Binding(
        action: .chooseStop,
        keys: stopKeys,
        text: "stop 1-9",
        label: nil,
        isInMenu: false
      )
    ),
  ]

  private static let data = [
    line(
      .data,
      [.following],
      "r",
      key(.refresh, "refresh / retry now", "r", KeyPress(.function(5)), label: "Retry now")
    ),
    line(
      .data,
      [.booking],
      "r",
      key(.refresh, "read vehicles / retry", "r", KeyPress(.function(5)), label: "Try again")
    ),
    line(.data, [.following], key(.pause, "pause / resume screen", "p", " ", label: "Pause")),
    line(.data, [.following], key(.reloadToken, "reload token", "t", label: "Token")),
    line(.data, [.following], key(.details, "error details", "d", label: "Details")),
    line(
      .data,
      [.following],
      key(.cancelRide, "cancel the ride (asks)", "X", label: "Cancel ride")
    ),
    line(
      .data,
      [.following],
      "y Y",
      "copy trip; position",
      key(.copyTripName, "copy trip name", "y", label: "Copy"),
      key(.copyPosition, "copy vehicle's position", "Y")
    ),
    line(.data, [.following], key(.saveSnapshot, "save snapshot (JSON)", "s", label: "Save")),
  ]

  private static let view = [
    line(.view, [.following], key(.events, "event log", "e", label: "Events")),
    line(
      .view,
      [.following],
      "i z",
      "next panel; map only",
      key(.nextPanel, "next panel", "i", label: "Panel"),
      key(.mapOnly, "map only", "z")
    ),
    line(.view, [.following], key(.toggleTraffic, "traffic on/off", "x")),
    line(
      .view,
      all,
      "g T",
      "glyph level; theme",
      key(.nextGlyphs, "glyph level", "g"),
      key(.nextTheme, "theme", "T")
    ),
    line(.view, both, key(.nextUnits, "units km / mi", "u")),
    line(.view, all, key(.toggleMouse, "mouse on/off", "m")),
  ]

  private static let other = [
    line(
      .other,
      [.following],
      key(.menu, "menu of all actions", KeyPress(.enter), isInMenu: false)
    ),
    line(.other, [.following], key(.prompt, "command line", ":")),
    line(
      .other,
      [.following],
      "Tab",
      "next marker, events",
      key(.nextFocus, "next marker, then events", KeyPress(.tab)),
      key(.previousFocus, "the one before", KeyPress(.tab, .shift))
    ),
    line(
      .other,
      [.following],
      key(.log, "the program's log", KeyPress(.function(2)), label: "Log")
    ),
    line(.other, all, key(.help, "this help", "?", KeyPress(.function(1)), label: "Help")),
    line(
      .other,
      all,
      key(.closeOverlay, "close what is open", KeyPress(.escape), label: "Hide", isInMenu: false)
    ),
    line(
      .other,
      [.following],
      key(.backToList, "go back, or book again", KeyPress(.backspace), "b", label: "List")
    ),
    line(.other, all, key(.redraw, "redraw", KeyPress(.character("l"), .control))),
    line(
      .other,
      all,
      key(.suspend, "suspend", KeyPress(.character("z"), .control), isInMenu: false)
    ),
    line(
      .other,
      all,
      "q Ctrl-C",
      "quit",
      key(.quit, "quit", "q", KeyPress(.function(10)), label: "Quit"),
      key(.interrupt, "interrupt", KeyPress(.character("c"), .control), isInMenu: false)
    ),
  ]

  private static let both: Set<Guide> = [.following, .booking]
  private static let all = Set(Guide.allCases)

  /// A line of one action, with its keys as they are named.
  static func line(_ section: Section, _ guides: Set<Guide>, _ binding: Binding) -> Line {
    line(section, guides, binding.keys.map(\.name).joined(separator: " "), binding)
  }

  /// A line of one action.
  static func line(
    _ section: Section,
    _ guides: Set<Guide>,
    _ keys: String,
    _ binding: Binding
  ) -> Line {
    line(section, guides, keys, binding.text, binding)
  }

  /// A line of actions that belong together.
  static func line(
    _ section: Section,
    _ guides: Set<Guide>,
    _ keys: String,
    _ text: String,
    _ bindings: Binding...
  ) -> Line {
    Line(section: section, guides: guides, keys: keys, text: text, bindings: bindings)
  }

  static func key(
    _ action: Action,
    _ text: String,
    _ keys: KeyPress...,
    label: String? = nil,
    isInMenu: Bool = true
  ) -> Binding {
    Binding(action: action, keys: keys, text: text, label: label, isInMenu: isInMenu)
  }
}
