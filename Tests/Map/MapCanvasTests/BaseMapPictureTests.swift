import CellGrid
import Geo
import TestSupport
import Testing
import VectorTiles

@testable import MapCanvas

extension Rect {
  /// All of its cells.
  fileprivate var cells: [GridPoint] {
    (minRow..<max(minRow, maxRow)).flatMap { row in
      (minColumn..<max(minColumn, maxColumn)).map { GridPoint(column: $0, row: row) }
    }
  }
}

@Suite(.limited) struct `A picture of a base map` {
  private let size = GridSize(columns: 60, rows: 20)

  private static let views: [(zoom: Double, kind: DotGridKind)] = [
    (12.4, .braille), (14, .braille), (15.6, .braille), (16.2, .ascii), (14.5, .half),
    (13.7, .quadrant), (15.3, .octant), (16.7, .sextant),
  ]

  /// A place in the town.
  private func camera(_ zoom: Double, _ random: inout SeededGenerator) -> Camera {
    let middle = CityMap.middle
    return Camera(
      center: Coordinate(
        latitude: middle.latitude + Double.random(in: -0.01...0.01, using: &random),
        longitude: middle.longitude + Double.random(in: -0.015...0.015, using: &random)
      ),
      zoom: zoom
    )
  }

  private func picture(
    _ camera: Camera, _ size: GridSize, kind: DotGridKind,
    standIn: @Sendable (TileAddress) -> Bool = { _ in false }
  ) async throws -> BaseMapPicture {
    let tiles = try await CityMap.shared.tiles(for: camera, size: size, standIn: standIn)
    var renderer = BaseMapRenderer()
    return renderer.picture(of: tiles, in: Viewport(camera, size, kind: kind), style: .dark)
  }

  @Test(arguments: views)
  func `A picture of a base map shifts by whole cells as the map is moved by them`(
    view: (zoom: Double, kind: DotGridKind)
  ) async throws {
    var random = SeededGenerator(seed: 31)
    var drawn = 0
    for _ in 0..<6 {
      let start = camera(view.zoom, &random)
      let (right, down) = (
        Int.random(in: -20...20, using: &random), Int.random(in: -9...9, using: &random)
      )
      let one = try await picture(start, size, kind: view.kind).frame
      let other = try await picture(
        start.panned(byColumns: right, rows: down), size, kind: view.kind
      ).frame
      let shared = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        .intersection(
          Rect(column: -right, row: -down, columns: size.columns, rows: size.rows))
      let different = shared.cells.filter { cell in
        let after = other[cell.column, cell.row]
        if after != .blank { drawn += 1 }
        return one[cell.column + right, cell.row + down] != after
      }
      #expect(different.isEmpty, "\(start), \(right), \(down)")
    }
    #expect(drawn > 300)
  }

