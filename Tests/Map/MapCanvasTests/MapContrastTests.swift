import CellGrid
import TestSupport
import Testing
import VectorTiles

@testable import MapCanvas

/// The colors of a painted map on a terminal.
struct PaintedMap: Sendable, CustomTestStringConvertible {
  let appearance: Appearance
  let tones: BaseMapTones
  let areas: [String: Color]

  init?(background: Appearance.Background, hasExactColors: Bool) {
    var appearance = Appearance(background: background)
    appearance.hasExactColors = hasExactColors
    guard let colors = appearance.areaColors else { return nil }
    self.appearance = appearance
    tones = BaseMapTones(appearance)
    areas = [
      "land": colors.land, "water": colors.water, "green": colors.green, "sand": colors.sand,
      "building": colors.building,
    ]
  }

  static let all = [Appearance.Background.dark, .light].flatMap { background in
    [false, true].compactMap { PaintedMap(background: background, hasExactColors: $0) }
  }

  var testDescription: String {
    "\(appearance.background), \(appearance.hasExactColors ? "all colors" : "256 colors")"
  }

  /// The contrast of a line or a name with an area, 1 to 21.
  func contrast(_ style: CellStyle, on area: String) throws -> Double {
    guard case .indexed(let front) = style.foreground else {
      throw Missing(what: "foreground \(style)")
    }
    guard case .indexed(let back)? = areas[area] else { throw Missing(what: area) }
    var behind = RGBColor(index: back)
    if appearance.hasExactColors, let exact = AreaColors.exact[back] {
      behind = RGBColor(red: exact.red, green: exact.green, blue: exact.blue)
    }
    return RGBColor(index: front).contrast(with: behind)
  }

  struct Missing: Error { let what: String }
}

@Suite(.limited) struct `The colors of a painted map` {
  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map give lines a contrast of 3 to 1 on each area`(
    map: PaintedMap
  ) throws {
    let style = BaseMapStyle(map.appearance)
    let lines = MapFeatureClass.allCases.filter { !$0.isArea }
    for zoom in [14.0, 16] {
      for line in lines {
        guard let paint = style.paint(line, zoom: zoom), !paint.isFading else { continue }
        for (area, color) in map.areas.sorted(by: { $0.key < $1.key }) {
          let contrast = try map.contrast(style.line(paint, on: color), on: area)
          #expect(contrast >= 3, "\(line) on \(area) at \(zoom): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: PaintedMap.all)
  func `The colors of a painted map give names a contrast of 4.5 to 1 on each area`(
    map: PaintedMap
  ) throws {
    let names = [
      ("place", map.tones.place), ("main road", map.tones.name), ("street", map.tones.quietName),
      ("water", map.tones.waterName), ("park", map.tones.greenName),
    ]
    for (name, style) in names {
      for area in map.areas.keys.sorted() {
        let contrast = try map.contrast(style, on: area)
        #expect(contrast >= 4.5, "\(name) on \(area): \(contrast)")
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
