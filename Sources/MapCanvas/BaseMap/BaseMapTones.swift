internal import CellGrid

/// The colors of a base map on a terminal.
///
/// In high contrast lines have a contrast of at least 3 to 1, and most names the terminal's own
/// color. With few colors the first eight are used, since similar colors differ between terminals;
/// streets are the terminal's own color made dim, which no route is. Yellow is not visible on white,
/// and black is heavier than a route there, so only motorways are black.
struct BaseMapTones: Sendable, Hashable {
  let water, green, sand, building: CellStyle
  let faint, minor, middle, major, motorway, rail, boundary: CellStyle
  let place, name, quietName, waterName, greenName: CellStyle

  init(_ appearance: Appearance) {
    var appearance = appearance
    // With few colors dim lines are the only quiet ones.
    if appearance.colorDepth != .palette256 { appearance.isHighContrast = false }

    func tone(
      _ role: ThemeRole,
      _ palette: ColorRole.Pair,
      _ contrast: ColorRole.Pair = .own,
      basic: ColorRole.Pair = .own,
      _ attributes: CellStyle.Attributes = [],
      fewColors: CellStyle.Attributes = .dim,
      colorless: CellStyle.Attributes = .dim
    ) -> CellStyle {
      var style = ColorRole(
        role,
        palette,
        contrast: contrast,
        basic: basic,
        attributes: attributes,
        basicAttributes: fewColors,
        colorlessAttributes: colorless
      ).style(in: appearance)
      // A theme's color is used as it is.
      if appearance.color(of: role) != nil { style.attributes.remove(.dim) }
      return style
    }

    water = tone(.water, .init(25, 110), .init(75, 25), basic: .init(4, 4), fewColors: [])
    green = tone(.green, .init(28, 108), .init(78, 28), basic: .init(2, 2))
    sand = tone(.sand, .init(58, 180), .init(180, 94), basic: .init(3, nil))
    building = tone(.building, .init(238, 250), .init(243, 244))
    faint = tone(.path, .init(239, 251), .init(243, 244))
    minor = tone(.street, .init(241, 248), .init(245, 242))
    middle = tone(.road, .init(246, 245), .init(250, 239))
    major = tone(.mainRoad, .init(137, 137), .init(180, 94), basic: .init(3, nil))
    motorway = tone(
      .motorway,
      .init(173, 130),
      .init(215, 130),
      basic: .init(3, nil),
      fewColors: []
    )
    rail = tone(.rail, .init(60, 103), .init(147, 60))
    boundary = tone(.boundary, .init(96, 133), .init(213, 90), basic: .init(5, 5))
    place = tone(.placeName, .init(254, 234), .own, .bold, fewColors: .bold, colorless: .bold)
    name = tone(.roadName, .init(250, 238), fewColors: [], colorless: [])
    quietName = tone(.streetName, .init(246, 241), fewColors: [])
    waterName = tone(.waterName, .init(67, 25), .init(117, 18), basic: .init(4, 4), fewColors: [])
    greenName = tone(.parkName, .init(65, 22), .init(120, 22), basic: .init(2, 2), fewColors: [])
  }
}
