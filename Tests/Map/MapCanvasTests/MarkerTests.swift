import CellGrid
import Geo
import TestSupport
import Testing

@testable import MapCanvas

@Suite(.limited) struct `Map markers` {
  private let size = GridSize(columns: 15, rows: 3)

  private func rows(_ markers: [MapMarker], kind: DotGridKind = .braille) -> [String] {
    MapPictures.frame(MapScene(markers: markers), size: size, kind: kind).rows
  }

  private func marker(
    _ text: SafeText, _ x: Double, _ y: Double, zIndex: Int = 0, rank: Int = 0,
    anchor: UnitPoint = .center, edgeHint: SafeText? = nil
  ) -> MapMarker {
    MapMarker(
      coordinate: MapPictures.coordinate(x, y, in: size), glyph: .text(text), anchor: anchor,
      zIndex: zIndex, rank: rank, edgeHint: edgeHint)
  }

  @Test(arguments: [
    (UnitPoint.center, "      (P)      "), (.leading, "       (P)     "),
    (.trailing, "     (P)       "), (UnitPoint(x: 7, y: 0.5), "     (P)       "),
    (UnitPoint(x: .nan, y: .nan), "      (P)      "),
  ]) func `Map markers are placed by their anchor`(anchor: UnitPoint, row: String) {
    #expect(rows([marker("(P)", 14, 4, anchor: anchor)])[1] == row)
  }

