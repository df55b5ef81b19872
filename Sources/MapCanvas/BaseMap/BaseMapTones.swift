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
    green: color(22),
    sand: color(58),
    building: color(237),
    faint: color(237),
    minor: color(240),
    middle: color(243),
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

extension CellStyle {
  fileprivate func with(_ attributes: Attributes) -> CellStyle {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
