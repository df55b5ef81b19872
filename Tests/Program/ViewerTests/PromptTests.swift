import CellGrid
import FleetEngine
import Foundation
import Geo
import TestSupport
import Testing
import TrustLimits

@testable import Viewer

@Suite(.limited) struct `The command line` {
  private func typed(_ text: String, into view: inout SampleView) -> [ViewCommand] {
    view.press(":")
    for letter in text { view.press(letter) }
    return view.press(.enter)
  }

  @Test(
    arguments: [
      ("q", ViewCommand.screen(.quit)), ("quit", .screen(.quit)),
      ("interval 15", .setInterval(seconds: 15)),
      ("interval 20s", .setInterval(seconds: 20)), ("zoom 12.5", .zoomTo(12.5)),
      ("goto 45.5,9.25", .goTo(Coordinate(latitude: 45.5, longitude: 9.25))),
      ("glyphs ascii", .screen(.setGlyphs(.ascii))), ("gl block", .screen(.setGlyphs(.block))),
      ("units mi", .screen(.setUnits(.miles))), ("mouse off", .screen(.setMouse(false))),
      ("log", .screen(.log)),
      ("redraw", .screen(.redraw)), ("style", .showStyle), ("st", .showStyle),
      ("style ~/my style.toml", .saveStyle(path: "~/my style.toml")),
    ]
  ) func `The command line runs each command`(_ line: String, command: ViewCommand) {
    var view = SampleView(.pickup)
    #expect(typed(line, into: &view) == [command])
    #expect(view.state.openPrompt == nil)
    #expect(view.state.promptHistory == [line])
  }

  @Test(arguments: ["ride-7", "providers/demo-project/trips/ride-7"])
  func `The command line follows another trip by its name or ID`(_ name: String) throws {
    var view = SampleView(.pickup)
    let expected = try TripName(providerID: "demo-project", tripID: "ride-7")
    #expect(typed("trip " + name, into: &view) == [.follow(expected)])
    #expect(typed("trip ride-2041", into: &view).isEmpty)
    #expect(view.text.contains("That trip is already followed."))
  }

  @Test func `The command line goes back to the previous trip`() throws {
    var view = SampleView(.pickup)
    #expect(typed("trip -", into: &view).isEmpty)
    #expect(view.text.contains("No other trip has been followed yet."))
    let other = try TripName(providerID: "demo-project", tripID: "ride-7")
    view.state.previousTrip = other
    #expect(typed("trip -", into: &view) == [.follow(other)])
    #expect(view.press("b") == [.follow(other)])
    view.state.isFromList = true
    #expect(view.press("b") == [.action(.leave)])
  }

  @Test(arguments: [
    ("dance", "There is no command dance. Tab shows all."),
    ("interval 1", "1 is not a number of seconds from 5 to 3600."),
    ("interval", "Type :interval SECONDS  set the polling interval."),
    ("goto 91,0", "91,0 is not a place, a time or a share: LAT,LNG, 21:07, 40%."),
    ("zoom nan", "nan is not a zoom from 0 to 22."), ("log now", ":log takes no argument."),
    ("units yards", "yards is not one of km, mi."),
    ("trip a/b", "a/b is not a trip name: providers/PROVIDER/trips/TRIP, an ID, or -."),
  ]) func `The command line reports an invalid command and keeps it for editing`(
    _ line: String, problem: String
  ) {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    #expect(typed(line, into: &view).isEmpty)
    #expect(view.state.openPrompt?.editor.text == line)
    #expect(view.text.contains(problem))
    view.press(.backspace)
    #expect(view.state.openPrompt?.problem == nil)
  }

  @Test func `The command line completes commands and their arguments`() {
    var view = SampleView(.pickup)
    view.press(":")
    view.press("g")
    view.press(.tab)
    #expect(view.state.openPrompt?.editor.text == "goto ")
    #expect(view.text.contains("goto PLACE|TIME"))
    #expect(view.text.contains("set the glyph level"))
    view.press(.tab)
    #expect(view.state.openPrompt?.editor.text == "glyphs ")
    view.press(.tab, .shift)
    #expect(view.state.openPrompt?.editor.text == "goto ")
    view.press(.tab, .shift)
    #expect(view.state.openPrompt?.editor.text == "glyphs ")
    view.press("b")
    #expect(view.text.contains("blocks and boxes, no Braille"))
    view.press(.tab)
    #expect(view.state.openPrompt?.editor.text == "glyphs block")
    #expect(view.press(.enter) == [.screen(.setGlyphs(.block))])
    view.press(":")
    for letter in "trip p" { view.press(letter) }
    view.press(.tab)
    #expect(view.state.openPrompt?.editor.text == "trip providers/demo-project/trips/")
  }

