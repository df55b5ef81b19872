internal import CellGrid

extension KeyTable {
  /// The lines without changes by the user, in the order of help.
  static let standardLines: [Line] = list + places + camera + data + time + view + other

  private static let list = lines(
    .list,
    [
      row("arrows jk", "next / previous trip")
        .key(.list(.selectNext), "select-next", "Down j", "next trip", "Move")
        .key(.list(.selectPrevious), "select-previous", "Up k", "previous trip", "Move"),
      row("PgDn PgUp", "a screen down / up")
        .key(.list(.selectNextPage), "select-next-page", "PgDn", "a screen down")
        .key(.list(.selectPreviousPage), "select-previous-page", "PgUp", "a screen up"),
      row("Home End", "first / last trip")
        .key(.list(.selectFirst), "select-first", "Home", "first trip")
        .key(.list(.selectLast), "select-last", "End G", "last trip"),
      row().key(.list(.openTrip), "open", "Enter", "open the trip", "Open", isFixed: true),
      row().key(.list(.filterTrips), "filter", "/", "filter the list", "Filter"),
      row().key(.list(.nextSort), "sort", "s", "change the sort order", "Sort"),
      row().key(.list(.toggleEnded), "ended", "e", "hide / show ended", "Ended"),
      row().key(.list(.faults), "faults", "F", "play a fault (emulator)", "Fault"),
      row("r").key(.list(.refresh), "refresh", "r F5", "poll the trip now", "Poll now"),
      row().key(.list(.pause), "pause", "p Space", "pause / resume screen", "Pause"),
      row().key(.list(.details), "details", "d", "error details", "Details"),
      row().key(.list(.copyTripName), "copy-trip", "y", "copy trip name", "Copy"),
    ])

  private static let places = lines(
    .places,
    [
      row("arrows hjkl", "move the cursor")
        .key(.booking(.pan(.left)), "pan-left", "Left h", "cursor left")
        .key(.booking(.pan(.down)), "pan-down", "Down j", "cursor down")
        .key(.booking(.pan(.up)), "pan-up", "Up k", "cursor up")
        .key(.booking(.pan(.right)), "pan-right", "Right l", "cursor right"),
      row("HJKL", "move the cursor far")
        .key(.booking(.panScreen(.left)), "pan-screen-left", "Shift-Left H", "cursor far left")
        .key(.booking(.panScreen(.down)), "pan-screen-down", "Shift-Down J", "cursor far down")
        .key(.booking(.panScreen(.up)), "pan-screen-up", "Shift-Up K", "cursor far up")
        .key(.booking(.panScreen(.right)), "pan-screen-right", "Shift-Right L", "cursor far right"),
      row().key(.booking(.accept), "choose", "Enter", "choose it, then book", isFixed: true),
      row().key(.booking(.findPlace), "find-place", "/", "find a place or street", "Find"),
      row().key(.booking(.addStop), "add-stop", "v", "add a stop there", "Stop"),
      row().key(.booking(.stepBack), "step-back", "Bksp b", "one step back", "Back"),
      row().key(.booking(.toggleShared), "shared", "S", "shared ride on/off", "Shared"),
    ])

