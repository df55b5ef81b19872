internal import CellGrid

/// The roles that the panels' text plays, as styles.
///
/// Source: user interface study, section 6.3, dark theme; every role differs in words or shape too.
enum Palette {
  static let plain = CellStyle.plain
  static let header = CellStyle(attributes: .reverse)
  static let heading = CellStyle(attributes: .bold)
  static let quiet = CellStyle(foreground: .indexed(248))
  static let border = CellStyle(foreground: .indexed(243))
  static let good = CellStyle(foreground: .indexed(36), attributes: .bold)
  static let warning = CellStyle(foreground: .indexed(221), attributes: .bold)
  static let failure = CellStyle(foreground: .indexed(203), attributes: .bold)
  static let pickup = CellStyle(foreground: .indexed(36), attributes: .bold)
  static let stop = CellStyle(foreground: .indexed(175), attributes: .bold)
  static let dropoff = CellStyle(foreground: .indexed(231), attributes: .bold)
  static let route = CellStyle(foreground: .indexed(74))
  static let travelled = CellStyle(foreground: .indexed(243))
  static let vehicle = CellStyle(attributes: [.bold, .reverse])
  static let cursor = CellStyle(foreground: .indexed(221), attributes: [.bold, .reverse])
  static let key = CellStyle(attributes: .bold)
}
