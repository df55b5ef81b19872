import CellGrid
import FleetEngine
import Geo
import Testing
import TrustLimits

@testable import Viewer

@Suite struct `The line for commands` {
  private func typed(_ text: String, into view: inout SampleView) -> [ViewCommand] {
    view.press(":")
    for letter in text { view.press(letter) }
    return view.press(.enter)
  }

  @Test(
    arguments: [
      ("q", ViewCommand.action(.quit)), ("quit", .action(.quit)),
      ("interval 15", .setInterval(seconds: 15)),
      ("interval 20s", .setInterval(seconds: 20)), ("zoom 12.5", .zoomTo(12.5)),
      ("goto 45.5,9.25", .goTo(Coordinate(latitude: 45.5, longitude: 9.25))),
      ("glyphs ascii", .setGlyphs(.ascii)), ("gl block", .setGlyphs(.block)),
      ("units mi", .setUnits(.miles)), ("mouse off", .setMouse(false)), ("log", .action(.log)),
      ("redraw", .action(.redraw)), ("style", .showStyle), ("st", .showStyle),
      ("style ~/my style.toml", .saveStyle(path: "~/my style.toml")),
    ]
  ) func `The line for commands does`(_ line: String, command: ViewCommand) {
    var view = SampleView(.pickup)
    #expect(typed(line, into: &view) == [command])
    #expect(view.state.focus.prompt == nil)
    #expect(view.state.promptHistory == [line])
  }

  @Test(arguments: ["ride-7", "providers/demo-project/trips/ride-7"])
  func `The line for commands follows another trip by its name or id`(_ name: String) throws {
    var view = SampleView(.pickup)
    let expected = try TripName(providerID: "demo-project", tripID: "ride-7")
    #expect(typed("trip " + name, into: &view) == [.follow(expected)])
    #expect(typed("trip ride-2041", into: &view).isEmpty)
    #expect(view.text.contains("That trip is already followed."))
  }

  @Test func `The line for commands goes back to the trip from before`() throws {
    var view = SampleView(.pickup)
    #expect(typed("trip -", into: &view).isEmpty)
    #expect(view.text.contains("No other trip has been followed yet."))
    let other = try TripName(providerID: "demo-project", tripID: "ride-7")
    view.state.previousTrip = other
    #expect(typed("trip -", into: &view) == [.follow(other)])
    #expect(view.press("b") == [.follow(other)])
    view.state.isFromList = true
    #expect(view.press("b") == [.action(.backToList)])
  }

  @Test(
    arguments: [
      ("dance", "There is no command dance. Tab shows all."),
      ("interval 1", "1 is not a number of seconds from 5 to 3600."),
      ("interval", "Type :interval SECONDS  set the polling interval."),
      ("goto 91,0", "91,0 is not a place: LAT,LNG in degrees."),
      ("zoom nan", "nan is not a zoom from 0 to 22."), ("log now", ":log takes no argument."),
      ("units yards", "yards is not one of km, mi."),
      ("trip a/b", "a/b is not a trip name: providers/PROVIDER/trips/TRIP, an ID, or -."),
    ]
  ) func `The line for commands says what is wrong and lets it be mended`(
    _ line: String,
    problem: String
  ) {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    #expect(typed(line, into: &view).isEmpty)
    #expect(view.state.focus.prompt?.editor.text == line)
    #expect(view.text.contains(problem))
    view.press(.backspace)
    #expect(view.state.focus.prompt?.problem == nil)
  }

  @Test func `The line for commands completes names and what they take`() {
    var view = SampleView(.pickup)
    view.press(":")
    view.press("g")
    view.press(.tab)
    #expect(view.text.contains("goto  glyphs"))
    for letter in "ly" { view.press(letter) }
    view.press(.tab)
    #expect(view.state.focus.prompt?.editor.text == "glyphs ")
    view.press("b")
    view.press(.tab)
    #expect(view.state.focus.prompt?.editor.text == "glyphs block")
    #expect(view.press(.enter) == [.setGlyphs(.block)])
    view.press(":")
    for letter in "trip p" { view.press(letter) }
    view.press(.tab)
    #expect(view.state.focus.prompt?.editor.text == "trip providers/demo-project/trips/")
  }

  @Test func `The line for commands sets the colors, and tells how the configuration would`() {
    var view = SampleView(.pickup)
    #expect(typed("theme light", into: &view) == [.setTheme(.light)])
    #expect(typed("th high-contrast", into: &view) == [.setTheme(.highContrast)])
    #expect(typed("theme pink", into: &view).isEmpty)
    let problem = view.state.focus.prompt?.problem ?? ""
    #expect(problem.contains("pink is not one of auto, dark, light"))
    view.press(.escape)
    #expect(typed("set", into: &view) == [.showSettings])
    #expect(typed("reload", into: &view) == [.reload])
    let old = ViewerSettings()
    var new = old
    #expect(Catalogue.configuration(new.configurationLines(since: old)).hasPrefix("Nothing"))
    #expect(new.setTheme(.light) == "Theme: light, until you quit.")
    new.reportsMouse = false
    #expect(new.configurationLines(since: old) == [#"theme = "light""#, "mouse = false"])
  }

