import CellGrid
import Geo
import TestSupport
import Testing

@testable import MapCanvas

/// The grid of a map without a base map.
@Suite(.limited) struct `A grid of distances` {
  private let size = GridSize(columns: 60, rows: 16)
  private let milan = MapPictures.camera

  private func rows(
    _ camera: Camera, kind: DotGridKind = .quadrant, markers: [MapMarker] = [],
    change: (inout MapRenderer) -> Void = { _ in }
  ) -> [String] {
    var renderer = MapRenderer()
    renderer.gridStyle = CellStyle(attributes: .dim)
    renderer.ground = .indexed(235)
    change(&renderer)
    let scene = MapScene(markers: markers)
    return MapPictures.frame(scene, size: size, kind: kind, camera: camera, by: renderer).rows
  }

  @Test func `A map without a base map has squares as wide as its scale bar`() {
    #expect(
      rows(milan) == [
        "       │      │      │       │N     │       │      │       │",
        "       │      │      │       │      │       │      │       │",
        "       │      │      │       │      │       │      │       │",
        "───────┼──────┼──────┼───────┼──────┼───────┼──────┼───────┼",
        "       │      │      │       │      │       │      │       │",
        "       │      │      │       │      │       │      │       │",
        "       │      │      │       │      │       │      │       │",
        "───────┼──────┼──────┼───────┼──────┼───────┼──────┼───────┼",
        " W     │      │      │       │      │       │      │      E│",
        "       │      │      │       │      │       │      │       │",
        "───────┼──────┼──────┼───────┼──────┼───────┼──────┼───────┼",
        "       │      │      │       │      │       │      │       │",
        "       │      │      │       │      │       │      │       │",
        "       │      │      │       │      │       │      │       │",
        "───────┼──────┼──────┼───────┼S─────┼───────┼──────┼───────┼",
        "├──────┤ 100 m                                              ",
      ])
    #expect(
      rows(milan, kind: .ascii) == [
        "                              N                             ",
        "                                                            ",
        "                                                            ",
        "       +      +      +       +      +       +      +       +",
        "                                                            ",
        "                                                            ",
        "                                                            ",
        "       +      +      +       +      +       +      +       +",
        " W                                                        E ",
        "                                                            ",
        "       +      +      +       +      +       +      +       +",
        "                                                            ",
        "                                                            ",
        "                                                            ",
        "       +      +      +       +S     +       +      +       +",
        "|------| 100 m                                              ",
      ])
    let unpainted = rows(milan) { $0.ground = nil }
    #expect(unpainted.joined().contains("+") && !unpainted.joined().contains("│"))
    #expect(!rows(milan) { $0.gridStyle = nil }.joined().contains { "│┼+NESW".contains($0) })
  }

  @Test func `The squares keep their places while the map moves by cells`() {
    let before = rows(milan) { $0.showsScaleBar = false }
    let after = rows(milan.panned(byColumns: 3, rows: -2)) { $0.showsScaleBar = false }
    // Without the points of the compass, which keep theirs.
    func lines(_ rows: some Sequence<String>, from column: Int) -> [String] {
      rows.map { row in
        String(row.dropFirst(column).prefix(50).map { "─│┼ ".contains($0) ? $0 : " " })
      }
    }
    let (one, other) = (
      lines(before.dropLast(3), from: 3), lines(after.dropFirst(2).dropLast(), from: 0)
    )
    let different = zip(one, other).map { zip($0, $1).count { $0 != $1 } }
    #expect(different.allSatisfy { $0 <= 4 })
    #expect(one.joined().contains("┼"))
  }

  @Test(arguments: [0, 1, 3.3, 11, 22], [-85.0, 0, 60, 85])
  func `A grid has few lines at each zoom and latitude`(zoom: Double, latitude: Double) throws {
    for longitude in [-180, 9.19, 179.99] {
      let center = Coordinate(latitude: latitude, longitude: longitude)
      let camera = Camera(center: center, zoom: zoom)
      let rect = Rect(column: 0, row: 0, columns: 200, rows: 60)
      let viewport = Viewport(camera: camera, rect: rect, kind: .quadrant)
      guard
        let bar = ScaleBar(metersPerColumn: viewport.metersPerColumn, maximumColumns: 20)
      else { continue }
      let grid = DistanceGrid(bar, in: viewport)
      #expect((1...40).contains(grid.columns.count) && grid.rows.count <= 40)
      #expect(
        grid.columns.allSatisfy((0..<200).contains) && grid.rows.allSatisfy((0..<60).contains))
    }
  }

  @Test func `The scale bar and the points of the compass are above covered rows`() {
    let covered = rows(milan) { $0.coveredRows = 6 }
    #expect(Array(covered[8])[30] == "S" && Array(covered[5])[1] == "W")
    #expect(covered.indices.filter { covered[$0].contains("├──") } == [9])
  }

  @Test func `The points of the compass make room for markers and cards`() {
    let north = MapMarker(coordinate: MapPictures.coordinate(60, 1, in: size), glyph: .place("P"))
    #expect(rows(milan, markers: [north])[0].contains("(P)"))
    #expect(!rows(milan, markers: [north])[0].contains("N"))
    let card = Rect(column: 40, row: 0, columns: 20, rows: 12)
    let covered = rows(milan) { $0.coveredRects = [card] }
    #expect(Array(covered[8])[38] == "E" && Array(covered[0])[20] == "N")
    let small = GridSize(columns: 30, rows: 8)
    var renderer = MapRenderer()
    renderer.gridStyle = .plain
    let text = MapPictures.frame(MapScene(), size: small, kind: .braille, by: renderer).rows
      .joined()
    #expect(!text.contains { "NESW".contains($0) } && text.contains("+"))
  }
}
