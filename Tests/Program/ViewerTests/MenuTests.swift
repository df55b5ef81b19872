import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The menu` {
  private func filtered(_ text: String, in view: SampleView = SampleView(.pickup)) -> [String] {
    var view = view
    view.press(.enter)
    for letter in text { #expect(view.press(letter).isEmpty) }
    return view.state.openMenu.map(\.name)
  }

  @Test func `The menu filters from the first letter, and no shortcut fires meanwhile`() {
    var view = SampleView(.pickup)
    view.press(.enter)
    #expect(view.text.contains("> Type to filter"))
    for letter in "qu" { #expect(view.press(letter).isEmpty) }
    #expect(view.state.openList?.subject == .menu)
    #expect(view.text.contains("> qu"))
    #expect(view.press(.enter) == [.screen(.quit)])
    #expect(view.state.layers.isEmpty)
  }

  @Test(arguments: [
    ("whole", ["fit"]), ("zo", ["zoom-in", "zoom-out", "default-zoom"]),
    ("auto cam", ["auto-camera"]), ("f2", ["log"]), ("snapshot", ["snapshot"]),
    ("CENTER", ["center"]), ("ftwh", ["fit"]), ("Shift-T", ["previous-focus"]),
  ]) func `The menu finds actions by words, parts of words, keys or letters in order`(
    _ text: String, actions: [String]
  ) { #expect(filtered(text) == actions) }

  @Test func `The menu puts the action of a typed key first`() {
    for (key, action) in [("z", "map-only"), ("e", "events"), ("I", "requests"), ("?", "help")] {
      #expect(filtered(key).first == action)
    }
  }

  @Test func `The menu offers to cancel the ride first only to who looks for that`() {
    var view = SampleView(.new)
    view.state.ride.isOwnBooking = true
    #expect(filtered("the", in: view).first == "theme")
    #expect(filtered("cancel", in: view).first == "cancel-ride")
  }

  @Test func `The menu begins with what helps now`() {
    #expect(filtered("").prefix(2) == ["auto-camera", "fit"])
    #expect(
      filtered("", in: SampleView(.denied)).prefix(3) == ["refresh", "reload-token", "details"])
    #expect(filtered("", in: SampleView(.complete)).first == "snapshot")
    #expect(Set(filtered("").suffix(16)).contains("pan-screen-left"))
  }

  @Test func `The menu moves with arrows and pages while it filters, and Backspace widens it`() {
    var view = SampleView(.pickup)
    view.press(.enter)
    for letter in "zoom" { view.press(letter) }
    view.press(.down)
    #expect(view.state.openList?.position.selected == 1)
    #expect(view.press(.enter) == [.zoom(steps: -0.5, at: nil)])
    view.press(.enter)
    view.press(.pageDown)
    #expect((view.state.openList?.position.selected ?? 0) > 10)
    view.press(.end)
    #expect(view.state.openList?.position.selected == view.state.openMenu.count - 1)
    view.press("z")
    #expect(view.state.openList?.position.selected == 0)
    view.press(.backspace)
    #expect(view.state.openMenu.count > 20)
    // In an empty line it closes the menu, as it closes the command line.
    view.press(.backspace)
    #expect(view.state.layers.isEmpty)
  }

  @Test func `The menu says that nothing matches, and runs nothing`() {
    var view = SampleView(.pickup)
    view.press(.enter)
    for letter in "zzzz" { view.press(letter) }
    #expect(view.text.contains("No action matches zzzz."))
    #expect(view.press(.enter).isEmpty)
  }

  @Test(arguments: [(120, 40), (80, 24), (50, 30), (40, 12), (20, 5), (16, 3), (1, 1)])
  func `The menu shows what is typed at every size with room for it`(_ columns: Int, rows: Int) {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.press(.enter)
    for letter in "zoo" { view.press(letter) }
    #expect(view.canvas(notes: DrawingNotes()).notes?.misfits == [])
    if rows >= 5 { #expect(view.text.contains("> zoo")) }
    if rows >= 5 { #expect(view.text.contains("zoom in")) }
  }
}

@Suite(.limited) struct `A click` {
  private func click(_ column: Int, _ row: Int, _ view: inout SampleView) -> [ViewCommand] {
    let point = GridPoint(column: column, row: row)
    view.apply(.input(.mouse(MouseEvent(.press, at: point))))
    return view.apply(.input(.mouse(MouseEvent(.release, at: point))))
  }

  private func rightClick(_ view: inout SampleView) -> [ViewCommand] {
    view.apply(.input(.mouse(MouseEvent(.rightPress, at: GridPoint(column: 20, row: 8)))))
  }

  @Test func `A click with the right button opens the menu, and closes what is open`() {
    var view = SampleView(.pickup)
    #expect(rightClick(&view).isEmpty)
    #expect(view.state.openList?.subject == .menu)
    #expect(rightClick(&view).isEmpty)
    #expect(view.state.layers.isEmpty)
    view.press(":")
    _ = rightClick(&view)
    #expect(view.state.openPrompt == nil)
    var denied = SampleView(.denied)
    _ = rightClick(&denied)
    #expect(denied.state.focus.isCardHidden)
    #expect(denied.state.layers.isEmpty)
    view.press("m")
    #expect(rightClick(&view).isEmpty)
    #expect(view.state.layers.isEmpty)
  }

  @Test func `A click on the header's badge shows the state, or the error`() {
    for (moment, text) in [
      (SampleView.Moment.pickup, "LIVE 2s"), (.denied, "PERMISSION_DENIED"),
      (.quiet, "VEHICLE QUIET"),
    ] {
      var view = SampleView(moment)
      #expect(click(66, 0, &view).isEmpty)
      #expect(view.state.openList?.subject == .details(of: view.state.ride.tripName))
      let content = view.state.openContent(view.settings, now: view.now, wall: view.wall)
      #expect(content?.lines.first?.text.contains(text) ?? false)
      #expect(view.text.contains("F2 log"))
      view.press(.escape)
      #expect(view.state.layers.isEmpty)
    }
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12)])
  func `A click on the rail shows that part of the route, and a stop its marker`(
    _ columns: Int, rows: Int
  ) throws {
    var view = SampleView(.enroute, columns: columns, rows: rows)
    let rail = try #require(view.canvas().hits.last { $0.target == .rail }).rect
    var stops: [Int] = []
    for column in rail.minColumn..<rail.maxColumn {
      switch click(column, rail.minRow, &view).first {
      case .choose(let marker): stops.append(marker.stopNumber)
      case .goTo(let place): #expect(place.isValid)
      case let other: Issue.record("\(String(describing: other)) at \(column)")
      }
    }
    #expect(stops.contains(1))
  }

  @Test func `A click on the rail ahead of the vehicle goes along the route`() throws {
    var view = SampleView(.dropoff)
    view.state.ride.trip?.route = [SampleRide.vehicle, SampleRide.stop, SampleRide.dropoff]
    let rail = try #require(view.canvas().hits.last { $0.target == .rail }).rect
    let row = view.frame.rows[rail.minRow]
    let end = try #require(row.lastIndex(of: "D"))
    let column = row.distance(from: row.startIndex, to: end) - 2
    guard case .goTo(let place) = click(column, rail.minRow, &view).first else {
      Issue.record("no place")
      return
    }
    #expect(place.meters(to: SampleRide.dropoff) < place.meters(to: SampleRide.vehicle))
  }
}
