internal import CellGrid

extension KeyTable {
  /// The lines without changes by the user, in the order of help.
  static let standardLines: [Line] = list + places + camera + data + time + view + other

  private static let list = lines(
    .list,
    [
      row(lists, "arrows jk", "next / previous trip")
        .key(.selectNext, "next trip", .down, "j", label: "Move")
        .key(.selectPrevious, "previous trip", .up, "k", label: "Move"),
      row(lists, "PgDn PgUp", "a screen down / up")
        .key(.selectNextPage, "a screen down", .pageDown)
        .key(.selectPreviousPage, "a screen up", .pageUp),
      row(lists, "Home End", "first / last trip")
        .key(.selectFirst, "first trip", .home)
        .key(.selectLast, "last trip", .end, "G"),
      row(lists).key(.openTrip, "open the trip", .enter, label: "Open"),
      row(lists).key(.filterTrips, "filter the list", "/", label: "Filter"),
      row(lists).key(.nextSort, "change the sort order", "s", label: "Sort"),
      row(lists).key(.toggleEnded, "hide / show ended", "e", label: "Ended"),
      row(lists).key(.faults, "play a fault (emulator)", "F", label: "Fault"),
      row(lists, "r").key(.refresh, "poll the trip now", "r", .function(5), label: "Poll now"),
      row(lists).key(.pause, "pause / resume screen", "p", " ", label: "Pause"),
      row(lists).key(.details, "error details", "d", label: "Details"),
      row(lists).key(.copyTripName, "copy trip name", "y", label: "Copy"),
    ]
  )

  private static let places = lines(
    .places,
    [
      row(bookings, "arrows hjkl", "move the cursor")
        .key(.panLeft, "cursor left", .left, "h")
        .key(.panDown, "cursor down", .down, "j")
        .key(.panUp, "cursor up", .up, "k")
        .key(.panRight, "cursor right", .right, "l"),
      row(bookings, "HJKL", "move the cursor far")
        .key(.panScreenLeft, "cursor far left", .shift(.left), "H")
        .key(.panScreenDown, "cursor far down", .shift(.down), "J")
        .key(.panScreenUp, "cursor far up", .shift(.up), "K")
        .key(.panScreenRight, "cursor far right", .shift(.right), "L"),
      row(bookings).key(.accept, "choose it, then book", .enter),
      row(bookings).key(.findPlace, "find a place or street", "/", label: "Find"),
      row(bookings).key(.addStop, "add a stop there", "v", label: "Stop"),
      row(bookings).key(.stepBack, "one step back", .backspace, "b", label: "Back"),
      row(bookings).key(.toggleShared, "shared ride on/off", "S", label: "Shared"),
    ]
  )

  private static let camera = lines(
    .camera,
    [
      row(rides).key(.toggleAutoCamera, "auto camera on/off", "a", label: "Auto"),
      row(lists).key(.toggleAutoCamera, "follow the trip on/off", "a", label: "Follow"),
      row(all, "+ -", "zoom in / out")
        .key(.zoomIn, "zoom in", "+", "=", label: "Zoom")
        .key(.zoomOut, "zoom out", "-", "_", label: "Zoom"),
      row(rides, "arrows hjkl", "pan (turns auto off)")
        .key(.panLeft, "pan left", .left, "h", label: "Pan")
        .key(.panDown, "pan down", .down, "j", label: "Pan")
        .key(.panUp, "pan up", .up, "k", label: "Pan")
        .key(.panRight, "pan right", .right, "l", label: "Pan"),
      row(rides, "HJKL", "pan a full screen")
        .key(.panScreenLeft, "pan a screen left", .shift(.left), "H")
        .key(.panScreenDown, "pan a screen down", .shift(.down), "J")
        .key(.panScreenUp, "pan a screen up", .shift(.up), "K")
        .key(.panScreenRight, "pan a screen right", .shift(.right), "L"),
      row(lists, "HJKL", "move the map")
        .key(.panScreenLeft, "map to the left", .shift(.left), "H")
        .key(.panScreenDown, "map down", .shift(.down), "J")
        .key(.panScreenUp, "map up", .shift(.up), "K")
        .key(.panScreenRight, "map to the right", .shift(.right), "L"),
      row(lists).key(.fitTrip, "show all vehicles", "f", label: "Fit"),
      row(rides, "f").key(.fitTrip, "fit whole trip", "f", .home, label: "Fit"),
      row(bookings, "f").key(.fitTrip, "fit places or vehicles", "f", .home, label: "Fit"),
      row(rides).key(.centerOnVehicle, "center on vehicle", "c", label: "Center"),
      row(rides).key(.defaultZoom, "default zoom", "0"),
      row(rides).key(.showMyLocation, "my location / trip", "w", label: "My location"),
      row(bookings).key(.showMyLocation, "my location", "w"),
      row(rides, "n N", "next / previous marker")
        .key(.nextMarker, "next marker", "n", label: "Markers")
        .key(.previousMarker, "previous marker", "N"),
      // The digit itself selects the stop.
      row(rides, "1-9").key(.chooseStop, "stop 1-9", keys: stopKeys, label: nil, isInMenu: false),
    ]
  )