  @Test
  func `The line for commands shows the cursor where the next character goes, and nowhere else`() {
    var view = SampleView(.pickup)
    #expect(view.frame.cursor == nil)
    view.press(":")
    #expect(view.frame.cursor == GridPoint(column: 1, row: 23))
    for letter in "zoom 漢" { view.press(letter) }
    #expect(view.frame.cursor == GridPoint(column: 8, row: 23))
    view.press(.home)
    view.press(.right)
    #expect(view.frame.cursor == GridPoint(column: 2, row: 23))
    view.press(.end)
    for _ in 0..<100 { view.press("x") }
    #expect(view.frame.cursor == GridPoint(column: 79, row: 23))
    view.press(.escape)
    #expect(view.frame.cursor == nil)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 8)], [Key.character("?"), .enter])
  func `The line for commands shows the cursor where something is searched for`(
    _ size: (Int, Int),
    list: Key
  ) throws {
    var view = SampleView(.pickup, columns: size.0, rows: size.1)
    view.press(list)
    #expect(view.frame.cursor == nil)
    view.press("/")
    // Help that fits on one page is not searched.
    guard view.state.focus.list.query != nil else { return }
    for letter in "qu" { view.press(letter) }
    let cursor = try #require(view.frame.cursor)
    let row = view.frame.rows[cursor.row]
    #expect(row.prefix(cursor.column).hasSuffix("/qu"))
    #expect(view.frame[cursor.column, cursor.row].base == " ")
    view.press(.escape)
    #expect(view.frame.cursor == nil)
  }

  @Test func `The line for commands remembers what was entered`() {
    var view = SampleView(.pickup)
    _ = typed("zoom 3", into: &view)
    _ = typed("zoom 4", into: &view)
    view.press(":")
    view.press("x")
    view.press(.up)
    #expect(view.state.focus.prompt?.editor.text == "zoom 4")
    view.press(.up)
    view.press(.up)
    #expect(view.state.focus.prompt?.editor.text == "zoom 3")
    view.press(.down)
    view.press(.down)
    #expect(view.state.focus.prompt?.editor.text == "x")
  }

  @Test func `The prompt takes other screens' keys as text, and closes without effect`() {
    var view = SampleView(.pickup)
    view.press(":")
    for letter in "qr?:" { #expect(view.press(letter).isEmpty) }
    #expect(view.press(.function(5)).isEmpty)
    #expect(view.press(.character("a"), .control).isEmpty)
    #expect(view.state.focus.prompt?.editor.text == "qr?:")
    #expect(view.press(.escape).isEmpty)
    #expect(view.state.focus.prompt == nil)
    view.press(":")
    view.press(.backspace)
    #expect(view.state.focus.prompt == nil)
    view.press(":")
    #expect(view.press(.character("c"), .control) == [.action(.interrupt)])
  }

  @Test
  func `Line for commands takes the first line of a paste, clean and bounded, and never enters it`()
  {
    var view = SampleView(.pickup)
    view.press(":")
    view.apply(.input(.paste("trip \u{1B}[31mride\u{202E}-9\nq\n")))
    #expect(view.state.focus.prompt?.editor.text == "trip [31mride-9")
    let long = String(repeating: "é", count: 10_000)
    #expect(view.apply(.input(.paste(long))).isEmpty)
    #expect(view.state.focus.prompt?.editor.text.count == Limits.Text.commandCharacters)
    #expect(view.state.focus.prompt?.editor.cursor == Limits.Text.commandCharacters)
    view.press("x")
    #expect(view.state.focus.prompt?.editor.text.count == Limits.Text.commandCharacters)
  }

  @Test func `The line for commands edits as readline does`() {
    var line = LineEditor("one two three")
    func press(_ letter: Character) { _ = line.edit(KeyPress(.character(letter), .control)) }
    func take(_ press: KeyPress) -> Bool { line.edit(press) }
    press("w")
    #expect(line.text == "one two ")
    press("a")
    #expect(take("x"))
    #expect(line.text == "xone two ")
    press("e")
    #expect(line.cursor == 9)
    #expect(take(KeyPress(.left)))
    #expect(take(KeyPress(.left)))
    press("k")
    #expect(line.text == "xone tw")
    #expect(take(KeyPress(.backspace)))
    #expect(take(KeyPress(.home)))
    #expect(take(KeyPress(.delete)))
    #expect(line.text == "one t")
    #expect(take(KeyPress(.end)))
    press("u")
    #expect(line.text.isEmpty)
    #expect(line.cursor == 0)
    #expect(take(KeyPress(.backspace)))
    #expect(take(KeyPress(.delete)))
    #expect(!take(KeyPress(.function(1))))
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 5), (12, 3), (3, 1), (1, 1)])
  func `The line for commands shows its cursor at every size`(_ columns: Int, rows: Int) {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.press(":")
    for letter in String(repeating: "ab 日本 ", count: 40) { view.press(letter) }
    let cursor = view.frame.cursor
    #expect(cursor.map { $0.row == rows - 1 && (0..<columns).contains($0.column) } ?? (columns < 3))
  }
}
