internal import CellGrid

/// The colors of a base map.
struct BaseMapTones: Sendable, Hashable {
  var water: CellStyle
  var green: CellStyle
  var sand: CellStyle
  var building: CellStyle
  var faint: CellStyle
  var minor: CellStyle
  var middle: CellStyle
  var major: CellStyle
  var motorway: CellStyle
  var rail: CellStyle
  var boundary: CellStyle
  var place: CellStyle
  var name: CellStyle
  var quietName: CellStyle
  var waterName: CellStyle
  var greenName: CellStyle

  static let dark = BaseMapTones(
    water: color(25),
    green: color(28),
    sand: color(58),
    building: color(238),
    faint: color(239),
    minor: color(241),
    middle: color(246),
    major: color(137),
    motorway: color(173),
    rail: color(60),
    boundary: color(96),
    place: CellStyle(foreground: .indexed(254), attributes: .bold),
    name: color(250),
    quietName: color(246),
    waterName: color(67),
    greenName: color(65)
  )

  static let light = BaseMapTones(
    water: color(110),
    green: color(108),
    sand: color(180),
    building: color(250),
    faint: color(251),
    minor: color(248),
    middle: color(245),
    major: color(137),
    motorway: color(130),
    rail: color(103),
    boundary: color(133),
    place: CellStyle(foreground: .indexed(234), attributes: .bold),
    name: color(238),
    quietName: color(241),
    waterName: color(25),
    greenName: color(22)
  )

  /// Nothing faint: lines of at least 3 to 1 against black, names of the terminal's own color.
  static let darkContrast = BaseMapTones(
    water: color(75),
    green: color(78),
    sand: color(180),
    building: color(243),
    faint: color(243),
    minor: color(245),
    middle: color(250),
    major: color(180),
    motorway: color(215),
    rail: color(147),
    boundary: color(213),
    place: CellStyle(attributes: .bold),
    name: .plain,
    quietName: .plain,
    waterName: color(117),
    greenName: color(120)
  )

  /// Nothing faint: lines of at least 3 to 1 against white, names of the terminal's own color.
  static let lightContrast = BaseMapTones(
    water: color(25),
    green: color(28),
    sand: color(94),
    building: color(244),
    faint: color(244),
    minor: color(242),
    middle: color(239),
    major: color(94),
    motorway: color(130),
    rail: color(60),
    boundary: color(90),
    place: CellStyle(attributes: .bold),
    name: .plain,
    quietName: .plain,
    waterName: color(18),
    greenName: color(22)
  )

  /// The first eight colors as they are, since what is near them differs from terminal to terminal;
  /// streets are the terminal's own color made faint, which no route is.
  static let basic: BaseMapTones = {
    let dim = CellStyle(attributes: .dim)
    let (green, yellow, blue) = (color(2), color(3), color(4))
    return BaseMapTones(
      water: blue,
      green: green.with(.dim),
      sand: yellow.with(.dim),
      building: dim,
      faint: dim,
      minor: dim,
      middle: dim,
      major: yellow.with(.dim),
      motorway: yellow,
      rail: dim,
      boundary: color(5).with(.dim),
      place: CellStyle(attributes: .bold),
      name: .plain,
      quietName: .plain,
      waterName: blue,
      greenName: green
    )
  }()

  /// As ``basic`` without yellow, which nobody sees on white; black there is heavier than a route, so
  /// that only motorways have it.
  static let basicOnLight: BaseMapTones = {
    var tones = basic
    tones.sand = CellStyle(attributes: .dim)
    tones.major = CellStyle(attributes: .dim)
    tones.motorway = .plain
    return tones
  }()

  static let monochrome: BaseMapTones = {
    let dim = CellStyle(attributes: .dim)
    return BaseMapTones(
      water: dim,
      green: dim,
      sand: dim,
      building: dim,
      faint: dim,
      minor: dim,
      middle: dim,
      major: dim,
      motorway: dim,
      rail: dim,
      boundary: dim,
      place: CellStyle(attributes: .bold),
      name: .plain,
      quietName: dim,
      waterName: dim,
      greenName: dim
    )
  }()

  private static func color(_ index: UInt8) -> CellStyle {
    CellStyle(foreground: .indexed(index))
  }
}

extension BaseMapTones {
  /// The colors for a terminal.
  init(_ appearance: Appearance) {
    let isLight = appearance.background == .light
    switch appearance.colorDepth {
    case .palette256 where appearance.isHighContrast:
      self = isLight ? .lightContrast : .darkContrast
    case .palette256: self = isLight ? .light : .dark
    case .sixteen, .eight: self = isLight ? .basicOnLight : .basic
    case .monochrome: self = .monochrome
    }
    for role in ThemeRole.allCases {
      guard let color = appearance.color(of: role), let path = Self.tone(of: role) else { continue }
      self[keyPath: path] = CellStyle(
        foreground: color,
        attributes: self[keyPath: path].attributes.subtracting(.dim)
      )
    }
  }

  /// Where the color of a theme's role is; nil for a role that the base map has no part in.
  private static func tone(of role: ThemeRole) -> WritableKeyPath<BaseMapTones, CellStyle>? {
    switch role {
    case .water: \.water
    case .green: \.green
    case .sand: \.sand
    case .building: \.building
    case .path: \.faint
    case .street: \.minor
    case .road: \.middle
    case .mainRoad: \.major
    case .motorway: \.motorway
    case .rail: \.rail
    case .boundary: \.boundary
    case .placeName: \.place
    case .roadName: \.name
    case .streetName: \.quietName
    case .waterName: \.waterName
    case .parkName: \.greenName
    case .quiet, .border, .good, .warning, .failure, .cursor, .route, .remaining, .slow, .jam,
      .travelled, .pickup, .stop, .dropoff, .vehicle, .myLocation, .foreignStop, .accuracy:
      nil
    }
  }
}

extension CellStyle {
  fileprivate func with(_ attributes: Attributes) -> CellStyle {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
