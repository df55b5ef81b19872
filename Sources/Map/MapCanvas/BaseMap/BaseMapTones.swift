internal import CellGrid

/// The colors of a base map on a terminal.
///
/// In high contrast lines have a contrast of at least 3 to 1, and most names the terminal's own
/// color. With few colors the first eight are used, since similar colors differ between terminals;
/// streets are the terminal's own color made dim, which no route is. Yellow is not visible on white,
/// and black is heavier than a route there, so only motorways are black.
struct BaseMapTones: Sendable, Hashable {
  let water, green, sand, building: CellStyle
  let dawn, faint, minor, middle, upper, major, motorway, rail, boundary: CellStyle
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

    // On a painted ground lines of dots have a contrast of at least 3 to 1 against land, and names of 4.5 to 1 against
    // every color; names of water and parks 3.7 in the palette.
    let isPainted = appearance.areaColors != nil
    func pair(
      _ dark: UInt8?,
      _ light: UInt8?,
      painted: (dark: UInt8, light: UInt8)
    ) -> ColorRole.Pair {
      isPainted ? .init(painted.dark, painted.light) : .init(dark, light)
    }

    water = tone(
      .water,
      pair(25, 110, painted: (67, 67)),
      .init(75, 25),
      basic: .init(4, 4),
      fewColors: []
    )
    green = tone(.green, pair(28, 108, painted: (65, 65)), .init(78, 28), basic: .init(2, 2))
    sand = tone(.sand, pair(58, 180, painted: (101, 101)), .init(180, 94), basic: .init(3, nil))
    building = tone(.building, pair(238, 250, painted: (242, 246)), .init(243, 244))
    dawn = tone(.path, pair(237, 253, painted: (239, 250)), .init(240, 247))
    faint = tone(.path, pair(239, 251, painted: (242, 246)), .init(243, 244))
    minor = tone(.street, pair(241, 248, painted: (243, 244)), .init(245, 242))
    middle = tone(.road, pair(245, 245, painted: (247, 242)), .init(250, 239))
    upper = tone(.road, pair(249, 242, painted: (251, 239)), .init(252, 237))
    major = tone(
      .mainRoad,
      pair(254, 137, painted: (255, 94)),
      .init(180, 94),
      basic: .init(3, nil)
    )
    motorway = tone(
      .motorway,
      pair(173, 130, painted: (215, 130)),
      .init(215, 130),
      basic: .init(3, nil),
      fewColors: []
    )
    rail = tone(.rail, pair(60, 103, painted: (103, 61)), .init(147, 60))
    boundary = tone(
      .boundary,
      pair(96, 133, painted: (139, 96)),
      .init(213, 90),
      basic: .init(5, 5)
    )
    place = tone(
      .placeName,
      pair(254, 234, painted: (231, 16)),
      .own,
      .bold,
      fewColors: .bold,
      colorless: .bold
    )
    name = tone(
      .roadName,
      pair(250, 238, painted: (255, 235)),
      fewColors: [],
      colorless: []
    )
    quietName = tone(
      .streetName,
      pair(246, 241, painted: (252, 238)),
      fewColors: []
    )
    waterName = tone(
      .waterName,
      pair(67, 25, painted: (117, 18)),
      .init(117, 18),
      basic: .init(4, 4),
      fewColors: []
    )
    greenName = tone(
      .parkName,
      pair(65, 22, painted: (151, 22)),
      .init(120, 22),
      basic: .init(2, 2),
      fewColors: []
    )
  }
}
