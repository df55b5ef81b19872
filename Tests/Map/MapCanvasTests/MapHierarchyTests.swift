import CellGrid
import Geo
import TestSupport
import Testing
import TileWriting
import VectorTiles

@testable import MapCanvas

@Suite(.limited) struct `A base map's hierarchy` {
  private typealias Way = (layer: String, type: TileGeometryType, kind: String, points: [Int32])

  private let size = GridSize(columns: 12, rows: 5)
  /// From the west to the east of a tile, through its middle.
  private let across: [Int32] = [0, 2_048, 4_096, 2_048]

  /// A picture of the middle of a tile of zoom 14.
  private func picture(
    _ ways: [Way], zoom: Double = 14, kind: DotGridKind = .braille,
    colorDepth: ColorDepth = .palette256, paintsAreas: Bool = false, letters: MapLetters = .all
  ) throws -> BaseMapPicture {
    var appearance = Appearance(colorDepth: colorDepth)
    appearance.paintsAreas = paintsAreas
    let address = try #require(TileAddress(z: 14, x: 8_704, y: 5_971))
    var layers: [EncodableLayer] = []
    for way in ways {
      let kind = TileValue.string(way.kind)
      let feature = VectorTile.Feature(
        type: way.type, properties: ["class": kind, "subclass": kind, "name": kind],
        coordinates: way.points, partEnds: [way.points.count / 2])
      if let index = layers.firstIndex(where: { $0.name == way.layer }) {
        layers[index].features.append(feature)
      } else {
        layers.append(EncodableLayer(name: way.layer, features: [feature]))
      }
    }
    let tile = DecodedTile(
      try VectorTile(TileEncoder.encode(layers)), address: address, detail: TileDetail(zoom: zoom))
    let edge = Double(1 << address.z)
    let middle = WorldPoint(
      x: (Double(address.x) + 0.5) / edge, y: (Double(address.y) + 0.5) / edge)
    let camera = Camera(center: WebMercator.coordinate(middle), zoom: zoom)
    var renderer = BaseMapRenderer()
    return renderer.picture(
      of: [BaseMapTile(tile)], in: Viewport(camera, size, kind: kind),
      style: BaseMapStyle(appearance, letters: letters))
  }

  private func road(_ kind: String) -> Way { ("transportation", .line, kind, across) }

  /// The numbers of Braille dots in cells that have any.
  private func dots(_ picture: BaseMapPicture) -> Set<Int> {
    Set(
      picture.frame.rows.joined().unicodeScalars
        .filter { $0 != " " }.map { ($0.value & 0xFF).nonzeroBitCount }
    )
  }

  @Test func `A motorway is two dots wide, and other roads are one`() throws {
    #expect(try dots(picture([road("motorway")])) == [4])
    for kind in ["trunk", "primary", "secondary", "tertiary", "minor"] {
      #expect(try dots(picture([road(kind)])) == [2], "\(kind)")
    }
  }

  @Test func `The rails of a yard show every other dot, and a single rail all`() throws {
    #expect(try dots(picture([road("rail")])) == [2])
    let yard = (0..<4).map { row -> Way in
      ("transportation", .line, "rail", [0, 2_052 + 16 * row, 4_096, 2_052 + 16 * row])
    }
    #expect(try dots(picture(yard)).allSatisfy { $0 <= 4 })
  }

  @Test(arguments: [DotGridKind.braille, .half])
  func `Pedestrian streets are shown from zoom 13`(kind: DotGridKind) throws {
    let street: Way = ("transportation", .line, "pedestrian", across)
    let isShown = try [12.0, 13, 14].map { zoom -> Bool in
      try picture([street], zoom: zoom, kind: kind).frame.rows.contains {
        $0.contains { $0 != " " }
      }
    }
    #expect(isShown == [false, true, true])
  }

