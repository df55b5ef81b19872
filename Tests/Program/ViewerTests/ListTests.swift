import CellGrid
import ConsumerMap
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A list over the screen` {
  private static let sizes = [(120, 40), (80, 24), (40, 12), (20, 5), (16, 3), (1, 1)]

  private func logged(_ count: Int, columns: Int = 80, rows: Int = 24) -> SampleView {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.state.ride.events = (0..<count).map { LoggedEvent(time: view.wall, text: "number \($0).") }
    return view
  }

  @Test func `A list opens at its newest entries and scrolls by lines, by pages and to its ends`() {
    var view = logged(100)
    view.press("e")
    #expect(view.text.contains("number 99."))
    #expect(view.text.contains("91-100/100"))
    view.press("k")
    #expect(view.text.contains("90-99/100"))
    #expect(!view.text.contains("number 99."))
    view.press(.pageUp)
    #expect(view.text.contains("81-90/100"))
    view.press("g")
    #expect(view.text.contains("1-10/100"))
    view.press(.pageDown)
    #expect(view.text.contains("10-19/100"))
    view.press("G")
    // At its end it goes on with what happens.
    view.state.ride.log("number 100.", at: view.wall)
    #expect(view.text.contains("number 100."))
  }

  @Test func `A list over the screen finds a text and its next match`() {
    var view = logged(100)
    view.press("e")
    view.press("/")
    for letter in "ER 7" { view.press(letter) }
    #expect(view.text.contains(" /ER 7 "))
    view.press(.enter)
    #expect(view.text.contains("8-17/100"))
    view.press("n")
    #expect(view.text.contains("71-80/100"))
    #expect(view.press("q").isEmpty)
    #expect(view.state.layers.isEmpty)
  }

  @Test(arguments: sizes) func `The menu lists each action with its key and runs the selected one`(
    _ columns: Int, rows: Int
  ) {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.press(.enter)
    #expect(view.state.openList?.subject == .menu)
    let menu = view.state.openMenu
    #expect(menu.map(\.name).contains("fit"))
    #expect(!menu.map(\.name).contains("cancel-ride"))
    for (index, binding) in menu.enumerated() {
      #expect(view.state.openList?.position.selected == index)
      if columns >= 20 { #expect(view.text.contains(binding.text.prefix(8))) }
      view.press(.down)
    }
    view.press(.home)
    #expect(view.press(.enter) == [.action(.toggleAutoCamera)])
    #expect(view.state.layers.isEmpty)
  }

  @Test(arguments: sizes) func `The error details list every failed attempt`(
    _ columns: Int, rows: Int
  ) {
    var view = SampleView(.retry, columns: columns, rows: rows)
    view.press("d")
    let content = view.state.openContent(view.settings, now: view.now, wall: view.wall)
    let text = content?.lines.map(\.text) ?? []
    #expect(view.state.ride.attempts.count == 4)
    if columns >= 40 {
      #expect(text.contains("Attempts, newest first"))
      #expect(text.contains("14:32:39 UNAVAILABLE, next in 3 s"))
    }
    view.press("G")
    #expect(view.state.openList?.subject == .details(of: view.state.ride.tripName))
    view.answer(SampleRide.toPickup, after: 5)
    #expect(view.state.ride.attempts.isEmpty)
  }

  @Test func `A list over the screen shows the end of the log, or that the log is empty`() {
    var view = SampleView(.pickup)
    #expect(view.press(.function(2)) == [.screen(.log)])
    view.apply(.log(["one", "two"]))
    #expect(view.text.contains("two"))
    view.press(.function(2))
    #expect(view.state.layers.isEmpty)
    view.apply(.log([]))
    #expect(view.text.contains("The log is empty."))
  }

  @Test func `A digit chooses no stop of a map that a list covers`() {
    var view = SampleView(.pickup)
    view.press("e")
    view.press(.function(2))
    view.apply(.log(["one"]))
    #expect(view.press("1").isEmpty)
    view.press(.escape)
    // The events were below the log.
    #expect(view.state.openList?.subject == .events && view.press("1").isEmpty)
    view.press(.escape)
    #expect(view.state.layers.isEmpty && !view.press("1").isEmpty)
  }

  @Test func `The link of a saved file is its path, also where its name cannot be shown`() {
    var view = SampleView(.pickup)
    let path = "/saved/a\u{202E}b\u{1B}.json"
    view.apply(.saved("Saved \(path)", path))
    let shown = SafeText(path)
    #expect(shown.description != path && view.text.contains("Saved \(shown)"))
    #expect(
      view.frame.link?.path == Array(path.utf8) && view.frame.link?.rect.columns == shown.width)
  }

  @Test func `The full path of a saved file is shown until the next key`() {
    var view = SampleView(.pickup)
    view.apply(.saved("Saved /saved/a.json", "/saved/a.json"))
    let link = Frame.Link(
      rect: Rect(column: 7, row: 22, columns: 13, rows: 1), path: Array("/saved/a.json".utf8))
    #expect(view.frame.link == link)
    view.pass(3_600)
    view.apply(.tick)
    #expect(view.text.contains("Saved /saved/a.json"))
    // Neither another stage nor a failure takes it away.
    view.answer(SampleRide.atPickup)
    view.fail(SampleView.unreachable, after: 5)
    #expect(view.text.contains("Saved /saved/a.json"))
    view.press("Q")
    #expect(!view.text.contains("Saved"))
    let long = "/" + String(repeating: "d", count: 200) + "/a.json"
    view.apply(.saved("Saved " + long, long))
    #expect(view.state.layers.last == .report("Saved " + long))
    #expect(view.text.filter { $0 == "d" }.count >= 200)
    view.press("f")
    #expect(view.state.layers.isEmpty)
  }

  @Test func `Tab goes through the markers and the list of events`() {
    var view = SampleView(.pickup)
    var seen: [String] = []
    for _ in 0..<5 {
      if case .choose(let marker) = view.press(.tab).first {
        view.state.showMarker(
          .init(subject: marker, isHandled: false, endsAutoCamera: false), now: view.now)
        seen.append("\(marker.type)")
      }
    }
    #expect(seen.count == 4)
    #expect(view.state.openList?.subject == .events)
    view.press(.tab)
    #expect(view.state.layers.isEmpty)
    #expect(view.state.cardMarker == nil)
    view.press(.tab, .shift)
    #expect(view.state.openList?.subject == .events)
  }
}
