internal import CellGrid

/// The roles that the panels' text plays, as styles.
///
/// Every role differs in words or shape too.
///
/// Source: user interface study, section 6.3, dark theme.
struct Palette {
  let plain = CellStyle.plain
  let header = CellStyle(attributes: .reverse)
  let heading = CellStyle(attributes: .bold)
  let quiet = CellStyle(foreground: .indexed(248))
  let border = CellStyle(foreground: .indexed(243))
  let good = CellStyle(foreground: .indexed(36), attributes: .bold)
  let warning = CellStyle(foreground: .indexed(221), attributes: .bold)
  let failure = CellStyle(foreground: .indexed(203), attributes: .bold)
  let pickup = CellStyle(foreground: .indexed(36), attributes: .bold)
  let stop = CellStyle(foreground: .indexed(175), attributes: .bold)
  let dropoff = CellStyle(foreground: .indexed(231), attributes: .bold)
  let route = CellStyle(foreground: .indexed(74))
  let travelled = CellStyle(foreground: .indexed(243))
  let vehicle = CellStyle(attributes: [.bold, .reverse])
  let cursor = CellStyle(foreground: .indexed(221), attributes: [.bold, .reverse])
  let key = CellStyle(attributes: .bold)
}