  @Test func `Map markers are shown whole at the edge`() {
    #expect(
      rows([marker("(P)", 0, 0), marker("(D)", 29, 11)]) == [
        "(P)            ", "               ", "            (D)",
      ])
  }

  @Test func `A renderer reports the cells of each map marker`() {
    let scene = MapScene(markers: [
      marker("(P)", 14, 4), marker("[▶]", 14, 4, zIndex: 5), marker("(D)", 60, 4, edgeHint: "D"),
      marker("(1)", 60, 4), marker("", 2, 2),
    ])
    let rect = Rect(column: 10, row: 5, columns: size.columns, rows: size.rows)
    let rects = MapRenderer().markerRects(of: scene, camera: MapPictures.camera, rect: rect)
    #expect(
      rects == [
        Rect(column: 19, row: 6, columns: 3, rows: 1),
        Rect(column: 16, row: 6, columns: 3, rows: 1),
        Rect(column: 23, row: 6, columns: 2, rows: 1), nil, nil,
      ])
    let nothing = Rect(column: 0, row: 0, columns: 0, rows: 3)
    #expect(
      MapRenderer().markerRects(of: scene, camera: MapPictures.camera, rect: nothing)
        == Array(repeating: nil, count: 5))
  }

  @Test func `Map markers move aside for a higher one at the same place`() {
    let markers = [marker("(P)", 14, 4), marker("[▶]", 14, 4, zIndex: 5)]
    #expect(rows(markers)[1] == "      [▶](P)   ")
    #expect(rows(markers.reversed())[1] == "      [▶](P)   ")
  }

  @Test func `Map markers move aside for a higher rank of the same order`() {
    let markers = [marker("(P)", 14, 4, rank: 1), marker("[▶]", 14, 4, rank: 2)]
    #expect(rows(markers)[1] == "      [▶](P)   ")
    #expect(rows([marker("(P)", 14, 4, zIndex: 1)] + markers.dropFirst())[1] == "      (P)[▶]   ")
  }

  private func picture(_ rows: [SafeText], _ x: Double, _ y: Double, anchor: UnitPoint) -> MapMarker
  {
    MapMarker(
      coordinate: MapPictures.coordinate(x, y, in: size), glyph: .view(IconView(rows: rows)),
      anchor: anchor)
  }

  @Test(arguments: [
    (UnitPoint.center, ["      ┌──┐     ", "      │é │     ", "      └──┘     "]),
    (UnitPoint(x: 0, y: 1), ["       ┌──┐    ", "       │é │    ", "       └──┘    "]),
    (UnitPoint(x: 1, y: 0), ["    ┌──┐       ", "    │é │       ", "    └──┘       "]),
  ]) func `Map markers may have several rows`(anchor: UnitPoint, expected: [String]) {
    let down = anchor.y * 8 + 2
    #expect(rows([picture(["┌──┐", "│é │", "└──┘"], 14, down, anchor: anchor)]) == expected)
  }

  @Test func `Map markers use only ASCII on an ASCII map`() {
    let markers = [picture(["+é", "字"], 4, 2, anchor: UnitPoint(x: 0, y: 0)), marker("é", 22, 4)]
    #expect(
      rows(markers, kind: .ascii) == ["  +?           ", "  ??       ?   ", "               "])
  }

  @Test func `Map markers move aside for a large one by its size`() {
    let large = picture(["┌───┐", "│   │"], 14, 4, anchor: UnitPoint(x: 0.5, y: 1))
    let found = rows([large, marker("(P)", 14, 4)])
    #expect(found == ["     ┌───┐     ", "     │   │(P)  ", "               "])
  }

  @Test func `Map markers are limited in size`() {
    let picture = IconView(
      rows: Array(repeating: SafeText(String(repeating: "x", count: 99)), count: 9))
    #expect(picture.rows.count == IconView.maximumRows)
    #expect(picture.columns == IconView.maximumColumns)
    #expect(IconView(rows: ["a", "", "bcd"]).rows == ["a  ", "   ", "bcd"])
    #expect(IconView(rows: []).isEmpty && IconView(rows: [""]).isEmpty)
  }

  @Test(arguments: [
    (0.0, "↑", "^"), (44, "↗", "^"), (46, "↗", ">"), (90, "→", ">"), (134, "↘", ">"),
    (180, "↓", "v"), (226, "↙", "<"), (-90, "←", "<"), (314, "↖", "<"), (359, "↑", "^"),
    (725, "↑", "^"),
  ]) func `Map markers turn with their heading`(heading: Double, full: String, ascii: String) {
    let place = MapPictures.coordinate(14, 4, in: size)
    let vehicle = MapMarker(coordinate: place, glyph: .vehicle(heading: heading, isOld: false))
    #expect(rows([vehicle])[1] == "      [\(full)]      ")
    #expect(rows([vehicle], kind: .ascii)[1] == "      [\(ascii)]      ")
    let old = MapMarker(coordinate: place, glyph: .vehicle(heading: heading, isOld: true))
    #expect(rows([old])[1] == "      [?]      ")
    #expect(rows([old], kind: .ascii)[1] == "      [?]      ")
  }

  @Test func `Map markers have equal ends: blanks on a color of their own, else brackets`() {
    let glyphs: [MarkerGlyph] = [.place("P"), .vehicle(heading: 180, isOld: false), .vehicles(12)]
    func texts(_ style: CellStyle, isASCII: Bool = false) -> [String] {
      glyphs.flatMap { $0.rows(in: style, isASCII: isASCII).map(\.description) }
    }
    let green = CellStyle(foreground: .indexed(2), attributes: [.bold, .reverse])
    for pill in [CellStyle(background: .indexed(2)), green] {
      #expect(texts(pill) == [" P ", " ↓ ", " 12 "])
      #expect(texts(pill, isASCII: true) == [" P ", " v ", " 12 "])
    }
    // Without colors attributes are not in a copy of the text.
    for plain in [CellStyle(foreground: .indexed(2)), CellStyle(attributes: .reverse)] {
      #expect(texts(plain) == ["(P)", "[↓]", "[12]"])
    }
    #expect(MarkerGlyph.vehicles(100_000).rows(in: .plain, isASCII: false) == ["[999]"])
  }

  @Test(arguments: [nil, Double.nan, .infinity])
  func `Map markers show a dot without a heading`(heading: Double?) {
    #expect(HeadingGlyph.vehicle(heading: heading) == "●")
    #expect(HeadingGlyph.vehicle(heading: heading, isOld: true) == "?")
    #expect(HeadingGlyph.vehicle(heading: heading, isASCII: true) == "o")
  }

  @Test(arguments: [
    (300.0, -300.0, 13, 0, "P↗", "P^"), (500, 6, 13, 1, "P→", "P>"), (15, 900, 6, 2, "P↓", "Pv"),
    (-300, 300, 0, 2, "P↙", "P<"), (-300, 6, 0, 1, "P←", "P<"), (-300, -300, 0, 0, "P↖", "P<"),
  ]) func `Map markers leave their name at the edge when out of sight`(
    x: Double, y: Double, column: Int, row: Int, full: String, ascii: String
  ) {
    let away = marker("(P)", x, y, edgeHint: "P")
    for (kind, text) in [(DotGridKind.braille, full), (.ascii, ascii)] {
      let rows = rows([away], kind: kind)
      let line = Array(rows[row])
      let found = String(line.filter { $0 != " " })
      #expect(found == text)
      #expect(line.firstIndex(of: "P").map { abs($0 - column) <= 6 } == true)
      #expect(
        rows.enumerated().allSatisfy { $0.offset == row || $0.element.allSatisfy { $0 == " " } })
    }
  }

  @Test func `Map markers without an edge hint are not shown at the edge`() {
    #expect(rows([marker("(P)", 500, 6)]).allSatisfy { $0.allSatisfy { $0 == " " } })
  }

  @Test func `Map markers share the edge`() {
    let rows = rows([marker("(P)", 500, 6, edgeHint: "P"), marker("(D)", 500, 6, edgeHint: "D")])
    #expect(rows[1] == "             P→")
    #expect(rows[2] == "             D→")
  }

  @Test func `Map markers keep a cell between their names at the edge`() {
    let rows = rows([marker("(D)", 15, 900, edgeHint: "D"), marker("(1)", 610, 900, edgeHint: "1")])
    #expect(rows == ["               ", "               ", "      D↓ 1↘    "])
  }

  @Test func `Map markers cover lines`() {
    let scene = MapScene(
      polylines: [MapPictures.line([(0, 4), (29, 4)], in: size, zIndex: 99)],
      markers: [marker("(P)", 14, 4)])
    #expect(MapPictures.frame(scene, size: size, kind: .ascii).rows[1] == "------(P)------")
  }
}

