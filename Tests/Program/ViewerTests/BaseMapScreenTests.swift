import CellGrid
import ConsumerMap
import Geo
import MapCanvas
import TestSupport
import Testing
import TileWriting
import VectorTiles

@testable import Viewer

/// A base map for the sample views: a river, main streets and their names in several scripts.
enum SampleTown {
  private static let names = ["Corso Venezia", "Via Dante", "Улица Мира", "Rue de l'Été", "青山通り"]

  static func tiles(_ camera: Camera, _ size: GridSize) throws -> [BaseMapTile] {
    try Viewport.tiles(covering: camera, size: size, zooms: 0...14).map { address in
      var streets: [VectorTile.Feature] = []
      for index in 0..<4 {
        let place = Int32(index) * 1_024 + 300
        let name = names[(index + address.x + address.y) % names.count]
        streets.append(line("primary", name, (0...16).flatMap { [$0 * 256, place + $0 * 4] }))
        streets.append(line("secondary", "", [place, 0, place + 200, 4_096]))
      }
      let tile = TileEncoder.encode([
        EncodableLayer(
          name: "water",
          features: [
            VectorTile.Feature(
              type: .polygon, coordinates: [0, 2_500, 4_096, 2_500, 4_096, 2_900, 0, 2_900],
              partEnds: [4])
          ]
        ),
        EncodableLayer(name: "transportation", features: streets),
        EncodableLayer(name: "transportation_name", features: streets),
      ])
      return BaseMapTile(try DecodedTile(VectorTile(tile), address: address, detail: .streets))
    }
  }

  private static func line(_ kind: String, _ name: String, _ points: [Int32]) -> VectorTile.Feature
  {
    VectorTile.Feature(
      type: .line,
      properties: ["class": .string(kind)].merging(name.isEmpty ? [:] : ["name": .string(name)]) {
        $1
      },
      coordinates: points,
      partEnds: [points.count / 2]
    )
  }
}

extension SampleView {
  /// Puts the sample town under the map, as a map view does.
  mutating func layBaseMap() throws {
    let area = state.layout.map
    state.ride.map?.attribution = "© OpenStreetMap"
    let map = try #require(state.ride.map)
    let camera = Camera(center: Coordinate(latitude: 45.461, longitude: 9.186), zoom: 13)
    state.ride.map?.camera = camera
    let viewport = Viewport(
      camera: camera, rect: Rect(column: 0, row: 0, columns: area.columns, rows: area.rows),
      kind: settings.dotGrid)
    var style = BaseMapStyle.dark
    style.letters = settings.glyphs.mapLetters
    var renderer = BaseMapRenderer()
    let tiles = try SampleTown.tiles(camera, area.size)
    let picture = renderer.picture(of: tiles, in: viewport, style: style)
    let names = picture.names(clearOf: map.scene.polylines, in: viewport, previous: [])
    state.ride.map?.baseMap = NamedBaseMap(picture: picture, names: names)
  }
}

@Suite(.limited) struct `The screens with a base map` {
  private static let sizes = [
    GridSize(columns: 80, rows: 24), GridSize(columns: 120, rows: 40),
    GridSize(columns: 40, rows: 12),
  ]

  private func view(_ size: GridSize, _ glyphs: GlyphLevel) throws -> SampleView {
    var view = SampleView(.enroute, columns: size.columns, rows: size.rows, glyphs: glyphs)
    try view.layBaseMap()
    return view
  }

  @Test func `The screens with a base map match their snapshots`() throws {
    let pictures = try Snapshots.pictures(levels: GlyphLevel.allCases) { try view($0, $1).frame }
    try Snapshots.expect(pictures, named: "streets")
  }

