import CellGrid
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The command line of a list of trips` {
  private static let name = "providers/demo-project/trips/"

  @Test func `The command line of a list completes a listed trip and opens it`() {
    var list = SampleTripList(.mixed)
    list.press(":")
    list.type("trip ride-n")
    #expect(list.text.contains("Waiting for a vehicle"))
    list.press(.tab)
    #expect(list.state.openPrompt?.editor.text == "trip ride-new")
    #expect(list.press(.enter) == [.open(Self.name + "ride-new")])
    #expect(list.state.openPrompt == nil)
    list.press(":")
    list.press(.up)
    #expect(list.state.openPrompt?.editor.text == "trip ride-new")
  }

  @Test func `The command line of a list refuses what is not listed, and keeps a wrong line`() {
    var list = SampleTripList(.mixed)
    list.press(":")
    list.type("trip other")
    #expect(list.press(.enter).isEmpty)
    #expect(list.text.contains("The list has no trip other."))
    list.press(":")
    list.type("zoom 3")
    #expect(list.press(.enter).isEmpty)
    #expect(list.text.contains("The command zoom is not for this screen."))
    #expect(list.state.openPrompt?.editor.text == "zoom 3")
    list.press(.escape)
    #expect(list.state.openPrompt == nil)
  }

  @Test func `The command line of a list filters, and changes settings`() {
    var list = SampleTripList(.mixed)
    list.press(":")
    list.type("filter stop")
    #expect(list.press(.enter).isEmpty)
    #expect(list.state.filter.pattern == "stop")
    list.press(":")
    list.type("filter")
    list.press(.enter)
    #expect(list.state.filter.pattern.isEmpty)
    list.press(":")
    list.type("theme li")
    list.press(.tab)
    #expect(list.press(.enter) == [.screen(.setTheme(.light))])
    list.press(":")
    list.type("q")
    #expect(list.press(.enter) == [.screen(.quit)])
  }

  @Test func `The command line of a list takes letters and pastes as text`() {
    var list = SampleTripList(.mixed)
    list.press(":")
    list.type("qr/?")
    list.apply(.paste("\u{1B}[31mx\ny"))
    #expect(list.state.openPrompt?.editor.text == "qr/?[31mx")
    #expect(list.state.openHelp?.page == nil)
    #expect(list.press(.character("c"), .control) == [.screen(.interrupt)])
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (20, 5), (2, 2), (1, 1)])
  func `The command line of a list fits every size`(_ columns: Int, rows: Int) {
    var list = SampleTripList(.many, columns: columns, rows: rows)
    list.press(":")
    list.type("trip ride")
    for _ in 0..<30 { list.press(.tab) }
    #expect(list.canvas(notes: DrawingNotes()).notes?.misfits == [])
  }
}
