import CellGrid
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Changed keys` {
  private func table(_ changes: [String: [String]]) throws -> (KeyTable, [KeyConflict]) {
    let changes = changes.sorted { $0.key < $1.key }
      .map { KeyChange(action: $0.key, keys: $0.value) }
    let (table, conflicts) = try KeyTable.standard(with: changes)
    return (table, conflicts)
  }

  @Test func `Changed keys replace an action's keys`() throws {
    let (keys, conflicts) = try table(["auto-camera": ["F3", "A"]])
    #expect(conflicts.isEmpty)
    #expect(keys.action(KeyPress(.function(3)), as: RideAction.self) == .program(.toggleAutoCamera))
    #expect(keys.action("A", as: RideAction.self) == .program(.toggleAutoCamera))
    #expect(keys.action("a", as: RideAction.self) == nil)
    #expect(keys[.program(.toggleAutoCamera)] == "A")
  }

  @Test func `Changed keys appear in help, in the key bar and in messages`() throws {
    let (keys, _) = try table(["auto-camera": ["F3"], "pan-left": ["F6"], "refresh": ["F7"]])
    let help = HelpPages(size: GridSize(columns: 80, rows: 40), keys: keys).lines
    #expect(help.contains(.keys("F3", "auto camera on/off")))
    #expect(help.contains(.keys("F6 Down Up", "pan (turns auto off)")))
    var view = SampleView(.denied, columns: 160, rows: 45)
    (view.state.keys, view.settings.keys) = (keys, keys)
    #expect(view.text.contains("F3 Auto:on"))
    #expect(ViewerText.autoOff(keys) == "Auto camera off. F3 = on again.")
    view.press("d")
    #expect(view.text.contains("d or Esc closes, F7 retries now"))
  }

  @Test func `An action without keys stays in the menu`() throws {
    let (keys, conflicts) = try table(["quit": [], "auto-camera": ["q"]])
    #expect(conflicts.isEmpty)
    #expect(keys.action("q", as: RideAction.self) == .program(.toggleAutoCamera))
    #expect(keys.binding(of: RideAction.screen(.quit))?.shownKey == nil)
    #expect(keys[.screen(.quit)] == "Enter (menu)")
    let ctrlC = KeyPress(.character("c"), .control)
    #expect(keys.action(ctrlC, as: RideAction.self) == .screen(.interrupt))
  }

  @Test func `A key given to two actions changes neither`() throws {
    let (keys, conflicts) = try table(["auto-camera": ["x", "F3"], "pause": ["x"]])
    #expect(conflicts.count == 1)
    #expect(Set(conflicts.flatMap { [$0.action, $0.other] }) == ["auto-camera", "pause"])
    #expect(conflicts.allSatisfy { $0.key == "x" })
    #expect(keys == .standard)
  }

  @Test func `A key that an unchanged action has stays with that action`() throws {
    let (keys, conflicts) = try table(["auto-camera": ["e"], "units": ["F4"]])
    #expect(
      conflicts == [KeyConflict(key: "e", action: "auto-camera", other: "events", isFixed: false)])
    #expect(keys.action("e", as: RideAction.self) == .events)
    #expect(keys.action("a", as: RideAction.self) == .program(.toggleAutoCamera))
    #expect(keys.action(KeyPress(.function(4)), as: RideAction.self) == .screen(.nextUnits))
  }

  @Test(arguments: [
    ("Ctrl-C", "auto-camera", "quit"), ("Enter", "auto-camera", "menu of all actions"),
    ("Esc", "pause", "close what is open"), ("3", "units", "stop 1-9"),
    ("Ctrl-Z", "theme", "redraw; suspend"), ("Enter", "filter", "open the trip"),
  ]) func `A conflict with a fixed key names that key's action as help does`(
    _ key: String, action: String, help: String
  ) throws {
    let (keys, conflicts) = try table([action: [key]])
    #expect(conflicts == [KeyConflict(key: key, action: action, other: help, isFixed: true)])
    #expect(keys == .standard)
    #expect(
      KeyGuide.all(.standard).flatMap(\.sections).flatMap(\.rows).contains { $0.text == help })
  }

  @Test func `Two actions may swap their keys`() throws {
    let (keys, conflicts) = try table(["zoom-in": ["-"], "zoom-out": ["+"]])
    #expect(conflicts.isEmpty)
    #expect(keys.action("-", as: BookingAction.self) == .zoomIn)
    #expect(keys.action("+", as: RideAction.self) == .zoomOut)
    let shown = [RideAction.zoomIn, .zoomOut].map { keys.binding(of: $0)?.shownKey }
    #expect(shown == ["-", "+"])
  }

  @Test func `Resetting a key may reset others, and no key has two actions`() throws {
    // Auto camera gives "a" away, and gets it back as "e" is not free.
    let (keys, conflicts) = try table(["auto-camera": ["e"], "pause": ["a"]])
    #expect(conflicts.count == 2)
    #expect(keys == .standard)
  }

  @Test func `Changed keys accept Ctrl-C for quit, which it always does`() throws {
    let (keys, conflicts) = try table(["quit": ["q", "Ctrl-C"]])
    #expect(conflicts.isEmpty)
    #expect(keys.binding(of: RideAction.screen(.quit))?.keys == ["q"])
  }

  @Test(arguments: ["1", "Enter", "Esc", "Ctrl-C", "Ctrl-Z"])
  func `Changed keys cannot replace a fixed key`(_ name: String) throws {
    let (keys, conflicts) = try table(["auto-camera": [name]])
    #expect(conflicts.count == 1)
    #expect(keys == .standard)
  }

  @Test func `Changed keys with an unknown action or key, or too many keys, are refused`() {
    #expect(throws: KeyChangeProblem.unknownAction("camera")) { try table(["camera": ["a"]]) }
    #expect(throws: KeyChangeProblem.fixedAction("close")) { try table(["close": ["x"]]) }
    #expect(throws: KeyChangeProblem.unknownKey("F99", action: "pause")) {
      try table(["pause": ["F99"]])
    }
    #expect(throws: KeyChangeProblem.tooManyKeys(action: "pause")) {
      try table(["pause": ["F3", "F4", "F6", "F7", "F8"]])
    }
  }

  @Test func `Changed keys are parsed by the names of keys`() {
    for press in KeyTable.standardLines.flatMap(\.bindings).flatMap(\.keys) {
      #expect(KeyPress(named: press.name) == press)
    }
    #expect(KeyPress(named: "ctrl-l") == KeyPress(.character("l"), .control))
    #expect(KeyPress(named: "space") == " ")
    #expect(KeyPress(named: "PGUP") == KeyPress(.pageUp))
    #expect(KeyPress(named: "Ctrl-") == nil)
    #expect(KeyPress(named: "-") == "-")
    for name in ["", "aa", "Ctrl-I", "Ctrl-1", "Shift-a", "F0", "F13", "\u{1B}", "Ctrl-Ctrl-a"] {
      #expect(KeyPress(named: name) == nil)
    }
  }

  @Test func `The keys of an action are fixed on every screen or on none`() {
    let fixed = KeyTable.fixedActionNames
    #expect(Set(fixed) == ["interrupt", "menu", "stop", "close", "choose", "open", "suspend"])
    #expect(Set(KeyTable.actionNames).isDisjoint(with: fixed))
  }
}
