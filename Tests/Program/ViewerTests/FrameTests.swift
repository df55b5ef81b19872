import CellGrid
import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Every frame` {
  private static let layers: [[Layer]] = [
    [], [.help(HelpLayer())], [.help(HelpLayer(page: 99))],
    [.list(ListLayer(.details(of: "")))], [.list(ListLayer(.events))],
  ]

  @Test(
    arguments: Array(stride(from: 1, through: 130, by: 13)),
    Array(stride(from: 1, through: 45, by: 6))
  )
  func `Every frame fits every size`(_ columns: Int, rows: Int) {
    let size = GridSize(columns: columns, rows: rows)
    func check(_ view: SampleView) {
      let frame = view.frame
      #expect(frame.size == size)
      #expect(frame.cells.contains { $0.base != " " })
    }
    for moment in SampleView.Moment.allCases {
      check(SampleView(moment, columns: columns, rows: rows, speed: 2.5))
    }
    var denied = SampleView(.denied, columns: columns, rows: rows)
    for layers in Self.layers {
      denied.state.layers = layers
      check(denied)
    }
  }

  @Test(arguments: [(0, 0), (1, 0), (0, 1), (1, 1), (1, 45), (130, 1), (19, 5), (39, 10), (59, 18)])
  func `Every frame fits unusual sizes`(_ columns: Int, rows: Int) {
    for moment in SampleView.Moment.allCases {
      let view = SampleView(moment, columns: columns, rows: rows)
      #expect(view.frame.rows.count == rows)
    }
  }

  @Test(
    arguments: SampleView.Moment.allCases,
    [(80, 24), (120, 40), (40, 12), (30, 8), (20, 5), (16, 3)]
  ) func `Every frame without UTF-8 is ASCII`(
    _ moment: SampleView.Moment,
    size: (columns: Int, rows: Int)
  ) {
    var view = SampleView(moment, columns: size.columns, rows: size.rows, glyphs: .ascii, speed: 4)
    view.state.ride.trip?.vehicleID = "Škoda №5"
    for layers in moment == .denied ? Self.layers : [[]] {
      view.state.layers = layers
      #expect(view.frame.cells.allSatisfy { $0.base.isASCII && $0.marks == (0, 0) })
    }
  }

  @Test(arguments: SampleView.Moment.allCases, [(80, 24), (120, 40), (40, 12), (24, 6)])
  func `Every frame marks cut text with an ellipsis`(
    _ moment: SampleView.Moment, size: (columns: Int, rows: Int)
  ) {
    var view = SampleView(moment, columns: size.columns, rows: size.rows)
    let long = String(repeating: "abcdefghij", count: 30)
    view.state.ride.trip?.vehicleID = long
    let whole = view.frame.rows.filter { $0.contains("abcdefghij") }
    #expect(whole.allSatisfy { $0.contains("…") })
  }

  @Test(arguments: SampleView.Moment.allCases)
  func `Every frame shows the world's speed if it is not 1`(_ moment: SampleView.Moment) {
    for (columns, rows) in [(80, 24), (120, 40), (60, 18)] {
      let view = SampleView(moment, columns: columns, rows: rows, speed: 4)
      #expect(view.text.contains("×4"))
      #expect(!SampleView(moment, columns: columns, rows: rows).text.contains("×"))
    }
  }

  @Test func `No frame shows an attribution without a base map`() {
    #expect(SampleView.Moment.allCases.allSatisfy { !SampleView($0).text.contains("©") })
  }

  @Test func `Every frame is the same for the same state`() {
    #expect(SampleView(.enroute).frame == SampleView(.enroute).frame)
  }
}

@Suite(.limited) struct `Text from a server` {
  private static let nasty = [
    "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{9B}31m", "a\u{202E}b\u{2066}c", "line\r\nbreak\tand tab",
    String(repeating: "W", count: 20_000), "e" + String(repeating: "\u{301}", count: 5_000),
    "駅前通り👩‍👩‍👧‍👦🏳️‍🌈", "\u{0}\u{8}\u{7F}", "\u{200B}\u{FEFF}", "",
  ]

  private func check(_ view: SampleView) {
    var view = view
    for layers in [[], [Layer.list(ListLayer(.details(of: "")))], [.list(ListLayer(.events))]] {
      view.state.layers = layers
      let frame = view.frame
      #expect(frame.cells.count == frame.size.columns * frame.size.rows)
      for scalar in frame.rows.joined().unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(category != .control && category != .format && category != .privateUse)
      }
    }
  }

  @Test(arguments: nasty, [(120, 40), (40, 12), (20, 5)])
  func `Text from a server leaves every panel intact`(
    _ text: String, size: (columns: Int, rows: Int)
  ) {
    var trip = SampleRide.toPickup
    trip.vehicleID = text
    trip.status = .unknown(text)
    var view = SampleView(.pickup, columns: size.columns, rows: size.rows)
    view.answer(trip)
    check(view)
    let error = FleetEngineError(
      operation: text, code: .permissionDenied, message: text, httpStatus: 403)
    view.fail(error)
    check(view)
    let html = FleetEngineError(
      operation: "GetTrip", code: .unknown, message: text,
      cause: .unreadableAnswer(contentType: text))
    view.fail(html)
    view.settings.backend = text
    view.settings.credentials = text
    check(view)
    view.state.ride.trip = nil
    check(view)
  }

  @Test(arguments: [2, 9, 10, 40, 1_000])
  func `A trip with any number of stops fits the panel`(_ count: Int) {
    var trip = SampleRide.toPickup
    trip.intermediateDestinations = Array(
      repeating: TerminalLocation(point: SampleRide.stop), count: count)
    var view = SampleView(.pickup)
    view.answer(trip)
    #expect(view.text.contains("D Drop-off"))
    #expect(view.text.contains("demo-vehicle-1"))
    #expect(view.text.contains("more stop") == (count > 6))
    check(view)
  }
}