@Suite(.limited) struct `The scale bar` {
  @Test(arguments: [
    (9.4, 12, "├──────────┤ 100 m"), (0.5, 12, "├─────────┤ 5 m"), (120, 12, "├───────┤ 1 km"),
    (50_000, 12, "├─────────┤ 500 km"),
  ])
  func `The scale bar has a round distance`(
    meters: Double,
    columns: Int,
    text: SafeText
  ) throws {
    let bar = try #require(ScaleBar(metersPerColumn: meters, maximumColumns: columns))
    #expect(bar.text(isASCII: false) == text)
    #expect(bar.columns <= columns)
    #expect(abs(Double(bar.columns - 1) * meters - Double(bar.meters)) <= meters / 2)
  }

  @Test func `The scale bar has an ASCII form`() {
    let bar = ScaleBar(metersPerColumn: 100, maximumColumns: 12)
    #expect(bar?.text(isASCII: true) == "|---------| 1 km")
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e12, 1e-12])
  func `The scale bar is left out where no round distance fits`(meters: Double) {
    #expect(ScaleBar(metersPerColumn: meters, maximumColumns: 12) == nil)
  }

  @Test func `The scale bar moves aside for a marker`() {
    let size = GridSize(columns: 40, rows: 4)
    let scene = MapScene(markers: [
      MapMarker(coordinate: MapPictures.coordinate(6, 14, in: size), glyph: .text("(P)"))
    ])
    let row = MapPictures.frame(scene, size: size, kind: .ascii).rows[3]
    #expect(row.hasPrefix("  (P)   "))
    #expect(row.hasSuffix(" m"))
  }

  @Test(arguments: [(12, true), (40, false)])
  func `The scale bar avoids covered cells or is left out`(width: Int, isShown: Bool) {
    let size = GridSize(columns: 40, rows: 6)
    var renderer = MapRenderer()
    renderer.coveredRects = [Rect(column: 0, row: 2, columns: width, rows: 4)]
    var frame = Frame(size: size)
    renderer.draw(
      MapScene(), camera: Camera(center: Coordinate(latitude: 45, longitude: 9), zoom: 12),
      into: &frame, rect: Rect(column: 0, row: 0, columns: 40, rows: 6))
    let row = frame.rows[5]
    #expect(row.prefix(width).allSatisfy { $0 == " " })
    #expect(row.hasSuffix("m") == isShown)
  }

  @Test(arguments: Array(stride(from: 0.0, through: 24, by: 1)))
  func `The scale bar does not run into a name at the edge`(column: Double) throws {
    let size = GridSize(columns: 60, rows: 8)
    let scene = MapScene(markers: [
      MapMarker(
        coordinate: MapPictures.coordinate(2 * column, 36, in: size), glyph: .text("(2)"),
        edgeHint: "2")
    ])
    let row = MapPictures.frame(scene, size: size, kind: .ascii).rows[7]
    let bar = MapPictures.frame(MapScene(), size: size, kind: .ascii).rows[7]
    let label = bar.prefix { $0 != "m" } + "m "
    #expect(row.hasPrefix(label))
  }
}