  private static let data = lines(
    .data,
    [
      row(rides, "r").key(.refresh, "refresh / retry now", "r", .function(5), label: "Retry now"),
      row(bookings, "r")
        .key(.refresh, "read vehicles / retry", "r", .function(5), label: "Try again"),
      row(rides).key(.pause, "pause / resume screen", "p", " ", label: "Pause"),
      row(rides).key(.reloadToken, "reload token", "t", label: "Token"),
      row(rides).key(.details, "error details", "d", label: "Details"),
      row(rides).key(.cancelRide, "cancel the ride (asks)", "X", label: "Cancel ride"),
      row(rides, "y Y", "copy trip; position")
        .key(.copyTripName, "copy trip name", "y", label: "Copy")
        .key(.copyPosition, "copy vehicle's position", "Y"),
      row(rides).key(.saveSnapshot, "save snapshot (JSON)", "s", label: "Save"),
    ]
  )

  private static let time = lines(
    .time,
    [
      row(rides, "< > [ ] { }", "a poll / 10 s / a minute")
        .key(.stepEarlier, "a poll back", "<", label: "Poll")
        .key(.stepLater, "a poll ahead", ">", label: "Poll")
        .key(.skipEarlier, "10 seconds back", "[", label: "10 s")
        .key(.skipLater, "10 seconds ahead", "]", label: "10 s")
        .key(.jumpEarlier, "a minute back", "{", label: "1 min")
        .key(.jumpLater, "a minute ahead", "}", label: "1 min"),
      row(rides, "v V", "next / previous problem")
        .key(.nextProblem, "next problem", "v", label: "Problem")
        .key(.previousProblem, "previous problem", "V", label: "Problem"),
      row(rides, "( ) .", "slower / faster / now")
        .key(.slower, "slower", "(", label: "Speed")
        .key(.faster, "faster", ")", label: "Speed")
        .key(.goToPresent, "back to now", ".", .end, label: "Now"),
    ]
  )

  private static let view = lines(
    .view,
    [
      row(rides, "e I F2", "events; requests; log")
        .key(.events, "event log", "e", label: "Events")
        .key(.requests, "requests and responses", "I", label: "Requests")
        .key(.log, "the program's log", .function(2), label: "Log"),
      row(rides, "i z x", "panel; map only; traffic")
        .key(.nextPanel, "next panel", "i", label: "Panel")
        .key(.mapOnly, "map only", "z")
        .key(.toggleTraffic, "traffic on/off", "x"),
      row(lists).key(.mapOnly, "list, map or both", "z", label: "Map"),
      row(all, "g T m", "glyphs; theme; mouse")
        .key(.nextGlyphs, "glyph level", "g")
        .key(.nextTheme, "theme", "T")
        .key(.toggleMouse, "mouse on/off", "m"),
      row(both).key(.nextUnits, "units km / mi", "u"),
    ]
  )

  private static let other = lines(
    .other,
    [
      row(rides).key(.menu, "menu of all actions", .enter, isInMenu: false),
      row([.following, .listing]).key(.prompt, "command line", ":"),
      row(rides, "Tab", "next marker, events")
        .key(.nextFocus, "next marker, then events", .tab)
        .key(.previousFocus, "previous marker or list", .shift(.tab)),
      row(all).key(.help, "this help", "?", .function(1), label: "Help"),
      row(all).key(.closeOverlay, "close what is open", .escape, label: "Hide", isInMenu: false),
      row(rides).key(.backToList, "go back, or book again", .backspace, "b", label: "List"),
      row(all, "Ctrl-L -Z", "redraw; suspend")
        .key(.redraw, "redraw", .control("l"))
        .key(.suspend, "suspend", .control("z"), isInMenu: false),
      row(all, "q Ctrl-C", "quit")
        .key(.quit, "quit", "q", .function(10), label: "Quit")
        .key(.interrupt, "interrupt", .control("c"), isInMenu: false),
    ]
  )

  private static let rides: Set<Guide> = [.following]
  private static let bookings: Set<Guide> = [.booking]
  private static let lists: Set<Guide> = [.listing]
  private static let both: Set<Guide> = [.following, .booking]
  private static let all = Set(Guide.allCases)

  private static func lines(_ section: Section, _ rows: [Line]) -> [Line] {
    rows.map { row in
      var row = row
      row.section = section
      return row
    }
  }

  /// A line without actions; empty keys and text become those of its first action.
  private static func row(_ guides: Set<Guide>, _ keys: String = "", _ text: String = "") -> Line {
    Line(guides: guides, keys: keys, text: text)
  }
}

extension KeyTable.Line {
  fileprivate func key(
    _ action: Action,
    _ text: String,
    _ keys: KeyPress...,
    label: String? = nil,
    isInMenu: Bool = true
  ) -> Self {
    key(action, text, keys: keys, label: label, isInMenu: isInMenu)
  }

  fileprivate func key(
    _ action: Action,
    _ text: String,
    keys: [KeyPress],
    label: String?,
    isInMenu: Bool
  ) -> Self {
    var line = self
    line.bindings.append(
      .init(action: action, keys: keys, text: text, label: label, isInMenu: isInMenu)
    )
    if line.keys.isEmpty { line.keys = keys.map(\.name).joined(separator: " ") }
    if line.text.isEmpty { line.text = text }
    return line
  }
}
