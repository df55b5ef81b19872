import CellGrid
import TestSupport
import Testing
import VectorTiles

@testable import MapCanvas

/// The colors of a painted map on a terminal.
struct PaintedMap: Sendable, CustomTestStringConvertible {
  let appearance: Appearance
  let colors: ColorTable

  init(background: Appearance.Background, hasExactColors: Bool) {
    var appearance = Appearance(background: background)
    appearance.hasExactColors = hasExactColors
    self.appearance = appearance
    colors = ColorTable(appearance)
  }

  static let all = [Appearance.Background.dark, .light].flatMap { background in
    [false, true].map { PaintedMap(background: background, hasExactColors: $0) }
  }

  /// The parts of the ground, each with its color.
  var grounds: [(tone: Tone, color: Color)] {
    Tone.allCases.compactMap { tone in colors.fill(tone).map { (tone, $0) } }
  }

  func fill(_ tone: Tone) throws -> Color { try #require(colors.fill(tone)) }

  var testDescription: String {
    "\(appearance.background), \(appearance.hasExactColors ? "all colors" : "256 colors")"
  }

  /// The contrast of two colors, 1 to 21.
  static func contrast(_ one: Color, _ other: Color) throws -> Double {
    try rgb(one).contrast(with: rgb(other))
  }

  static func rgb(_ color: Color) throws -> RGBColor {
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
    let land = try map.fill(.land)
    let streets = MapFeatureClass.allCases.filter { !$0.isArea && !$0.isName }
    var seen = 0
    for street in streets {
      for zoom in [13.0, 14.5, 16, 18] {
        guard let paint = style.paint(street, zoom: zoom, kind: .quadrant), paint.ground != .water
        else { continue }
        let contrast = try PaintedMap.contrast(#require(paint.fill), land)
        seen += 1
        let most = map.appearance.hasExactColors ? 1.8 : 2.2
        #expect((1.15...most).contains(contrast), "\(street) at \(zoom): \(contrast)")
      }
    }
    #expect(seen > 30)
  }

  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map make the ride loudest`(map: PaintedMap) throws {
    let isExact = map.appearance.hasExactColors
    for (tone, ground) in map.grounds {
      let route = try PaintedMap.contrast(map.colors[.route].foreground, ground)
      #expect(route >= (isExact ? 4.5 : 3.39), "route on \(tone): \(route)")
      let jam = try PaintedMap.contrast(map.colors[.jam].foreground, ground)
      #expect(jam >= 3, "jam on \(tone): \(jam)")
    }
    // Slow traffic and the rest of the way have the casing of land around them.
    let land = try map.fill(.land)
    for (tone, least) in [(Tone.slow, 3.0), (.remaining, 3.0), (.traveled, 2.1)] {
      let contrast = try PaintedMap.contrast(map.colors[tone].foreground, land)
      #expect(contrast >= least, "\(tone) on land: \(contrast)")
    }
    let traveled = try PaintedMap.contrast(map.colors[.traveled].foreground, land)
    let route = try PaintedMap.contrast(map.colors[.route].foreground, land)
    let remaining = try PaintedMap.contrast(map.colors[.remaining].foreground, land)
    #expect(traveled * 1.5 < route && remaining * 1.2 < route)
  }

  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map give lines of dots a contrast of 3 to 1 on each ground`(
    map: PaintedMap
  ) throws {
    let style = BaseMapStyle(map.appearance)
    let lines = MapFeatureClass.allCases.filter { !$0.isArea && !$0.isName }
    for zoom in [14.0, 16] {
      for line in lines {
        guard let paint = style.paint(line, zoom: zoom), !paint.isFading else { continue }
        for tone in [Tone.land, .water, .green, .sand, .building] {
          let ground = try map.fill(tone)
          let contrast = try PaintedMap.contrast(style.line(paint, on: ground).foreground, ground)
          #expect(contrast >= 3, "\(line) on \(tone) at \(zoom): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map give names a contrast of 4.5 to 1 on each ground`(
    map: PaintedMap
  ) throws {
    // The palette has no blue and green between the grounds and white.
    let few = map.appearance.hasExactColors ? 4.5 : 3.7
    let names: [(Tone, Double)] = [
      (.placeName, 4.5), (.roadName, 4.5), (.streetName, 4.5), (.waterName, few), (.parkName, few),
    ]
    for (name, least) in names {
      for (tone, ground) in map.grounds {
        let contrast = try PaintedMap.contrast(map.colors[name].foreground, ground)
        #expect(contrast >= least, "\(name) on \(tone): \(contrast)")
      }
    }
  }

  @Test(arguments: [Appearance.Background.dark, .light])
  func `The colors of lines in high contrast have 3 to 1 on the terminal's background`(
    background: Appearance.Background
  ) throws {
    let colors = ColorTable(Appearance(background: background, isHighContrast: true))
    let behind = Color.indexed(background == .light ? 231 : 16)
    for tone in Tone.allCases where colors[tone].foreground != .standard && tone != .fading {
      let contrast = try PaintedMap.contrast(colors[tone].foreground, behind)
      #expect(contrast >= 3, "\(tone): \(contrast)")
      #expect(colors.fill(tone) == nil)
    }
  }

  @Test(arguments: [Appearance.Background.dark, .light])
  func `The colors of streets in high contrast leave the route the loudest line`(
    background: Appearance.Background
  ) throws {
    let colors = ColorTable(Appearance(background: background, isHighContrast: true))
    let behind = Color.indexed(background == .light ? 231 : 16)
    let route = try PaintedMap.contrast(colors[.route].foreground, behind)
    let streets: [Tone] = [.path, .street, .tertiary, .secondary, .primary, .trunk, .motorway]
    for tone in streets {
      let contrast = try PaintedMap.contrast(colors[tone].foreground, behind)
      #expect(contrast * 1.5 <= route, "\(tone): \(contrast), route \(route)")
    }
  }

  @Test func `The colors of a painted map are used with 256 colors only, if the user wants them`() {
    var own = Appearance()
    own.paintsAreas = false
    let few = [ColorDepth.sixteen, .eight, .monochrome].map { Appearance(colorDepth: $0) }
    for appearance in few + [own] {
      #expect(Tone.allCases.allSatisfy { ColorTable(appearance).fill($0) == nil })
    }
    #expect(PaintedMap.all.allSatisfy { $0.grounds.count == 16 })
  }
}