  @Test func `A map of zoom 13 uses tiles of zoom 14, which have pedestrian streets`() {
    let camera = Camera(center: Coordinate(latitude: 43.77, longitude: 11.25), zoom: 13.5)
    func zooms(_ available: ClosedRange<Int>) -> Set<Int> {
      Set(Viewport.tiles(covering: camera, size: size, zooms: available).map(\.z))
    }
    #expect(zooms(0...14) == [14])
    #expect(zooms(0...13) == [13])
  }

  @Test func `Streets fade in over more than a zoom, after the larger roads`() throws {
    let style = BaseMapStyle.dark
    #expect(style.paint(.street, zoom: 12.49) == nil)
    let steps = try [12.5, 13.25, 14, 15].map { try #require(style.paint(.street, zoom: $0)).style }
    #expect(Set(steps[...2]).count == 3)
    #expect(steps[2] == steps[3])
    // The larger roads have their own colors by then.
    for featureClass in [MapFeatureClass.tertiary, .secondary, .primary, .motorway] {
      #expect(
        style.paint(featureClass, zoom: 12.5)?.style == style.paint(featureClass, zoom: 14)?.style)
    }
  }

  @Test func `Streets without colors fade in with every other dot`() throws {
    let counts = try [12.5, 13.25].map { zoom in
      let rows = try picture([road("minor")], zoom: zoom, colorDepth: .monochrome).frame.rows
      return rows.joined().unicodeScalars.filter { $0 != " " }
        .reduce(0) { $0 + ($1.value & 0xFF).nonzeroBitCount }
    }
    #expect(counts == [size.columns, 2 * size.columns])
  }

  @Test func `More important roads are brighter on a dark terminal`() throws {
    let grays = try [MapFeatureClass.street, .tertiary, .secondary, .primary].map {
      try #require(BaseMapStyle.dark.paint($0, zoom: 14)).style.foreground
    }
    #expect(grays == [.indexed(243), .indexed(247), .indexed(251), .indexed(255)])
  }

  @Test(arguments: [DotGridKind.braille, .box, .ascii])
  func `A river is not drawn in the water that it is the middle of`(kind: DotGridKind) throws {
    let water: Way = ("water", .polygon, "river", [0, 1_900, 4_096, 1_900, 4_096, 2_200, 0, 2_200])
    let river: Way = ("waterway", .line, "river", across)
    let lake = try picture([water], kind: kind).frame
    #expect(lake.rows.joined().contains { $0 != " " })
    #expect(try picture([water, river], kind: kind).frame == lake)
    #expect(try picture([river], kind: kind).frame.rows.joined().contains { $0 != " " })
  }

  @Test(arguments: [MapLetters.all, .unambiguous])
  func `A cell inside an area is painted, whatever characters its edges have`(
    letters: MapLetters
  ) throws {
    let all: [Int32] = [0, 0, 4_096, 0, 4_096, 4_096, 0, 4_096]
    let lake: Way = ("water", .polygon, "lake", all)
    let frame = try picture([lake], paintsAreas: true, letters: letters).frame
    #expect(frame.rows.joined().allSatisfy { $0 == " " })
    #expect(frame[3, 2].style.background != BaseMapStyle(Appearance()).land)
  }

