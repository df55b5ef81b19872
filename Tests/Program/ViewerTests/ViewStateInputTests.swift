import CellGrid
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The viewer's input` {
  private func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int
  ) -> ScreenEvent<RideNews> {
    .input(.mouse(MouseEvent(action, at: GridPoint(column: column, row: row))))
  }

  @Test(
    arguments: [
      (KeyPress("q"), ViewCommand.screen(.quit)), (KeyPress(.function(10)), .screen(.quit)),
      (KeyPress(.character("c"), .control), .screen(.interrupt)),
      (KeyPress("a"), .action(.toggleAutoCamera)),
      (KeyPress("+"), .zoom(steps: 0.5, at: nil)), (KeyPress("="), .zoom(steps: 0.5, at: nil)),
      (KeyPress("-"), .zoom(steps: -0.5, at: nil)), (KeyPress("_"), .zoom(steps: -0.5, at: nil)),
      (KeyPress("f"), .action(.fitTrip)), (KeyPress(.home), .action(.fitTrip)),
      (KeyPress("c"), .action(.centerOnVehicle)),
      (KeyPress(.character("l"), .control), .screen(.redraw)),
      (KeyPress(.left), .pan(columns: -6, rows: 0)), (KeyPress("h"), .pan(columns: -6, rows: 0)),
      (KeyPress("l"), .pan(columns: 6, rows: 0)), (KeyPress("j"), .pan(columns: 0, rows: 2)),
      (KeyPress(.up), .pan(columns: 0, rows: -2)), (KeyPress("H"), .pan(columns: -51, rows: 0)),
      (KeyPress(.right, .shift), .pan(columns: 51, rows: 0)),
      (KeyPress("0"), .action(.defaultZoom)), (KeyPress("x"), .action(.toggleTraffic)),
      (KeyPress("g"), .screen(.nextGlyphs)),
      (KeyPress("u"), .screen(.nextUnits)), (KeyPress("t"), .action(.reloadToken)),
      (KeyPress("s"), .action(.saveSnapshot)),
      (KeyPress("S"), .share(showsIDs: false)),
      (KeyPress("y"), .copy(SampleView.tripName)), (KeyPress("Y"), .copy("45.45800,9.18200")),
      (KeyPress(.function(2)), .screen(.log)),
      (KeyPress("K"), .pan(columns: 0, rows: -20)), (KeyPress("J"), .pan(columns: 0, rows: 20)),
    ]
  ) func `Each key returns its command`(
    _ press: KeyPress,
    command: ViewCommand
  ) {
    var view = SampleView(.pickup)
    let before = view.state
    #expect(view.press(press.key, press.modifiers) == [command])
    #expect(view.state == before)
  }

  @Test(arguments: [Key.character("r"), .function(5)])
  func `The keys that poll say so`(_ key: Key) {
    var view = SampleView(.pickup)
    #expect(view.press(key) == [.action(.refresh)])
    #expect(view.text.contains("Polling now."))
  }

  @Test(arguments: [Key.character("R"), .insert, .function(3), .character("Q")])
  func `A key without an action does nothing`(_ key: Key) {
    var view = SampleView(.pickup)
    let before = view.state
    #expect(view.press(key).isEmpty)
    #expect(view.state == before)
  }

  @Test func `The key for pause pauses and resumes, with a message`() {
    var view = SampleView(.pickup)
    view.press("p")
    #expect(view.state.focus.isPaused)
    #expect(view.text.contains("PAUSED"))
    #expect(view.text.contains("Paused. Data keeps arriving. p = resume."))
    view.press(" ")
    #expect(!view.state.focus.isPaused)
    #expect(view.state.focus.notice?.text == "Resumed.")
  }

  @Test func `The message for pausing a completed ride does not mention new data`() {
    var view = SampleView(.complete)
    view.press("p")
    #expect(view.text.contains(" Paused. p = resume."))
    #expect(!view.text.contains("Data keeps arriving"))
  }

  @Test(arguments: [(80, true), (60, false)])
  func `A narrow line about a retry leaves out the least important words`(
    columns: Int, isWhole: Bool
  ) {
    var view = SampleView(.pickup, columns: columns)
    view.fail(
      FleetEngineError(operation: "GetTrip", code: .internal, message: "", httpStatus: 500),
      after: 5)
    let text = view.text
    #expect(text.contains("The server failed (INTERNAL). Retry 1 in 3 s"))
    #expect(text.contains("(automatic)") == isWhole)
    #expect(text.contains("r = now") == isWhole)
  }

  @Test func `The marks of stale values stay while paused`() {
    var view = SampleView(.retry)
    view.press("p")
    #expect(view.text.contains("~14:36"))
    #expect(view.text.contains("PAUSED"))
  }

  @Test func `Any key turns the pages of help and closes it after the last one`() {
    var view = SampleView(.pickup, columns: 40, rows: 12)
    view.press("?")
    for page in 0..<view.state.helpPages.count {
      #expect(view.state.openHelp?.page == page)
      #expect(view.press("f").isEmpty)
    }
    #expect(view.state.layers.isEmpty)
  }

  @Test(arguments: [Key.escape, .character("q"), .function(10)])
  func `The keys for quit and Esc close an overlay first`(_ key: Key) {
    let lists = [ListLayer(.events), ListLayer(.details(of: ""))]
    for layer in [Layer.help(HelpLayer())] + lists.map(Layer.list) {
      var view = SampleView(.denied, columns: 40, rows: 12)
      view.state.layers = [layer]
      #expect(view.press(key).isEmpty)
      #expect(view.state.layers.isEmpty)
    }
  }

  @Test func `Ctrl-C quits while an overlay is open`() {
    var view = SampleView(.pickup)
    view.press("?")
    #expect(view.press(.character("c"), .control) == [.screen(.interrupt)])
  }

  @Test func `Esc hides the error card until a new failure`() {
    var view = SampleView(.denied)
    #expect(view.text.contains("Needs your action"))
    view.press(.escape)
    #expect(!view.text.contains("Needs your action"))
    #expect(view.text.contains("✗ PERMISSION_DENIED (403). d details, t reload token, r retry now"))
    view.fail(SampleView.denied, after: 60)
    #expect(view.state.focus.isCardHidden)
    view.answer(SampleRide.toPickup, after: 5)
    view.fail(SampleView.denied, after: 5)
    #expect(!view.state.focus.isCardHidden)
  }

  @Test(arguments: [
    (Character("X"), "Only a ride booked here can be canceled."),
    ("b", "There is nothing to go back to."), ("w", "Not available here."),
  ]) func `A key that is not available shows the reason`(key: Character, sentence: String) {
    for (columns, rows) in [(120, 40), (80, 24), (40, 12)] {
      var view = SampleView(.pickup, columns: columns, rows: rows)
      #expect(view.press(key).isEmpty)
      #expect(view.text.contains(sentence.prefix(37)))
    }
  }

  @Test func `A message disappears after four seconds, and a current failure stays`() {
    var view = SampleView(.pickup)
    view.press("d")
    #expect(view.text.contains("There is no error."))
    view.pass(4)
    view.apply(.tick)
    #expect(!view.text.contains("There is no error."))
    #expect(view.frame.rows[22].hasPrefix(" demo-vehicle-1 "))
    var failing = SampleView(.retry)
    failing.pass(60)
    failing.apply(.tick)
    #expect(failing.text.contains("The server cannot be reached."))
  }

  @Test func `A list over the screen takes the whole width and leaves no other frames next to it`()
  {
    var view = SampleView(.pickup)
    view.apply(.log(["a line"]))
    for row in view.frame.rows[1..<22] { #expect("╭│╰".contains(row.first ?? " ")) }
    for row in view.frame.rows[2..<21] { #expect(row.filter { $0 == "│" }.count == 2, "\(row)") }
  }

  @Test func `The key for details shows the error, or that there is none`() {
    var view = SampleView(.pickup)
    view.press("d")
    #expect(view.state.layers.isEmpty)
    #expect(view.state.focus.notice?.text == "There is no error.")
    view.fail(SampleView.denied, after: 5)
    view.press("d")
    #expect(view.state.openList?.subject == .details(of: view.state.ride.tripName))
    view.press("d")
    #expect(view.state.layers.isEmpty)
  }

  @Test func `The key for events opens a panel if it fits, or a list over the map`() {
    var wide = SampleView(.pickup, columns: 120, rows: 40)
    // The heading has the status; the line of events has its time.
    #expect(wide.text.contains("since 14:32:07") && !wide.text.contains("on the way to pickup"))
    #expect(!wide.text.contains("─ Events ─"))
    wide.press("e")
    #expect(wide.text.contains("─ Events ─") && wide.text.contains("14:32:07 on the way to pickup"))
    #expect(wide.state.layers.isEmpty)
    wide.press("e")
    #expect(!wide.text.contains("─ Events ─"))
    var small = SampleView(.pickup)
    small.press("e")
    #expect(small.state.openList?.subject == .events)
    #expect(small.text.contains("on the way to pickup"))
    small.press("e")
    #expect(small.state.layers.isEmpty)
  }

  @Test func `A drag that starts on the map pans it`() {
    var view = SampleView(.pickup)
    #expect(view.apply(mouse(.press, 20, 10)).isEmpty)
    #expect(view.apply(mouse(.drag, 17, 11)) == [.pan(columns: 3, rows: -1)])
    #expect(view.apply(mouse(.drag, 17, 11)).isEmpty)
    #expect(view.apply(mouse(.drag, 18, 11)) == [.pan(columns: -1, rows: 0)])
    view.apply(mouse(.release, 18, 11))
    #expect(view.apply(mouse(.drag, 30, 12)).isEmpty)
    view.apply(mouse(.press, 70, 5))
    #expect(view.apply(mouse(.drag, 20, 5)).isEmpty)
  }

  @Test func `The wheel zooms at the pointer, on the map only`() {
    var view = SampleView(.pickup)
    let point = GridPoint(column: 20, row: 10)
    #expect(view.apply(mouse(.wheelUp, 20, 10)) == [.zoom(steps: 0.5, at: point)])
    #expect(view.apply(mouse(.wheelDown, 20, 10)) == [.zoom(steps: -0.5, at: point)])
    #expect(view.apply(mouse(.wheelUp, 70, 10)).isEmpty)
    view.press("?")
    #expect(view.apply(mouse(.wheelUp, 20, 10)).isEmpty)
  }

  @Test func `A paste is ignored, with a message for four seconds`() {
    var view = SampleView(.pickup)
    #expect(view.apply(.input(.paste("qqq\u{3}"))).isEmpty)
    #expect(view.text.contains("Paste ignored."))
    view.pass(3)
    view.apply(.tick)
    #expect(view.state.focus.notice != nil)
    view.pass(1)
    view.apply(.tick)
    #expect(view.state.focus.notice == nil)
  }

  @Test func `The end of input quits, and a resize changes the frame's size`() {
    var view = SampleView(.pickup)
    #expect(view.apply(.input(.endOfInput)) == [.screen(.quit)])
    let size = GridSize(columns: 33, rows: 7)
    #expect(view.apply(.input(.resize(size))).isEmpty)
    #expect(view.frame.size == size)
  }
}
