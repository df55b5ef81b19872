import CellGrid
import Geo
import MapCanvas
import RouteSources
import TestSupport
import Testing
import VectorTiles

@testable import Viewer

/// A size, a zoom and a level of characters that a map is drawn with.
struct MapLook: Sendable, CustomTestStringConvertible {
  var size: GridSize
  var zoom: Double
  var glyphs: GlyphLevel

  var testDescription: String {
    "\(size.columns)x\(size.rows)-z\(Int(zoom))-\(glyphs == .full ? "braille" : "ascii")"
  }

  static func all(_ zooms: [Double]) -> [MapLook] {
    zooms.flatMap { zoom in
      [(40, 12), (80, 24), (120, 40)].flatMap { columns, rows in
        [GlyphLevel.full, .ascii].map {
          MapLook(size: GridSize(columns: columns, rows: rows), zoom: zoom, glyphs: $0)
        }
      }
    }
  }
}

@MainActor @Suite(.limited) struct `The map of the demo city` {
  @Test(arguments: [11.0, 14, 16])
  func `The map of the demo city matches its snapshots, with and without a ride`(
    _ zoom: Double
  ) async throws {
    let ride = try #require(MapScreen.demoRide).toDropoff.path
    let town = try await MapScreen.demoCity()
    let camera = Camera(center: ride[ride.count / 2], zoom: zoom)
    var pictures: [Snapshots.Picture] = []
    for look in MapLook.all([zoom]) {
      for hasRide in [false, true] {
        let screen = MapScreen()
        if hasRide { screen.ride(along: ride, driven: 0.45) }
        let frame = await screen.frame(
          of: town, camera: camera, size: look.size, glyphs: look.glyphs
        ).frame
        let variant = look.glyphs.rawValue + (hasRide ? ", with a ride" : "")
        if look.glyphs == .full || look.size.rows == 24 {
          pictures.append(Snapshots.Picture(frame, variant))
        }
        if hasRide, look.glyphs == .full, look.size.rows == 24 {
          pictures.append(Snapshots.Picture(stylesOf: frame, variant))
        }
      }
    }
    try Snapshots.expect(pictures, named: "town-z\(Int(zoom))")
  }
}

/// A real city; the machine may have tiles of it.
struct RealCity: Sendable, CustomTestStringConvertible {
  let file: String
  let center: Coordinate
  let zooms: [Double]

  var testDescription: String { file }
  var path: String? { TestData.tiles(file) }

  static let all = [
    RealCity(
      file: "firenze-protomaps.pmtiles", center: Coordinate(latitude: 43.771, longitude: 11.254),
      zooms: [12, 14, 16]),
    RealCity(
      file: "omt-paris.mbtiles", center: Coordinate(latitude: 48.879, longitude: 2.34),
      zooms: [14, 15, 16]),
    RealCity(
      file: "omt-dortmund.mbtiles", center: Coordinate(latitude: 51.513, longitude: 7.465),
      zooms: [9, 11, 13]),
  ]

  /// A way across the view, with corners.
  var ride: [Coordinate] {
    (0...20).map { index in
      Coordinate(
        latitude: center.latitude - 0.006 + Double(index) * 0.000_6,
        longitude: center.longitude - 0.012 + Double(index) * 0.001_2
          + (index % 4 == 0 ? 0.002 : 0)
      )
    }
  }
}

@MainActor @Suite(.limited) struct `The map of a real city` {
  @Test(.enabled(if: TestData.tiles("firenze-protomaps.pmtiles") != nil), arguments: RealCity.all)
  func `The map of a real city keeps its streets and names apart and the whole ride visible`(
    city: RealCity
  ) async throws {
    let source = try await TileSources.open(path: try #require(city.path))
    let nothing = try await MapScreen.demoCity()
    for look in MapLook.all(city.zooms) {
      let camera = Camera(center: city.center, zoom: look.zoom)
      let screen = MapScreen()
      screen.ride(along: city.ride, driven: 0.45)
      func frame(_ source: some TileSource) async -> (frame: Frame, names: [PlacedLabel]) {
        await screen.frame(of: source, camera: camera, size: look.size, glyphs: look.glyphs)
      }
      // The town lies elsewhere, so that only the ride is there.
      let (bare, full) = (await frame(nothing).frame, await frame(source))
      let cells = look.size.columns * look.size.rows
      let grounds = Dictionary(grouping: full.frame.cells) { $0.style.background }
      let land = grounds.max { $0.value.count < $1.value.count }?.key
      let isPainted = look.glyphs == .ascii
      let drawn = full.frame.cells.count {
        $0.base != " " || (isPainted && $0.style.background != land)
      }
      // Neither an empty map nor a wall of dots.
      #expect((cells / 12...cells * 9 / 10).contains(drawn), "\(look): \(drawn) of \(cells)")
      for (index, name) in full.names.enumerated() {
        #expect(!full.names.dropFirst(index + 1).contains { $0.rect.overlaps(name.rect) })
      }
      // The last rows are the attribution's and the scale bar's.
      let ride = (0..<(look.size.rows - 2) * look.size.columns).filter {
        bare.cells[$0].base != " "
      }
      // The background of a line is the area's.
      let changed = ride.filter {
        let (alone, drawn) = (bare.cells[$0], full.frame.cells[$0])
        return alone.base != drawn.base || alone.style.foreground != drawn.style.foreground
      }
      #expect(!ride.isEmpty && changed.isEmpty, "\(look): \(changed)")
      let isASCII = full.frame.cells.allSatisfy { $0.base.isASCII }
      #expect(isASCII || look.glyphs != .ascii, "\(look)")
    }
  }
}