  /// The dots of bands in the middle column of a picture in octants, from the top to the bottom.
  private func profile(_ ways: [Way], zoom: Double, color: Tone) throws -> Int {
    let ground = try #require(
      try picture(ways, zoom: zoom, kind: .octant, paintsAreas: true).ground)
    let wanted = try #require(ColorTable(Appearance()).fill(color))
    let octants = DotGridKind.octant.glyphs
    return (0..<size.rows).reduce(0) { count, row in
      let cell = ground.look.cell(ground.owners[row * size.columns + 6])
      let mask = octants.firstIndex(of: cell.base) ?? 0
      let front = cell.style.foreground == wanted ? mask.nonzeroBitCount : 0
      let back = cell.style.background == wanted ? 8 - mask.nonzeroBitCount : 0
      return count + (front + back) / 2
    }
  }

  @Test func `Streets of a painted map are bands as wide as their class and zoom`() throws {
    let widths = try ["primary", "secondary", "tertiary", "minor"].map { kind in
      let color: Tone = ["primary", "secondary"].contains(kind) ? .secondary : .street
      return try [15.0, 16].map { try profile([road(kind)], zoom: $0, color: color) }
    }
    #expect(widths == [[4, 8], [3, 6], [3, 5], [2, 4]])
  }

  @Test func `Streets of a painted map cross water on bridges`() throws {
    let all: [Int32] = [0, 0, 4_096, 0, 4_096, 4_096, 0, 4_096]
    let lake: Way = ("water", .polygon, "lake", all)
    #expect(try profile([road("primary"), lake], zoom: 15, color: .primary) == 4)
    #expect(try profile([road("primary"), lake], zoom: 15, color: .water) == 16)
    // A river in its own water is no band that differs.
    let river: Way = ("waterway", .line, "river", across)
    #expect(try profile([river, lake], zoom: 15, color: .water) == 20)
  }

  @Test func `Paths of a painted map are hidden where they are the pavement of a street`() throws {
    let pavement = across.enumerated().map { $0 % 2 == 1 ? $1 + 4 : $1 }
    let path: Way = ("transportation", .line, "footway", pavement)
    let far: Way = (
      "transportation", .line, "footway", across.enumerated().map { $0 % 2 == 1 ? $1 + 24 : $1 }
    )
    #expect(try profile([path], zoom: 17, color: .path) > 0)
    #expect(try profile([path, road("minor")], zoom: 17, color: .path) == 0)
    #expect(try profile([far, road("minor")], zoom: 17, color: .path) > 0)
  }

  @Test(arguments: [DotGridKind.quadrant, .sextant, .octant, .half])
  func `Minor streets of a painted map appear later in coarser dots, first in a quiet color`(
    kind: DotGridKind
  ) throws {
    let style = BaseMapStyle.dark
    let colors = style.colors
    let zooms = stride(from: 12.0, through: 16, by: 0.05).map { $0 }
    let fills = zooms.map { style.paint(.street, zoom: $0, kind: kind)?.fill }
    let first = try #require(fills.firstIndex { $0 != nil })
    let full = try #require(fills.firstIndex(of: colors.fill(.street)))
    #expect(fills[first] == colors.fill(.path) && first < full)
    let delays: [DotGridKind: Double] = [.octant: 0, .sextant: 0.5, .quadrant: 0.85, .half: 0.85]
    #expect(abs(zooms[first] - 12.75 - (delays[kind] ?? 0)) < 0.06)
    #expect(fills[first...].allSatisfy { $0 != nil })
  }

  @Test func `Areas of an ASCII map are lightly hatched`() throws {
    let all: [Int32] = [0, 0, 4_096, 0, 4_096, 4_096, 0, 4_096]
    let water = try picture([("water", .polygon, "lake", all)], kind: .ascii).frame.rows
    #expect(Set(water) == ["~ ~ ~ ~ ~ ~ ", " ~ ~ ~ ~ ~ ~"])
    let park = try picture([("landcover", .polygon, "wood", all)], kind: .ascii).frame.rows
    let marks = park.joined().filter { $0 == "\"" }.count
    #expect((5...12).contains(marks))
  }

  @Test func `The pieces of a street are one candidate for a name`() throws {
    let pieces: [Way] = (0..<6).map { index in
      ("transportation_name", .line, "primary", [1_950, 2_048, 2_048, 2_048 + index, 2_150, 2_048])
    }
    let candidates = try picture(pieces).candidates
    #expect(candidates.map(\.text.description) == ["primary"])
    #expect(candidates.allSatisfy { $0.places.count > 1 })
  }
}
