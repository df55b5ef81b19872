import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

/// Every screen at sizes from one cell to more than any terminal has.
@Suite(.limited) struct `The screens at every size` {
  /// Every width and height up to 60 × 20, then ever larger steps; each size once.
  private static let sizes: [GridSize] =
    (1...60).flatMap { columns in (1...20).map { GridSize(columns: columns, rows: $0) } }
    + stride(from: 61, through: 300, by: 17).flatMap { columns in
      [1, 2, 3, 5, 9, 10, 17, 18, 24, 29, 30, 44, 45, 60, 100].map {
        GridSize(columns: columns, rows: $0)
      }
    }
    + [22, 25, 31, 40, 50, 70, 100].flatMap { rows in
      [3, 12, 20, 39, 40, 47, 59, 60].map { GridSize(columns: $0, rows: rows) }
    }

  /// Words of two characters or more; an ellipsis stays with the word that it cuts.
  private static func words(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "…") }.filter { $0.count > 1 }
  }

  /// The words on a frame that nobody has written and that no mark tells to be cut.
  private static func brokenWords(_ canvas: Canvas<ViewState>) -> [String] {
    let written = Set((canvas.notes?.texts ?? []).flatMap { words($0).map(String.init) })
    let state = canvas.state
    let isCovered = !state.layers.isEmpty || state.isErrorCardShown || state.cardMarker != nil
    return canvas.frame.rows.flatMap { row in
      // A box in front hides a part of what is behind it, which its edge tells.
      let row = row.replacing("...", with: "…")
      return words(isCovered ? edged(row) : row).map(String.init)
    }.filter { word in
      !written.contains(word) && !word.contains("…")
        // The rail's traffic jams of ASCII.
        && word.contains { $0 != "x" }
    }
  }

  /// A row with a mark of cutting on the outer sides of its boxes' edges.
  private static func edged(_ row: String) -> String {
    var result = ""
    let edges: Set<Character> = ["│", "|", "╭", "╮", "╰", "╯", "├", "┤", "┌", "┐", "└", "┘", "+"]
    for character in row { result += edges.contains(character) ? "…|…" : String(character) }
    return result
  }

  private func check(_ screen: SampleScreen, _ size: GridSize, _ level: GlyphLevel) {
    var view = screen.view(size, level)
    // The map's own labels are not written by panels.
    view.state.ride.map?.camera = nil
    let canvas = view.canvas(notes: DrawingNotes())
    let place = "\(screen.name) at \(size.columns)x\(size.rows) \(level.rawValue)"
    #expect(canvas.frame.size == size)
    #expect(canvas.notes?.misfits == [], "\(place)")
    #expect(Self.brokenWords(canvas) == [], "\(place)")
    guard screen.hasEstimate, size.columns >= 12, size.rows >= 3, let trip = view.state.ride.trip
    else { return }
    let clocks = [trip.nextPlace.eta, trip.dropoffTime].compactMap { $0 }.map {
      view.settings.localTime.minutes($0)
    }
    let text = SampleView.text(canvas.frame)
    #expect(clocks.contains { text.contains($0) }, "No estimate in \(place):\n\(text)")
  }

  @Test func `The screens at every size show an ETA, mark cut words and stay in bounds`() {
    let screens = SampleScreen.all
    // A few of the screens at each size, others at the next, so that each has its turn everywhere.
    for (index, size) in Self.sizes.enumerated() {
      for step in 0..<(size.columns <= 60 ? 2 : 1) {
        let screen = screens[(index * 7 + step * 11) % screens.count]
        check(screen, size, (index + step) % 3 == 0 ? .ascii : .full)
      }
    }
  }

  @Test(arguments: SampleScreen.all, [(12, 3), (20, 5), (40, 10), (60, 18), (100, 30), (160, 45)])
  func `The screens are readable at the smallest size of each layout`(
    _ screen: SampleScreen, size: (columns: Int, rows: Int)
  ) {
    for level in [GlyphLevel.full, .narrow] {
      check(screen, GridSize(columns: size.columns, rows: size.rows), level)
    }
  }

  @Test(arguments: [
    (61, 36, false), (60, 37, true), (100, 90, false), (40, 35, true), (40, 25, false),
    (39, 60, false),
  ])
  func `The panel is over the lower left of the map on tall screens`(
    _ columns: Int,
    rows: Int,
    isPortrait: Bool
  ) {
    let layout = Layout(
      size: GridSize(columns: columns, rows: rows), arrangement: ScreenArrangement())
    #expect(layout.isPortrait == isPortrait)
    guard isPortrait else { return }
    #expect(layout.panel?.maxRow == layout.map.maxRow && layout.panel?.minColumn == 0)
    #expect(layout.panel?.minRow == layout.uncoveredMap.maxRow)
  }

  @Test func `The screen's size selects one of six layouts`() {
    let sizes = [(160, 45), (159, 45), (100, 30), (99, 30), (60, 18), (59, 18), (40, 10), (39, 10)]
    let steps = (sizes + [(20, 5), (19, 5), (12, 3)]).map { columns, rows in
      Layout(size: GridSize(columns: columns, rows: rows), arrangement: ScreenArrangement()).step
    }
    #expect(
      steps == [
        .wide, .mid, .mid, .standard, .standard, .compact, .compact, .text, .text, .micro, .micro,
      ])
  }
}
