internal import CellGrid

/// The roles of a ride on a map.
///
/// The three of traffic stay apart for eyes that miss a kind of cone: their distance (CIE76) is at
/// least 26 in each theme.
extension ColorRole {
  static let route = ColorRole(
    .route,
    Pair(74, 25),
    contrast: Pair(81, 24),
    basic: Pair(6, 6),
    colorlessAttributes: .bold
  )
  static let remaining = ColorRole(
    .remaining,
    Pair(74, 25),
    contrast: Pair(81, 24),
    basic: Pair(6, 6),
    attributes: .dim,
    basicAttributes: []
  )
  static let slow = ColorRole(
    .slow,
    Pair(221, 130),
    contrast: Pair(227, 94),
    basic: Pair(3, 3),
    colorlessAttributes: .bold
  )
  static let jam = ColorRole(
    .jam,
    Pair(166, 88),
    contrast: Pair(208, 52),
    basic: Pair(1, 1),
    basicAttributes: .bold
  )
  static let travelled = ColorRole(
    .travelled,
    Pair(243, 244),
    contrast: Pair(250, 239),
    basic: .own,
    basicAttributes: .dim
  )
  static let pickup = ColorRole(
    .pickup,
    Pair(36, 23),
    contrast: Pair(48, 22),
    basic: Pair(2, 2),
    attributes: .bold,
    colorlessAttributes: [.bold, .reverse]
  )
  static let stop = ColorRole(
    .stop,
    Pair(175, 90),
    contrast: Pair(219, 90),
    basic: Pair(5, 5),
    attributes: .bold,
    colorlessAttributes: [.bold, .reverse]
  )
  static let dropoff = ColorRole(
    .dropoff,
    Pair(231, 16),
    contrast: .own,
    basic: .own,
    attributes: .bold,
    colorlessAttributes: [.bold, .reverse]
  )
  static let vehicle = ColorRole(
    .vehicle,
    Pair(231, 16),
    contrast: .own,
    basic: .own,
    attributes: [.bold, .reverse]
  )
  static let myLocation = ColorRole(
    .myLocation,
    Pair(75, 26),
    contrast: Pair(117, 18),
    basic: Pair(4, 4),
    attributes: .bold
  )
  static let foreignStop = ColorRole(
    .foreignStop,
    Pair(248, 241),
    contrast: .own,
    basic: .own
  )
  static let accuracy = ColorRole(
    .accuracy,
    Pair(67, 67),
    contrast: Pair(110, 25),
    basic: Pair(4, 4),
    colorlessAttributes: .dim
  )
}
