import CellGrid
import TestSupport
import Testing

@testable import Viewer

@Suite(.blocking) struct `The screens of the trip list` {
  @Test(arguments: SampleTripList.Moment.allCases)
  func `The screens of the trip list match their snapshots`(_ moment: SampleTripList.Moment) throws
  {
    let pictures = Snapshots.pictures { size, level in
      SampleTripList(moment, columns: size.columns, rows: size.rows, glyphs: level).frame
    }
    try Snapshots.expect(pictures, named: "list-" + moment.rawValue)
  }

  /// Each layout once.
  @Test func `The screens of the trip list match their snapshots in every layout`() throws {
    let sizes = [(200, 60), (160, 45), (100, 30), (60, 18), (30, 8), (20, 5), (16, 3), (12, 3)]
    let pictures = sizes.map { columns, rows in
      Snapshots.Picture(SampleTripList(.mixed, columns: columns, rows: rows).frame, "full")
    }
    try Snapshots.expect(pictures, named: "list-layouts")
  }

  /// Words of two characters or more; an ellipsis stays with the word that it cuts.
  private static func words(_ text: String) -> [String] {
    text.replacing("...", with: "…")
      .split { !($0.isLetter || $0.isNumber || $0 == "…") }
      .filter { $0.count > 1 }.map(String.init)
  }

  private func check(_ moment: SampleTripList.Moment, _ size: GridSize, _ level: GlyphLevel) {
    let list = SampleTripList(moment, columns: size.columns, rows: size.rows, glyphs: level)
    let canvas = list.canvas(notes: DrawingNotes())
    let place = "\(moment) at \(size.columns)x\(size.rows) \(level.rawValue)"
    #expect(canvas.frame.size == size)
    #expect(canvas.notes?.misfits == [], "\(place)")
    // Their boxes cover parts of words.
    guard moment != .help, moment != .faults else { return }
    let written = Set((canvas.notes?.texts ?? []).flatMap(Self.words))
    // The map draws its own texts, such as the scale bar's.
    var frame = canvas.frame
    frame.fill(canvas.parts.map)
    let broken = frame.rows.flatMap(Self.words).filter {
      !written.contains($0) && !$0.contains("…")
    }
    #expect(broken == [], "\(place):\n\(list.text)")
    // What is chosen can be seen, however small the list is.
    if let line = list.state.selectedLine, canvas.parts.listRows > 0 {
      #expect((list.state.top..<list.state.top + canvas.parts.listRows).contains(line), "\(place)")
    }
  }

  @Test func `The screens of the trip list stay in bounds and mark cut words at every size`() {
    let moments = SampleTripList.Moment.allCases.filter { $0 != .many }
    var turn = 0
    for columns in 1...170 {
      for rows in [1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 18, 24, 45] {
        turn += 1
        let level = GlyphLevel.allCases[turn % GlyphLevel.allCases.count]
        check(moments[turn % moments.count], GridSize(columns: columns, rows: rows), level)
        check(.mixed, GridSize(columns: columns, rows: rows), level)
      }
    }
  }

  @Test func `The screens of the trip list describe a trip's error in words`() {
    let wide = SampleTripList(.mixed, columns: 100).text
    #expect(wide.contains("This trip does not exist (or was deleted)"))
    #expect(wide.contains("The server refused this token for this trip"))
    let narrow = SampleTripList(.mixed, columns: 40).text
    #expect(narrow.contains("NOT FOUND"))
    #expect(narrow.contains("REFUSED"))
    #expect(SampleTripList(.mixed, columns: 20, rows: 14).text.contains("ACTION"))
  }

  @Test func `The screens of the trip list show why the list is empty`() {
    #expect(SampleTripList(.nothing).text.contains("No trip matches \"zebra\"."))
    #expect(SampleTripList(.idle).text.contains("Vehicle car-7 has no active trip."))
    #expect(
      SampleTripList(.refused, columns: 100).text.contains("The server refused this token for this")
    )
    #expect(SampleTripList(.empty).text.contains("There are no trips."))
  }

  @Test func `The screens of the trip list strip control characters from IDs`() {
    var list = SampleTripList(.empty)
    list.add("evil\u{1B}[31m\u{202E}x", SampleRide.toPickup)
    list.arrange()
    #expect(!list.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test(arguments: ThemeChoice.allCases)
  func `The screens of the trip list mark the selected line in every theme`(_ theme: ThemeChoice) {
    var list = SampleTripList(.mixed)
    list.settings.theme = theme
    let frame = list.frame
    let row = list.canvas().parts.list.minRow
    #expect((0..<80).allSatisfy { frame[$0, row].style.attributes.contains(.reverse) })
    #expect(!frame[10, row + 1].style.attributes.contains(.reverse))
  }
}
