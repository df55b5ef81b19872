import CellGrid
import TestSupport
import Testing
import VectorTiles

@testable import MapCanvas

/// The colors of a painted map on a terminal.
struct PaintedMap: Sendable, CustomTestStringConvertible {
  let appearance: Appearance
  let tones: BaseMapTones
  let areas: AreaColors

  init?(background: Appearance.Background, hasExactColors: Bool) {
    var appearance = Appearance(background: background)
    appearance.hasExactColors = hasExactColors
    guard let colors = appearance.areaColors else { return nil }
    self.appearance = appearance
    tones = BaseMapTones(appearance)
    areas = colors
  }

  static let all = [Appearance.Background.dark, .light].flatMap { background in
    [false, true].compactMap { PaintedMap(background: background, hasExactColors: $0) }
  }

  /// The colors behind names.
  var grounds: [Color] {
    [
      areas.land, areas.building, areas.square, areas.sand, areas.green, areas.water, areas.path,
      areas.street, areas.secondary, areas.primary, areas.trunk, areas.motorway, areas.rail,
    ]
  }

  var testDescription: String {
    "\(appearance.background), \(appearance.hasExactColors ? "all colors" : "256 colors")"
  }

  /// The contrast of two colors, 1 to 21.
  static func contrast(_ one: Color, _ other: Color) throws -> Double {
    try rgb(one).contrast(with: rgb(other))
  }

  private static func rgb(_ color: Color) throws -> RGBColor {
    switch color {
    case .indexed(let index): RGBColor(index: index)
    case .rgb(let red, let green, let blue): RGBColor(red: red, green: green, blue: blue)
    case .standard: throw Missing()
    }
  }

  struct Missing: Error {}
}

@Suite(.limited) struct `The colors of a painted map` {
  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map make streets visible and quiet`(map: PaintedMap) throws {
    let style = BaseMapStyle(map.appearance)
    let streets = MapFeatureClass.allCases.filter { !$0.isArea && !$0.isName }
    var seen = 0
    for street in streets {
      for zoom in [13.0, 14.5, 16, 18] {
        guard let paint = style.paint(street, zoom: zoom, kind: .quadrant), paint.ground != .water
        else { continue }
        let fill = try #require(paint.fill)
        let contrast = try PaintedMap.contrast(fill, map.areas.land)
        seen += 1
        let most = map.appearance.hasExactColors ? 1.8 : 2.2
        #expect((1.15...most).contains(contrast), "\(street) at \(zoom): \(contrast)")
      }
    }
    #expect(seen > 30)
  }

  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map give lines of dots a contrast of 3 to 1 on each ground`(
    map: PaintedMap
  ) throws {
    let style = BaseMapStyle(map.appearance)
    let areas = map.areas
    let lines = MapFeatureClass.allCases.filter { !$0.isArea && !$0.isName }
    for zoom in [14.0, 16] {
      for line in lines {
        guard let paint = style.paint(line, zoom: zoom), !paint.isFading else { continue }
        for ground in [areas.land, areas.water, areas.green, areas.sand, areas.building] {
          let front = style.line(paint, on: ground).foreground
          let contrast = try PaintedMap.contrast(front, ground)
          #expect(contrast >= 3, "\(line) on \(ground) at \(zoom): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map give names a contrast of 4.5 to 1 on each ground`(
    map: PaintedMap
  ) throws {
    let isExact = map.appearance.hasExactColors
    let names = [
      ("place", map.tones.place, 4.5), ("main road", map.tones.name, 4.5),
      ("street", map.tones.quietName, 4.5),
      // The palette has no blue and green between the grounds and white.
      ("water", map.tones.waterName, isExact ? 4.5 : 3.7),
      ("park", map.tones.greenName, isExact ? 4.5 : 3.7),
    ]
    for (name, style, least) in names {
      for ground in map.grounds {
        let contrast = try PaintedMap.contrast(style.foreground, ground)
        #expect(contrast >= least, "\(name) on \(ground): \(contrast)")
      }
    }
  }

  @Test func `The colors of a painted map are used with 256 colors only, if the user wants them`() {
    for depth in [ColorDepth.sixteen, .eight, .monochrome] {
      #expect(Appearance(colorDepth: depth).areaColors == nil)
    }
    var own = Appearance()
    own.paintsAreas = false
    #expect(own.areaColors == nil)
  }
}