  @Test(arguments: views, [ColorDepth.palette256, .monochrome])
  func `A picture of a base map is the same whatever was drawn before it`(
    view: (zoom: Double, kind: DotGridKind), depth: ColorDepth
  ) async throws {
    let styles = [depth, .sixteen].map { BaseMapStyle(Appearance(colorDepth: $0)) }
    var random = SeededGenerator(seed: 33)
    var renderer = BaseMapRenderer()
    var camera = camera(view.zoom, &random)
    var size = size
    for step in 0..<30 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        camera = Camera(center: camera.center, zoom: camera.zoom == view.zoom ? 15 : view.zoom)
      case 1: size = GridSize(columns: size.columns == 60 ? 47 : 60, rows: 20)
      case 2: camera = self.camera(camera.zoom, &random)
      default:
        camera = camera.panned(
          byColumns: Int.random(in: -9...9, using: &random),
          rows: Int.random(in: -4...4, using: &random))
      }
      let isStandIn = step % 7 == 6
      let tiles = try await CityMap.shared.tiles(for: camera, size: size) {
        isStandIn && ($0.x + $0.y) % 2 == 0
      }
      let viewport = Viewport(camera, size, kind: view.kind)
      let style = styles[step % 11 == 10 ? 1 : 0]
      var fresh = BaseMapRenderer()
      let wanted = fresh.picture(of: tiles, in: viewport, style: style)
      #expect(renderer.picture(of: tiles, in: viewport, style: style) == wanted, "step \(step)")
    }
  }

  @Test(arguments: views, [(1, 0), (0, 1), (-1, -1)])
  func `A picture of a base map is drawn completely while the map is moved cell by cell`(
    view: (zoom: Double, kind: DotGridKind), step: (right: Int, down: Int)
  ) async throws {
    var random = SeededGenerator(seed: 34)
    for _ in 0..<2 {
      var camera = camera(view.zoom, &random)
      var renderer = BaseMapRenderer()
      for count in 0..<70 {
        camera = camera.panned(byColumns: step.right, rows: step.down)
        let tiles = try await CityMap.shared.tiles(for: camera, size: size)
          .sorted { ($0.area.x, $0.area.y) < ($1.area.x, $1.area.y) }
        let viewport = Viewport(camera, size, kind: view.kind)
        let picture = renderer.picture(of: tiles, in: viewport, style: .dark)
        guard count % 10 == 9 else { continue }
        var fresh = BaseMapRenderer()
        let wanted = fresh.picture(of: tiles, in: viewport, style: .dark)
        #expect(picture == wanted, "\(camera), step \(count)")
      }
    }
  }

  @Test(arguments: views, [false, true])
  func `A picture of a base map shows the middle of what a larger map shows`(
    view: (zoom: Double, kind: DotGridKind), hasStandIns: Bool
  ) async throws {
    var random = SeededGenerator(seed: 37)
    let large = GridSize(columns: size.columns * 2, rows: size.rows * 2)
    for _ in 0..<4 {
      let camera = camera(view.zoom, &random)
      let standIn: @Sendable (TileAddress) -> Bool = { hasStandIns && ($0.x + $0.y) % 2 == 0 }
      let small = try await picture(camera, size, kind: view.kind, standIn: standIn).frame
      let whole = try await picture(camera, large, kind: view.kind, standIn: standIn).frame
      let different = small.bounds.cells.filter { cell in
        small[cell.column, cell.row]
          != whole[cell.column + size.columns / 2, cell.row + size.rows / 2]
      }
      #expect(different.isEmpty, "\(camera)")
    }
  }

  @Test(arguments: [13.0, 14.6, 16])
  func `A picture of a base map keeps names apart and in their places while the map is moved`(
    zoom: Double
  ) async throws {
    var random = SeededGenerator(seed: 41)
    let size = GridSize(columns: 110, rows: 36)
    var camera = camera(zoom, &random)
    let bounds = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    var last: [PlacedLabel] = []
    var kept = 0
    for step in 0..<40 {
      let (right, down) = step % 3 == 0 ? (1, 1) : (2, 0)
      camera = camera.panned(byColumns: right, rows: down)
      let names = try await picture(camera, size, kind: .braille)
        .names(clearOf: [], in: Viewport(camera, size), previous: last)
      for (index, name) in names.enumerated() {
        #expect(name.rect.intersection(bounds) == name.rect)
        for other in names[(index + 1)...] { #expect(!name.rect.overlaps(other.rect)) }
      }
      for name in last {
        var place = name.rect
        place.origin.column -= right
        place.origin.row -= down
        guard place.intersection(bounds) == place,
          let now = names.first(where: { $0.text == name.text })
        else { continue }
        let wide = place.inset(columns: -LabelPlacer.margin, rows: 0)
        let isTaken = names.contains { $0.text != name.text && $0.rect.overlaps(wide) }
        if !isTaken {
          #expect(now.rect == place, "\(name.text.description) in step \(step)")
          kept += 1
        }
      }
      last = names
    }
    #expect(kept > 40)
  }

  @Test func `A picture of a base map puts a tile's points where the view has their coordinates`()
    throws
  {
    var random = SeededGenerator(seed: 43)
    for zoom in [0.0, 3.3, 9, 14, 15.7, 18.2] {
      for kind in DotGridKind.allCases {
        let viewport = Viewport(camera(zoom, &random), GridSize(columns: 80, rows: 24), kind: kind)
        let address = try #require(
          TileAddress(of: viewport.camera.center, zoom: min(16, Int(zoom))))
        let projection = viewport.projection(worldsRight: 0)
        let placement = TilePlacement(
          column: address.x, row: address.y, zoom: address.z, extent: DecodedTile.extent,
          projection: projection)
        for _ in 0..<50 {
          let point = TilePoint(
            x: .random(in: 0...4_095, using: &random), y: .random(in: 0...4_095, using: &random))
          let edge = Double(1 << address.z)
          let world = WorldPoint(
            x: (Double(address.x) + Double(point.x) / 4_096) / edge,
            y: (Double(address.y) + Double(point.y) / 4_096) / edge)
          let exact = projection.position(of: world)
          // The tile's scale is a whole number, so that a dot may be off by one.
          #expect(abs(Double(placement.column(point.x)) + 0.5 - exact.x) < 1.01)
          #expect(abs(Double(placement.row(point.y)) + 0.5 - exact.y) < 1.01)
        }
      }
    }
  }
}
