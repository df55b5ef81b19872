internal import CellGrid
internal import ConsumerMap

/// The roles that the panels' text plays, as styles.
///
/// Every role differs in words or shape too. What the map shows as well looks as it does there.
struct Palette: Hashable {
  let plain = CellStyle.plain
  let header = CellStyle(attributes: .reverse)
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
  let travelled: CellStyle
  let vehicle = CellStyle(attributes: [.bold, .reverse])
  let cursor: CellStyle
  let key = CellStyle(attributes: .bold)

  init(_ appearance: Appearance) {
    func style(_ role: ColorRole) -> CellStyle { role.style(in: appearance) }
    let map = MapTheme(appearance)
    quiet = style(.quiet)
    border = style(.border)
    good = style(.good)
    warning = style(.warning)
    failure = style(.failure)
    cursor = style(.cursor)
    pickup = map.pickup
    stop = map.stop
    dropoff = map.dropoff
    route = map.route
    slow = map.slow
    jam = map.jam
    travelled = map.behind
  }
}

extension ColorRole {
  fileprivate static let quiet = ColorRole(
    .quiet,
    Pair(248, 241),
    contrast: .own,
    basic: .own,
    basicAttributes: .dim
  )
  fileprivate static let border = ColorRole(
    .border,
    Pair(243, 244),
    contrast: Pair(250, 239),
    basic: .own,
    basicAttributes: .dim
  )
  fileprivate static let good = ColorRole(
    .good,
    Pair(36, 23),
    contrast: Pair(48, 22),
    basic: Pair(2, 2),
    attributes: .bold
  )
  /// Yellow cannot be read on white.
  fileprivate static let warning = ColorRole(
    .warning,
    Pair(221, 130),
    contrast: Pair(227, 52),
    basic: Pair(3, nil),
    attributes: .bold
  )
  fileprivate static let failure = ColorRole(
    .failure,
    Pair(203, 124),
    contrast: Pair(210, 88),
    basic: Pair(1, 1),
    attributes: .bold
  )
  fileprivate static let cursor = ColorRole(
    .cursor,
    Pair(221, 130),
    contrast: Pair(227, 52),
    basic: Pair(3, nil),
    attributes: [.bold, .reverse]
  )
}