  @Test func `The line for commands shows what each candidate means while it is typed`() {
    var view = SampleView(.pickup)
    view.press(":")
    #expect(view.text.contains("follow another trip"))
    for letter in "theme " { view.press(letter) }
    for theme in ThemeChoice.allCases { #expect(view.text.contains(theme.rawValue)) }
    #expect(view.text.contains("by the terminal's background"))
    view.press("x")
    #expect(view.text.contains("Type :theme") == false)
    #expect(view.text.contains(":theme THEME  set the colors"))
  }

  @Test func `The line for commands goes through values with Tab and Shift-Tab, and around`() {
    var view = SampleView(.pickup)
    view.press(":")
    for letter in "units " { view.press(letter) }
    var seen: [String] = []
    for _ in 0..<3 {
      view.press(.tab)
      seen.append(view.state.openPrompt?.editor.text ?? "")
    }
    #expect(seen == ["units km", "units mi", "units km"])
    view.press(.tab, .shift)
    #expect(view.state.openPrompt?.editor.text == "units mi")
    #expect(view.press(.enter) == [.screen(.setUnits(.miles))])
  }

  @Test func `The line for commands completes the places of the ride`() {
    var view = SampleView(.pickup)
    view.press(":")
    for letter in "goto " { view.press(letter) }
    for label in ["Pickup", "Stop 1", "Drop-off", "Vehicle"] { #expect(view.text.contains(label)) }
    view.press(.tab)
    view.press(.tab)
    guard case .goTo = view.press(.enter).first else {
      Issue.record("no place")
      return
    }
  }

  @Test func `The line for commands takes a candidate by a click`() throws {
    var view = SampleView(.pickup)
    view.press(":")
    let rows = view.frame.rows
    let row = try #require(rows.firstIndex { $0.contains("theme THEME") })
    let point = GridPoint(column: 3, row: row)
    view.apply(.input(.mouse(MouseEvent(.press, at: point))))
    view.apply(.input(.mouse(MouseEvent(.release, at: point))))
    #expect(view.state.openPrompt?.editor.text == "theme ")
    #expect(view.text.contains("high-contrast"))
  }

  @Test(arguments: ["a\u{1B}[31mb", "\u{9B}x\u{202E}y", "a\nq", "$(reboot)", "; q", "\u{7}"])
  func `The line for commands cleans candidates from a server, and never runs them`(_ id: String) {
    var context = PromptContext(trip: SampleView.tripName)
    context.values[.trip] = [.init(id, id)]
    var prompt = Prompt(context)
    for letter in "trip " { prompt.edit(KeyPress(letter), history: []) }
    prompt.edit(KeyPress(.tab), history: [])
    #expect(!prompt.editor.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    #expect(prompt.editor.text.hasPrefix("trip "))
    #expect(!prompt.completions.contains { $0.text.unicodeScalars.contains { $0.value < 0x20 } })
  }

  @Test(arguments: PromptCommand.allCases)
  func `The line for commands parses each value of its table`(_ command: PromptCommand) throws {
    let entry = command.entry
    let guide = try #require(entry.guides.first)
    let context = PromptContext(guide: guide, trip: SampleView.tripName)
    for value in entry.values {
      #expect(!value.text.isEmpty)
      let order = try PromptCommand.read(command.rawValue + " " + value.word, in: context)
      #expect(order != nil)
    }
    #expect(entry.values.isEmpty == false || !entry.hasOnlyValues)
    #expect(command.form.count <= PromptCommand.formColumns)
    #expect(entry.text.count <= 24)
  }

  @Test(arguments: PromptCommand.allCases)
  func `The line for commands is described in help and in the document on the viewer`(
    _ command: PromptCommand
  ) throws {
    let root = URL(filePath: packageRoot)
    let document = try String(contentsOf: root.appending(path: "docs/viewer.md"), encoding: .utf8)
    #expect(document.contains("`\(command.form)`") || command.form.contains("|"), "\(command.form)")
    #expect(document.contains("`:\(command.rawValue)"), "\(command.form)")
    for guide in command.entry.guides {
      let help = HelpPages(size: GridSize(columns: 80, rows: 24), guide: guide)
      let lines = (0..<help.count).flatMap { help.page($0).joined() }
      #expect(lines.contains(.keys(command.form, command.entry.text)))
    }
    let rows = KeyGuide.all(.standard).flatMap(\.sections).flatMap(\.rows)
    #expect(rows.contains { $0.keys == command.form && $0.text == command.entry.text })
  }

  @Test func `The command line sets the theme and shows the lines for the configuration file`() {
    var view = SampleView(.pickup)
    #expect(typed("theme light", into: &view) == [.screen(.setTheme(.light))])
    #expect(typed("th high-contrast", into: &view) == [.screen(.setTheme(.highContrast))])
    #expect(typed("theme pink", into: &view).isEmpty)
    let problem = view.state.openPrompt?.problem ?? ""
    #expect(problem.contains("pink is not one of auto, dark, light"))
    view.press(.escape)
    #expect(typed("set", into: &view) == [.showSettings])
    #expect(typed("reload", into: &view) == [.reload])
    let old = ViewerSettings()
    var new = old
    #expect(ViewerText.configuration(new.configurationLines(since: old)).hasPrefix("Nothing"))
    #expect(new.setTheme(.light) == "Theme: light, until you quit.")
    new.reportsMouse = false
    #expect(new.configurationLines(since: old) == [#"theme = "light""#, "mouse = false"])
  }

  @Test func `The terminal's cursor is shown in the command line only, at the next character`() {
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

  @Test(arguments: [(80, 24), (40, 12), (20, 8)], [Key.character("?"), .character("e")])
  func `The terminal's cursor is shown at the end of a search text`(
    _ size: (Int, Int), list: Key
  ) throws {
    var view = SampleView(.pickup, columns: size.0, rows: size.1)
    view.press(list)
    #expect(view.frame.cursor == nil)
    view.press("/")
    // Help that fits on one page is not searched.
    guard view.state.openList?.position.filter.query != nil else { return }
    for letter in "qu" { view.press(letter) }
    let cursor = try #require(view.frame.cursor)
    let row = view.frame.rows[cursor.row]
    #expect(row.prefix(cursor.column).hasSuffix("/qu"))
    #expect(view.frame[cursor.column, cursor.row].base == " ")
    view.press(.escape)
    #expect(view.frame.cursor == nil)
  }

  @Test func `The command line keeps a history`() {
    var view = SampleView(.pickup)
    _ = typed("zoom 3", into: &view)
    _ = typed("zoom 4", into: &view)
    view.press(":")
    view.press("x")
    view.press(.up)
    #expect(view.state.openPrompt?.editor.text == "zoom 4")
    view.press(.up)
    view.press(.up)
    #expect(view.state.openPrompt?.editor.text == "zoom 3")
    view.press(.down)
    view.press(.down)
    #expect(view.state.openPrompt?.editor.text == "x")
  }

  @Test func `The command line treats shortcut keys as text and closes without effect`() {
    var view = SampleView(.pickup)
    view.press(":")
    for letter in "qr?:" { #expect(view.press(letter).isEmpty) }
    #expect(view.press(.function(5)).isEmpty)
    #expect(view.press(.character("a"), .control).isEmpty)
    #expect(view.state.openPrompt?.editor.text == "qr?:")
    #expect(view.press(.escape).isEmpty)
    #expect(view.state.openPrompt == nil)
    view.press(":")
    view.press(.backspace)
    #expect(view.state.openPrompt == nil)
    view.press(":")
    #expect(view.press(.character("c"), .control) == [.screen(.interrupt)])
  }

  @Test
  func `The command line inserts the first line of a paste, cleaned and cut, without running it`() {
    var view = SampleView(.pickup)
    view.press(":")
    view.apply(.input(.paste("trip \u{1B}[31mride\u{202E}-9\nq\n")))
    #expect(view.state.openPrompt?.editor.text == "trip [31mride-9")
    let long = String(repeating: "é", count: 10_000)
    #expect(view.apply(.input(.paste(long))).isEmpty)
    #expect(view.state.openPrompt?.editor.text.count == Limits.Text.commandCharacters)
    #expect(view.state.openPrompt?.editor.cursor == Limits.Text.commandCharacters)
    view.press("x")
    #expect(view.state.openPrompt?.editor.text.count == Limits.Text.commandCharacters)
  }

  @Test func `The command line has the editing keys of readline`() {
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
  func `The command line keeps its cursor on the screen at every size`(_ columns: Int, rows: Int) {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.press(":")
    for letter in String(repeating: "ab 日本 ", count: 40) { view.press(letter) }
    let cursor = view.frame.cursor
    #expect(cursor.map { $0.row == rows - 1 && (0..<columns).contains($0.column) } ?? (columns < 3))
  }
}
