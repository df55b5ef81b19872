import CellGrid
import Geo
import TestSupport
import Testing

@testable import MapCanvas

@Suite(.limited) struct `A map` {
  private static let size = GridSize(columns: 51, rows: 20)

  private func frame(_ kind: DotGridKind) -> Frame {
    MapPictures.frame(MapPictures.ride(in: Self.size), size: Self.size, kind: kind)
  }

  @Test(arguments: [
    ("© OpenStreetMap contributors, Protomaps", 26, "© OpenStreetMap, Protomaps"),
    ("© OpenStreetMap contributors, Protomaps", 25, "© OpenStreetMap"),
    ("Protomaps © OpenStreetMap contributors", 20, "© OpenStreetMap"),
    ("Auravelle, an invented town", 26, "Auravelle"),
    ("Auravelle, an invented town", 8, "Auravel…"), ("", 8, ""), (", ,", 3, ", ,"),
  ]) func `An attribution that is too wide loses parts, not letters`(
    _ text: String, columns: Int, shown: String
  ) {
    let renderer = MapRenderer(showsScaleBar: false, attribution: SafeText(text))
    let size = GridSize(columns: columns, rows: 4)
    let frame = MapPictures.frame(MapScene(), size: size, kind: .braille, by: renderer)
    let row = frame.rows.last { $0.contains { $0 != " " } } ?? ""
    #expect(row.drop { $0 == " " } == shown)
  }

  @Test func `A map shortens its attribution before it cuts a word`() {
    let renderer = MapRenderer(
      showsScaleBar: false, attribution: "© OpenMapTiles © OpenStreetMap contributors")
    func row(_ columns: Int) -> String? {
      let size = GridSize(columns: columns, rows: 4)
      return MapPictures.frame(MapScene(), size: size, kind: .braille, by: renderer).rows.last
    }
    #expect(row(44) == " © OpenMapTiles © OpenStreetMap contributors")
    #expect(row(40) == "          © OpenMapTiles © OpenStreetMap")
    #expect(row(20) == "     © OpenStreetMap")
  }