  private static let camera = lines(
    .camera,
    [
      row().key(
        .ride(.program(.toggleAutoCamera)),
        "auto-camera",
        "a",
        "auto camera on/off",
        "Auto"
      ),
      row().key(.list(.toggleAutoCamera), "auto-camera", "a", "follow the trip on/off", "Follow"),
      row("+ -", "zoom in / out")
        .key(.all(.zoomIn, .zoomIn, .zoomIn), "zoom-in", "+ =", "zoom in", "Zoom")
        .key(.all(.zoomOut, .zoomOut, .zoomOut), "zoom-out", "- _", "zoom out", "Zoom"),
      row("arrows hjkl", "pan (turns auto off)")
        .key(.ride(.pan(.left)), "pan-left", "Left h", "pan left", "Pan")
        .key(.ride(.pan(.down)), "pan-down", "Down j", "pan down", "Pan")
        .key(.ride(.pan(.up)), "pan-up", "Up k", "pan up", "Pan")
        .key(.ride(.pan(.right)), "pan-right", "Right l", "pan right", "Pan"),
      row("HJKL", "pan a full screen")
        .key(.ride(.panScreen(.left)), "pan-screen-left", "Shift-Left H", "pan a screen left")
        .key(.ride(.panScreen(.down)), "pan-screen-down", "Shift-Down J", "pan a screen down")
        .key(.ride(.panScreen(.up)), "pan-screen-up", "Shift-Up K", "pan a screen up")
        .key(.ride(.panScreen(.right)), "pan-screen-right", "Shift-Right L", "pan a screen right"),
      row("HJKL", "move the map")
        .key(.list(.panScreen(.left)), "pan-screen-left", "Shift-Left H", "map to the left")
        .key(.list(.panScreen(.down)), "pan-screen-down", "Shift-Down J", "map down")
        .key(.list(.panScreen(.up)), "pan-screen-up", "Shift-Up K", "map up")
        .key(.list(.panScreen(.right)), "pan-screen-right", "Shift-Right L", "map to the right"),
      row().key(.list(.fitTrips), "fit", "f", "show all vehicles", "Fit"),
      row("f").key(.ride(.program(.fitTrip)), "fit", "f Home", "fit whole trip", "Fit"),
      row("f").key(.booking(.fitPlaces), "fit", "f Home", "fit places or vehicles", "Fit"),
      row().key(.ride(.program(.centerOnVehicle)), "center", "c", "center on vehicle", "Center"),
      row().key(.ride(.program(.defaultZoom)), "default-zoom", "0", "default zoom"),
      row().key(
        .ride(.program(.showMyLocation)),
        "my-location",
        "w",
        "my location / trip",
        "My location"
      ),
      row().key(.booking(.showMyLocation), "my-location", "w", "my location"),
      row("n N", "next / previous marker")
        .key(.ride(.nextMarker), "next-marker", "n", "next marker", "Markers")
        .key(.ride(.previousMarker), "previous-marker", "N", "previous marker"),
      stops,
    ]
  )

  private static let data = lines(
    .data,
    [
      row("r").key(
        .ride(.program(.refresh)),
        "refresh",
        "r F5",
        "refresh / retry now",
        "Retry now"
      ),
      row("r").key(.booking(.refresh), "refresh", "r F5", "read vehicles / retry", "Try again"),
      row().key(.ride(.pause), "pause", "p Space", "pause / resume screen", "Pause"),
      row().key(.ride(.program(.reloadToken)), "reload-token", "t", "reload token", "Token"),
      row().key(.ride(.details), "details", "d", "error details", "Details"),
      row().key(.ride(.cancelRide), "cancel-ride", "X", "cancel the ride (asks)", "Cancel ride"),
      row("y Y", "copy trip; position")
        .key(.ride(.copyTripName), "copy-trip", "y", "copy trip name", "Copy")
        .key(.ride(.copyPosition), "copy-position", "Y", "copy vehicle's position"),
      row("s S", "save snapshot; pictures")
        .key(.ride(.program(.saveSnapshot)), "snapshot", "s", "save snapshot (JSON)", "Save")
        .key(.ride(.share), "share", "S", "save pictures to share", "Share"),
    ])

  private static let time = lines(
    .time,
    [
      row("< > [ ] { }", "a poll / 10 s / a minute")
        .key(.ride(.travel(.step(-1))), "step-earlier", "<", "a poll back", "Poll")
        .key(.ride(.travel(.step(1))), "step-later", ">", "a poll ahead", "Poll")
        .key(
          .ride(.travel(.skip(seconds: -10))),
          "ten-seconds-earlier",
          "[",
          "10 seconds back",
          "10 s"
        )
        .key(
          .ride(.travel(.skip(seconds: 10))),
          "ten-seconds-later",
          "]",
          "10 seconds ahead",
          "10 s"
        )
        .key(.ride(.travel(.skip(seconds: -60))), "minute-earlier", "{", "a minute back", "1 min")
        .key(.ride(.travel(.skip(seconds: 60))), "minute-later", "}", "a minute ahead", "1 min"),
      row("v V", "next / previous problem")
        .key(.ride(.travel(.nextProblem)), "next-problem", "v", "next problem", "Problem")
        .key(
          .ride(.travel(.previousProblem)),
          "previous-problem",
          "V",
          "previous problem",
          "Problem"
        ),
      row("( ) .", "slower / faster / now")
        .key(.ride(.travel(.slower)), "slower", "(", "slower", "Speed")
        .key(.ride(.travel(.faster)), "faster", ")", "faster", "Speed")
        .key(.ride(.travel(.present)), "now", ". End", "back to now", "Now"),
    ]
  )

