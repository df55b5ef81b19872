internal import CellGrid
internal import ConsumerMap

/// The styles of the panels' text; items that the map shows too have the map's styles.
struct Palette: Hashable {
  let plain = CellStyle.plain
  /// The first row: quieter than the vehicle and the estimate.
  let header: CellStyle
  let heading = CellStyle(attributes: .bold)
  let quiet: CellStyle
  let border: CellStyle
  let good: CellStyle
  let warning: CellStyle
  let failure: CellStyle
  let pickup: CellStyle
  let stop: CellStyle
  let dropoff: CellStyle
  let route: CellStyle
  let slow: CellStyle
  let jam: CellStyle
  let remaining: CellStyle
  let traveled: CellStyle
  let vehicle: CellStyle
  let cursor: CellStyle
  let key = CellStyle(attributes: .bold)

  init(_ appearance: Appearance) {
    func style(_ role: ColorRole) -> CellStyle { role.style(in: appearance) }
    let map = MapTheme(appearance)
    quiet = style(.quiet)
    header = quiet
    border = style(.border)
    good = style(.good)
    warning = style(.warning)
    failure = style(.failure)
    cursor = style(.cursor)
    pickup = map.pickup
    stop = map.stop
    dropoff = map.dropoff
    vehicle = map.vehicle
    route = map.route
    slow = map.slow
    jam = map.jam
    remaining = map.remaining
    traveled = map.behind
  }
}

extension ColorRole {
  fileprivate static let quiet = faint(.quiet, Pair(248, 241), contrast: .own)
  fileprivate static let border = faint(.border, Pair(243, 244), contrast: Pair(250, 239))
  fileprivate static let good = bold(.good, Pair(36, 23), Pair(48, 22), Pair(2, 2))
  // Yellow is unreadable on white.
  fileprivate static let warning = bold(.warning, Pair(221, 130), Pair(227, 52), Pair(3, nil))
  fileprivate static let failure = bold(.failure, Pair(203, 124), Pair(210, 88), Pair(1, 1))
  fileprivate static let cursor = ColorRole(
    .cursor,
    Pair(221, 130),
    contrast: Pair(227, 52),
    basic: Pair(3, nil),
    attributes: [.bold, .reverse]
  )

  private static func faint(_ role: ThemeRole, _ pair: Pair, contrast: Pair) -> ColorRole {
    ColorRole(role, pair, contrast: contrast, basic: .own, basicAttributes: .dim)
  }

  private static func bold(_ role: ThemeRole, _ pair: Pair, _ high: Pair, _ basic: Pair) -> Self {
    ColorRole(role, pair, contrast: high, basic: basic, attributes: .bold)
  }
}
