import CellGrid
import Geo
import TestSupport
import Testing
import VectorTiles

@testable import MapCanvas

@Suite(.limited) struct `The cells of a painted ground` {
  private let colors: ColorTable = {
    var exact = Appearance(background: .light)
    exact.hasExactColors = true
    return ColorTable(exact)
  }()

  /// The ground of land (0), buildings (1), a park (2), water (3), a street (4), and a main road (5).
  private func ground(_ kind: DotGridKind) throws -> BandGround {
    let style = BaseMapStyle(Appearance(background: .light))
    var exact = Appearance(background: .light)
    exact.hasExactColors = true
    let own = BaseMapStyle(exact)
    let classes: [MapFeatureClass] = [.building, .park, .water, .street, .primary]
    let paints = try classes.map { try #require(own.paint($0, zoom: 15.5, kind: kind)) }
    #expect(style.colors != own.colors)
    return BandGround(paints, kind: kind, colors)
  }

  /// The dots of a cell, row by row.
  private func owners(_ text: String) -> UInt64 {
    text.filter { $0 != " " }.enumerated().reduce(0) { dots, item in
      dots | UInt64(item.element.wholeNumberValue ?? 0) << UInt64(8 * item.offset)
    }
  }

  private func color(_ number: Character) -> Color? {
    switch number {
    case "1": colors.fill(.building)
    case "2": colors.fill(.green)
    case "3": colors.fill(.water)
    case "4": colors.fill(.street)
    case "5": colors.fill(.primary)
    default: colors.fill(.land)
    }
  }

  @Test(arguments: [
    // One color.
    ("00 00", " ", "0", "0"), ("33 33", " ", "3", "3"), ("45 45", " ", "4", "4"),
    // Two colors are exact, and the higher one is the foreground.
    ("04 04", "▐", "4", "0"), ("44 40", "▛", "4", "0"), ("03 33", "▟", "3", "0"),
    ("32 22", "▘", "3", "2"),
    // Streets are kept whole, on the area of most dots.
    ("40 30", "▘", "4", "0"), ("40 33", "▘", "4", "3"), ("14 34", "▐", "4", "3"),
    // A quarter of a building is no crumb.
    ("00 01", " ", "0", "0"), ("01 01", "▌", "0", "1"), ("11 10", " ", "1", "1"),
    // Of three areas water keeps its shape.
    ("03 22", "▝", "3", "2"), ("32 00", "▘", "3", "0"),
  ]) func `The cells of a painted ground show two colors, streets first`(
    _ dots: String, _ glyph: Character, _ front: Character, _ back: Character
  ) throws {
    let cell = try ground(.quadrant).cell(owners(dots))
    #expect(Character(cell.base) == glyph)
    #expect(cell.style.background == color(back))
    if glyph != " " { #expect(cell.style.foreground == color(front)) }
  }

  @Test
  func `The cells of a painted ground in the palette have the texture of parks only in parks`()
    throws
  {
    let style = BaseMapStyle(Appearance(background: .dark))
    let colors = style.colors
    #expect(colors.fill(.green) == colors.fill(.path) && colors.greenTexture != nil)
    let classes: [MapFeatureClass] = [.square, .park, .service]
    let paints = try classes.map { try #require(style.paint($0, zoom: 18, kind: .quadrant)) }
    let ground = BandGround(paints, kind: .quadrant, colors)
    #expect(["11 11", "22 22", "33 33"].map { ground.cell(owners($0)).base } == [" ", "░", " "])
  }

  @Test(arguments: [
    ("00 00", UInt8(0b0101), "▌", "0"), ("04 04", 0b0101, "▌", "4"), ("43 33", 0b0001, "▘", "3"),
    ("44 33", 0b0101, "▌", "4"), ("00 00", 0b1111, "█", "0"),
  ]) func `The cells of a painted ground show a ride above a street or the area of most dots`(
    _ dots: String, ride: UInt8, _ glyph: Character, _ back: Character
  ) throws {
    let style = CellStyle(foreground: .indexed(20))
    let cell = try ground(.quadrant).cell(owners(dots), ride: ride, style: style)
    #expect(Character(cell.base) == glyph)
    #expect(cell.style.foreground == .indexed(20) && cell.style.background == color(back))
  }

  @Test(arguments: [DotGridKind.half, .quadrant, .sextant, .octant])
  func `The cells of a painted ground have at most the colors of their dots`(
    kind: DotGridKind
  ) throws {
    let ground = try ground(kind)
    let count = kind.dotsAcross * kind.dotsDown
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3_000 {
      let numbers = (0..<count).map { _ in Int.random(in: 0...5, using: &random) }
      let text = numbers.map(String.init).joined()
      let cell = ground.cell(owners(text))
      let allowed = Set(text.map(color))
      #expect(allowed.contains(cell.style.background), "\(text)")
      if cell.base != " " { #expect(allowed.contains(cell.style.foreground), "\(text)") }
    }
  }

  @Test func `The cells of a painted ground cost no more for a hostile tile than for a city`()
    throws
  {
    let size = GridSize(columns: 200, rows: 60)
    let address = try #require(TileAddress(z: 14, x: 8_704, y: 5_971))
    let edge = Double(1 << address.z)
    let middle = WorldPoint(x: (8_704 + 0.5) / edge, y: (5_971 + 0.5) / edge)
    let camera = Camera(center: WebMercator.coordinate(middle), zoom: 14)
    let placement = TilePlacement(
      column: address.x, row: address.y, zoom: address.z, extent: DecodedTile.extent,
      projection: Viewport(camera, size, kind: .octant).projection(worldsRight: 0))
    // From one side to the other and back, again and again.
    let points = (0..<40_000).map { TilePoint(x: $0 % 2 == 0 ? 0 : 4_095, y: Int16($0 % 4_096)) }
    var plane = AreaPlane(kind: .octant, size: size)
    var budget: Int64 = 500_000
    points.withUnsafeBufferPointer { points in
      [Int32(points.count)].withUnsafeBufferPointer { ends in
        unsafe plane.draw(
          Band(width: 60), along: points, ends: ends, placement: placement, owner: 1,
          budget: &budget, clip: plane.bounds)
      }
    }
    // Each of the thin bands that follow is as long as the tile.
    #expect(budget <= 0 && budget > -20_000_000)
    #expect(plane.cells.contains { $0 != 0 })
  }
}