  private static let view = lines(
    .view,
    [
      row("e I F2", "events; requests; log")
        .key(.ride(.events), "events", "e", "event log", "Events")
        .key(.ride(.requests), "requests", "I", "requests and responses", "Requests")
        .key(.ride(.screen(.log)), "log", "F2", "the program's log", "Log"),
      row().key(
        .init(list: .screen(.log), booking: .screen(.log)),
        "log",
        "F2",
        "the program's log",
        "Log"
      ),
      row("i z x", "panel; map only; traffic")
        .key(.ride(.nextPanel), "next-panel", "i", "next panel", "Panel")
        .key(.ride(.mapOnly), "map-only", "z", "map only")
        .key(.ride(.program(.toggleTraffic)), "traffic", "x", "traffic on/off"),
      row("z w", "list, map or both; wall")
        .key(.list(.mapOnly), "map-only", "z", "list, map or both", "Map")
        .key(.list(.wall), "wall", "w", "map with cards on/off", "Wall"),
      row("g T m", "glyphs; theme; mouse")
        .key(.screen(.nextGlyphs), "glyphs", "g", "dots, then glyph level")
        .key(.screen(.nextTheme), "theme", "T", "theme")
        .key(.screen(.toggleMouse), "mouse", "m", "mouse on/off"),
      row().key(.screen(.nextUnits), "units", "u", "units km / mi"),
    ])

  private static let other = lines(
    .other,
    [
      row().key(.ride(.screen(.menu)), "menu", "Enter F9", "menu of all actions", isFixed: true),
      row().key(
        .init(list: .screen(.menu), booking: .screen(.menu)),
        "menu",
        "F9",
        "menu of all actions",
        "Menu",
        isFixed: true
      ),
      row().key(.screen(.prompt), "command-line", ":", "command line"),
      row("Tab", "next marker, events")
        .key(.ride(.nextFocus), "next-focus", "Tab", "next marker, then events")
        .key(.ride(.previousFocus), "previous-focus", "Shift-Tab", "previous marker or list"),
      row().key(.screen(.help), "help", "? F1", "this help", "Help"),
      row().key(.screen(.close), "close", "Esc", "close what is open", "Hide", isFixed: true),
      row().key(.ride(.goBack), "back-to-list", "Bksp b", "go back, or book again", "List"),
      row("Ctrl-L -Z", "redraw; suspend")
        .key(.screen(.redraw), "redraw", "Ctrl-L", "redraw")
        .key(.init(), "suspend", "Ctrl-Z", "suspend", isFixed: true),
      row("q Ctrl-C", "quit")
        .key(.screen(.quit), "quit", "q F10", "quit", "Quit")
        .key(.screen(.interrupt), "interrupt", "Ctrl-C", "interrupt", isFixed: true),
    ]
  )

  private static func lines(_ section: Section, _ rows: [Line]) -> [Line] {
    rows.map { row in
      var row = row
      row.section = section
      return row
    }
  }

  private static let stops = (1...9).reduce(row("1-9")) { line, number in
    line.key(.ride(.chooseStop(number)), "stop", "\(number)", "stop 1-9", isFixed: true)
  }

  /// A line without actions; empty keys and text become those of its first action.
  private static func row(_ keys: String = "", _ text: String = "") -> Line {
    Line(keys: keys, text: text)
  }
}

extension KeyTable.Line {
  /// Adds an action to the line, with the names of its keys.
  fileprivate func key(
    _ actions: KeyTable.Actions, _ name: String, _ keys: String, _ text: String,
    _ label: String? = nil, isFixed: Bool = false
  ) -> Self {
    var line = self
    let presses = keys.split(separator: " ").compactMap { KeyPress(named: String($0)) }
    line.bindings.append(
      .init(actions: actions, name: name, keys: presses, text: text, label: label, isFixed: isFixed)
    )
    if line.keys.isEmpty { line.keys = keys }
    if line.text.isEmpty { line.text = text }
    return line
  }
}