  @Test func `A map shows a ride in Braille`() {
    #expect(
      frame(.braille).rows == [
        "                                                   ",
        "                                             ⣀⡠⠤⠒⠊⠉",
        "                                       ⣀⡠⠤⠒⠊⠉      ",
        "                                      ⢏            ",
        "                                      ⢸            ",
        "                                      ⠈⡆        D→ ",
        "                        ⢀⣀⣀⣠⣤(1)⠔⠒⠒⠒⠒⠉⠉⠁           ",
        "                        ⣿⠉⠉⠁                       ",
        "                        ⣿                          ",
        "                        ⢸⡇                         ",
        "                        ⠸⣇                         ",
        "                         ⣿                         ",
        "                         ⢿⡀                        ",
        "                         ⢸⡇                        ",
        "                    ⢀⣀⣀⣠⣤⣼⡧                        ",
        "             ⢀ ⡀⠠ ⠂[→]⠉⠁                           ",
        "       ⢀ ⠄⠐ ⠁                                      ",
        "    (P)                                            ",
        "                                                   ",
        "├──────┤ 100 m                                     ",
      ])
  }

  @Test func `A map shows a ride in ASCII`() {
    #expect(
      frame(.ascii).rows == [
        "                                                   ",
        "                                             ,,,,,,",
        "                                       ,,,,,,      ",
        "                                      ,            ",
        "                                      ,            ",
        "                                      ,,        D> ",
        "                          ===(1),,,,,,,,           ",
        "                        |=                         ",
        "                        ||                         ",
        "                        ||                         ",
        "                         ||                        ",
        "                         ||                        ",
        "                         ||                        ",
        "                         ||                        ",
        "                      ====|                        ",
        "             ......[>]                             ",
        "       .......                                     ",
        "    (P)                                            ",
        "                                                   ",
        "|------| 100 m                                     ",
      ])
  }

  @Test func `A map uses only ASCII where nothing else can be shown`() {
    #expect(frame(.ascii).rows.allSatisfy { $0.utf8.allSatisfy { (32..<127).contains($0) } })
  }

  @Test func `A map gives each line and marker its style`() {
    let frame = frame(.braille)
    #expect(frame[24, 8].style.foreground == .indexed(74))
    #expect(frame[38, 4].style.foreground == .indexed(243))
    #expect(frame[13, 15].style.attributes == .dim)
    #expect(frame[4, 17].style.foreground == .indexed(36))
    #expect(frame[20, 15].style.attributes == [.bold, .reverse])
    #expect(frame[0, 0] == .blank)
  }

  @Test(arguments: DotGridKind.allCases)
  func `A map is the same when drawn twice`(kind: DotGridKind) {
    var frame = frame(kind)
    let first = frame
    MapRenderer().draw(
      MapPictures.ride(in: Self.size), camera: MapPictures.camera, into: &frame, rect: frame.bounds,
      kind: kind)
    #expect(frame == first)
  }

  @Test(arguments: DotGridKind.allCases) func `A map stays in its rectangle`(kind: DotGridKind) {
    var frame = Frame(size: GridSize(columns: 60, rows: 24))
    frame.fill(frame.bounds, with: "·")
    let before = frame
    let rect = Rect(column: 7, row: 2, columns: 51, rows: 20)
    MapRenderer().draw(
      MapPictures.ride(in: Self.size), camera: MapPictures.camera, into: &frame, rect: rect,
      kind: kind)
    #expect(frame != before)
    for row in 0..<24 {
      for column in 0..<60 where !rect.contains(GridPoint(column: column, row: row)) {
        #expect(frame[column, row] == before[column, row])
      }
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 2), (20, 5), (400, 120)])
  func `A map has any size`(columns: Int, rows: Int) {
    for kind in DotGridKind.allCases {
      let size = GridSize(columns: columns, rows: rows)
      #expect(
        MapPictures.frame(MapPictures.ride(in: Self.size), size: size, kind: kind).rows.count
          == rows)
    }
  }

  @Test func `A map may lie outside of its frame`() {
    var frame = Frame(size: GridSize(columns: 10, rows: 4))
    let scene = MapPictures.ride(in: Self.size)
    for rect in [
      Rect(column: 50, row: 0, columns: 10, rows: 4),
      Rect(column: 0, row: -9, columns: 10, rows: 4),
      Rect(column: 0, row: 0, columns: -3, rows: 4),
    ] { MapRenderer().draw(scene, camera: MapPictures.camera, into: &frame, rect: rect) }
    #expect(frame == Frame(size: frame.size))
    let huge = Rect(column: -5, row: -5, columns: 1_000_000_000, rows: 1_000_000_000)
    MapRenderer().draw(scene, camera: MapPictures.camera, into: &frame, rect: huge)
  }

  @Test func `A map without content is drawn empty`() {
    let size = GridSize(columns: 24, rows: 4)
    let empty = MapPictures.frame(MapScene(), size: size, kind: .braille)
    #expect(empty.rows[0...2].allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(empty.rows[3] == "├───┤ 50 m              ")
    var bare = Frame(size: size)
    MapRenderer(showsScaleBar: false).draw(
      MapScene(), camera: MapPictures.camera, into: &bare, rect: bare.bounds)
    #expect(bare == Frame(size: size))
  }

  @Test func `A map without a base map is painted like land`() {
    var renderer = MapRenderer()
    renderer.ground = .indexed(234)
    let frame = MapPictures.frame(
      MapPictures.ride(in: Self.size), size: Self.size, kind: .braille, by: renderer)
    let columns = 0..<Self.size.columns
    let cells = (0..<Self.size.rows).flatMap { row in columns.map { frame[$0, row] } }
    let markers = cells.filter { $0.style.background != .indexed(234) }
    #expect(markers.count < 20 && markers.allSatisfy { $0.base != " " })
    #expect(cells.contains { $0.style.background == .indexed(234) && $0.base != " " })
  }

  @Test func `A map keeps its glyphs when it is moved by cells`() {
    let before = frame(.braille).rows
    var after = Frame(size: Self.size)
    MapRenderer().draw(
      MapPictures.ride(in: Self.size), camera: MapPictures.camera.panned(byColumns: 3, rows: 2),
      into: &after, rect: after.bounds)
    let moved = after.rows
    for row in 6..<15 {
      #expect(before[row].dropFirst(3).dropLast(3) == moved[row - 2].dropLast(6))
    }
  }

  @Test func `A map shows a line across the antimeridian`() {
    let size = GridSize(columns: 16, rows: 3)
    let line = MapPolyline(
      coordinates: [179.9, -179.9].map { Coordinate(latitude: 0, longitude: $0) })
    let pictures = [180.0, -180].map { longitude in
      MapPictures.frame(
        MapScene(polylines: [line]), size: size, kind: .ascii,
        camera: Camera(center: Coordinate(latitude: 0, longitude: longitude), zoom: 7)
      ).rows
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].joined().filter { $0 == "-" }.count == 10)
  }

  @Test func `A map draws nothing for invalid coordinates`() {
    let size = GridSize(columns: 12, rows: 3)
    let bad = [
      Coordinate(latitude: .nan, longitude: 9), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: 91, longitude: 200),
    ]
    let scene = MapScene(
      polylines: [MapPolyline(coordinates: bad), MapPolyline(coordinates: [])],
      markers: bad.map { MapMarker(coordinate: $0, glyph: .text("(X)"), edgeHint: "X") })
    #expect(MapPictures.frame(scene, size: size, kind: .braille) == Frame(size: size))
  }
}
