internal import CellGrid

extension KeyTable {
  /// The keys as they are where nobody changes them, in the order of help.
  static let standardLines: [Line] = list + places + camera + data + view + other

  private static let list = lines(
    .list,
    row(
      lists,
      keys: "arrows jk",
      text: "next / previous trip",
      key(.selectNext, "next trip", KeyPress(.down), "j", label: "Move"),
      key(.selectPrevious, "previous trip", KeyPress(.up), "k", label: "Move")
    ),
    row(
      lists,
      keys: "PgDn PgUp",
      text: "a screen down / up",
      key(.selectNextPage, "a screen down", KeyPress(.pageDown)),
      key(.selectPreviousPage, "a screen up", KeyPress(.pageUp))
    ),
    row(
      lists,
      keys: "Home End",
      text: "first / last trip",
      key(.selectFirst, "first trip", KeyPress(.home)),
      key(.selectLast, "last trip", KeyPress(.end), "G")
    ),
    row(lists, key(.openTrip, "open the trip", KeyPress(.enter), label: "Open")),
    row(lists, key(.filterTrips, "show what matches", "/", label: "Filter")),
    row(
      lists,
      keys: "r",
      key(.refresh, "ask for the trip now", "r", KeyPress(.function(5)), label: "Ask now")
    ),
    row(lists, key(.pause, "pause / resume screen", "p", " ", label: "Pause")),
    row(lists, key(.details, "error details", "d", label: "Details")),
    row(lists, key(.copyTripName, "copy trip name", "y", label: "Copy"))
  )

  private static let places = lines(
    .places,
    row(
      bookings,
      keys: "arrows hjkl",
      text: "move the cursor",
      key(.panLeft, "cursor left", KeyPress(.left), "h"),
      key(.panDown, "cursor down", KeyPress(.down), "j"),
      key(.panUp, "cursor up", KeyPress(.up), "k"),
      key(.panRight, "cursor right", KeyPress(.right), "l")
    ),
    row(
      bookings,
      keys: "HJKL",
      text: "move it far",
      key(.panScreenLeft, "cursor far left", KeyPress(.left, .shift), "H"),
      key(.panScreenDown, "cursor far down", KeyPress(.down, .shift), "J"),
      key(.panScreenUp, "cursor far up", KeyPress(.up, .shift), "K"),
      key(.panScreenRight, "cursor far right", KeyPress(.right, .shift), "L")
    ),
    row(bookings, key(.accept, "choose it, then book", KeyPress(.enter))),
    row(bookings, key(.addStop, "add a stop there", "v", label: "Stop")),
    row(bookings, key(.stepBack, "one step back", KeyPress(.backspace), "b", label: "Back")),
    row(bookings, key(.toggleShared, "shared ride on/off", "S", label: "Shared"))
  )

  private static let camera = lines(
    .camera,
    row(rides, key(.toggleAutoCamera, "auto camera on/off", "a", label: "Auto")),
    row(
      both,
      keys: "+ -",
      text: "zoom in / out",
      key(.zoomIn, "zoom in", "+", "=", label: "Zoom"),
      key(.zoomOut, "zoom out", "-", "_", label: "Zoom")
    ),
    row(
      rides,
      keys: "arrows hjkl",
      text: "pan (turns auto off)",
      key(.panLeft, "pan left", KeyPress(.left), "h", label: "Pan"),
      key(.panDown, "pan down", KeyPress(.down), "j", label: "Pan"),
      key(.panUp, "pan up", KeyPress(.up), "k", label: "Pan"),
      key(.panRight, "pan right", KeyPress(.right), "l", label: "Pan")
    ),
    row(
      rides,
      keys: "HJKL",
      text: "pan a full screen",
      key(.panScreenLeft, "pan a screen left", KeyPress(.left, .shift), "H"),
      key(.panScreenDown, "pan a screen down", KeyPress(.down, .shift), "J"),
      key(.panScreenUp, "pan a screen up", KeyPress(.up, .shift), "K"),
      key(.panScreenRight, "pan a screen right", KeyPress(.right, .shift), "L")
    ),
    row(rides, keys: "f", key(.fitTrip, "fit whole trip", "f", KeyPress(.home), label: "Fit")),
    row(
      bookings,
      keys: "f",
      key(.fitTrip, "fit places or vehicles", "f", KeyPress(.home), label: "Fit")
    ),
    row(rides, key(.centreOnVehicle, "centre on vehicle", "c", label: "Centre")),
    row(rides, key(.defaultZoom, "default zoom", "0")),
    row(rides, key(.showMyLocation, "my location / trip", "w", label: "My location")),
    row(bookings, key(.showMyLocation, "my location", "w")),
    row(
      rides,
      keys: "n N",
      text: "next / previous marker",
      key(.nextMarker, "next marker", "n", label: "Markers"),
      key(.previousMarker, "previous marker", "N")
    ),
    row(rides, keys: "1-9", stops)
  )