  @Test(arguments: sizes, GlyphLevel.allCases)
  func `The screens with a base map show its attribution in characters the terminal can draw`(
    _ size: GridSize, glyphs: GlyphLevel
  ) throws {
    let view = try view(size, glyphs)
    let credit = glyphs == .full ? "© OpenStreetMap" : "(c) OpenStreetMap"
    #expect(view.text.contains(credit))
    if glyphs == .ascii { #expect(view.text.unicodeScalars.allSatisfy { $0.isASCII }) }
    // Letters that some terminals draw wide.
    if glyphs == .narrow { #expect(!view.text.contains { "éЖУМ─│▶".contains($0) }) }
    if glyphs == .block {
      #expect(!view.text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
    }
  }

  @Test(
    arguments: [(80, 24), (100, 30), (120, 40), (70, 22)],
    [Key.enter, .character("?")])
  func `The screens with a base map show each name wholly or not at all next to a box`(
    size: (Int, Int), key: Key
  ) throws {
    var view = try view(GridSize(columns: size.0, rows: size.1), .full)
    view.press(key)
    let box = view.canvas().boxes
    #expect(!box.isEmpty)
    let (map, frame) = (view.state.layout.map, view.frame)
    for name in try #require(view.state.ride.map?.baseMap).names {
      let rect = Rect(
        column: name.rect.minColumn + map.minColumn, row: name.rect.minRow + map.minRow,
        columns: name.rect.columns, rows: 1)
      guard box.contains(where: { $0.overlaps(rect) }) else { continue }
      let rest = (rect.minColumn..<rect.maxColumn).filter { column in
        !box.contains { $0.contains(GridPoint(column: column, row: rect.minRow)) }
      }
      #expect(
        !rest.contains { frame[$0, rect.minRow].base.properties.isAlphabetic }, "\(view.text)")
    }
  }

  @Test(arguments: sizes) func `The screens with frames show a base map problem`(
    _ size: GridSize
  ) throws {
    var view = SampleView(.enroute, columns: size.columns, rows: size.rows)
    let before = view.text
    view.state.ride.map?.baseMapProblem = "h: The server cannot be reached."
    let isFramed = Layout(size: size, arrangement: ScreenArrangement()).isFramed
    #expect(view.text.contains("Base map error: h: The server") == isFramed)
    #expect((view.text == before) == !isFramed)
  }

  @Test func `The key for glyphs goes through the glyph levels`() {
    var settings = ViewerSettings()
    var view = SampleView(.enroute)
    #expect(view.press("g") == [.screen(.nextGlyphs)])
    var seen = [settings.dotGrid]
    let said = (0..<8).map { _ -> String in
      let sentence = settings.goToNextGlyphs()
      seen.append(settings.dotGrid)
      return sentence
    }
    #expect(
      said == [
        "Map: sextants.", "Map: octants, which few terminals draw.", "Map: half blocks.",
        "Map: Braille.", "Glyphs: narrow (Braille map, else ASCII).",
        "Glyphs: block (blocks and boxes, no Braille).", "Glyphs: ASCII only.",
        "Glyphs: full (blocks, Braille, boxes, symbols).",
      ])
    #expect(
      seen == [
        .quadrant, .sextant, .octant, .half, .braille, .braille, .quadrant, .cell, .quadrant,
      ])
    #expect(settings.glyphs == .full)
    // The dots that are usual come first, and none is left out.
    settings.blockElements = .octant
    let kinds = (0..<4).map { _ -> DotGridKind in
      _ = settings.goToNextGlyphs()
      return settings.dotGrid
    }
    #expect(kinds == [.quadrant, .sextant, .half, .braille])
    // A level that is named has its own dots.
    #expect(settings.setGlyphs(.ascii).contains("ASCII") && settings.dotGrid == .cell)
    _ = settings.setGlyphs(.full)
    (settings.blockElements, settings.canShowOctants) = (.quadrant, false)
    #expect(settings.goToNextGlyphs() == "Map: sextants.")
    #expect(settings.goToNextGlyphs() == "Map: half blocks.")
    settings.dots = nil
    settings.canShowUnicode = false
    settings.glyphs = .ascii
    #expect(settings.goToNextGlyphs().contains("UTF-8"))
    #expect(settings.glyphs == .ascii)
  }

  @Test func `The glyph level selects the map's dots unless the dots are set`() {
    var settings = ViewerSettings(glyphs: .block)
    #expect(settings.dotGrid == .quadrant)
    settings.lacksQuadrants = true
    #expect(settings.dotGrid == .box)
    settings.blockElements = .sextant
    #expect(settings.dotGrid == .box)
    settings.glyphs = .full
    #expect(settings.dotGrid == .sextant)
    settings.paintsAreas = false
    #expect(settings.dotGrid == .braille)
    settings.paintsAreas = true
    settings.glyphs = .narrow
    #expect(settings.dotGrid == .braille)
    settings.dots = .sextant
    #expect(settings.dotGrid == .sextant)
  }
}