  private static let data = lines(
    .data,
    row(
      rides,
      keys: "r",
      key(.refresh, "refresh / retry now", "r", KeyPress(.function(5)), label: "Retry now")
    ),
    row(
      bookings,
      keys: "r",
      key(.refresh, "read vehicles / retry", "r", KeyPress(.function(5)), label: "Try again")
    ),
    row(rides, key(.pause, "pause / resume screen", "p", " ", label: "Pause")),
    row(rides, key(.reloadToken, "reload token", "t", label: "Token")),
    row(rides, key(.details, "error details", "d", label: "Details")),
    row(rides, key(.cancelRide, "cancel the ride (asks)", "X", label: "Cancel ride")),
    row(
      rides,
      keys: "y Y",
      text: "copy trip; position",
      key(.copyTripName, "copy trip name", "y", label: "Copy"),
      key(.copyPosition, "copy vehicle's position", "Y")
    ),
    row(rides, key(.saveSnapshot, "save snapshot (JSON)", "s", label: "Save"))
  )

  private static let view = lines(
    .view,
    row(rides, key(.events, "event log", "e", label: "Events")),
    row(
      rides,
      keys: "i z",
      text: "next panel; map only",
      key(.nextPanel, "next panel", "i", label: "Panel"),
      key(.mapOnly, "map only", "z")
    ),
    row(rides, key(.toggleTraffic, "traffic on/off", "x")),
    row(
      all,
      keys: "g T",
      text: "glyph level; theme",
      key(.nextGlyphs, "glyph level", "g"),
      key(.nextTheme, "theme", "T")
    ),
    row(both, key(.nextUnits, "units km / mi", "u")),
    row(all, key(.toggleMouse, "mouse on/off", "m"))
  )

  private static let other = lines(
    .other,
    row(rides, key(.menu, "menu of all actions", KeyPress(.enter), isInMenu: false)),
    row(rides, key(.prompt, "command line", ":")),
    row(
      rides,
      keys: "Tab",
      text: "next marker, events",
      key(.nextFocus, "next marker, then events", KeyPress(.tab)),
      key(.previousFocus, "the one before", KeyPress(.tab, .shift))
    ),
    row(rides, key(.log, "the program's log", KeyPress(.function(2)), label: "Log")),
    row(all, key(.help, "this help", "?", KeyPress(.function(1)), label: "Help")),
    row(
      all,
      key(.closeOverlay, "close what is open", KeyPress(.escape), label: "Hide", isInMenu: false)
    ),
    row(
      rides,
      key(.backToList, "go back, or book again", KeyPress(.backspace), "b", label: "List")
    ),
    row(all, key(.redraw, "redraw", KeyPress(.character("l"), .control))),
    row(all, key(.suspend, "suspend", KeyPress(.character("z"), .control), isInMenu: false)),
    row(
      all,
      keys: "q Ctrl-C",
      text: "quit",
      key(.quit, "quit", "q", KeyPress(.function(10)), label: "Quit"),
      key(.interrupt, "interrupt", KeyPress(.character("c"), .control), isInMenu: false)
    )
  )

  private static let rides: Set<Guide> = [.following]
  private static let bookings: Set<Guide> = [.booking]
  private static let lists: Set<Guide> = [.listing]
  private static let both: Set<Guide> = [.following, .booking]
  private static let all = Set(Guide.allCases)

  /// The digit itself says which stop it means.
  private static let stops = Binding(
    action: .chooseStop,
    keys: stopKeys,
    text: "stop 1-9",
    label: nil,
    isInMenu: false
  )

  /// A line without its section.
  private struct Row {
    let guides: Set<Guide>
    let keys: String?
    let text: String?
    let bindings: [Binding]
  }

  private static func lines(_ section: Section, _ rows: Row...) -> [Line] {
    rows.map { row in
      Line(
        section: section,
        guides: row.guides,
        keys: row.keys ?? row.bindings[0].keys.map(\.name).joined(separator: " "),
        text: row.text ?? row.bindings[0].text,
        bindings: row.bindings
      )
    }
  }

  /// Keys and text are those of the first action unless they are given.
  private static func row(
    _ guides: Set<Guide>,
    keys: String? = nil,
    text: String? = nil,
    _ bindings: Binding...
  ) -> Row {
    Row(guides: guides, keys: keys, text: text, bindings: bindings)
  }

  private static func key(
    _ action: Action,
    _ text: String,
    _ keys: KeyPress...,
    label: String? = nil,
    isInMenu: Bool = true
  ) -> Binding {
    Binding(action: action, keys: keys, text: text, label: label, isInMenu: isInMenu)
  }
}
