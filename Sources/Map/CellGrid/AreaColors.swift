/// The backgrounds of a map's areas.
package struct AreaColors: Sendable, Hashable {
  package var land: Color
  package var water: Color
  package var green: Color
  package var sand: Color
  package var building: Color

  /// The roles of a user's theme that color areas.
  static var roles: [(ThemeRole, WritableKeyPath<AreaColors, Color>)] {
    [(.water, \.water), (.green, \.green), (.sand, \.sand), (.building, \.building)]
  }

  /// Entries of the xterm palette, which a terminal with all colors shows as ``exact``.
  package static let dark = AreaColors(
    land: .indexed(234),
    water: .indexed(17),
    green: .indexed(22),
    sand: .indexed(237),
    building: .indexed(236)
  )
  /// Entries of the xterm palette, which a terminal with all colors shows as ``exact``.
  package static let light = AreaColors(
    land: .indexed(255),
    water: .indexed(153),
    green: .indexed(151),
    sand: .indexed(230),
    building: .indexed(253)
  )

  /// The colors behind palette entries that are used as backgrounds.
  ///
  /// Curses knows the palette only; its output names these instead where the terminal shows them.
  package static let exact: [UInt8: (red: UInt8, green: UInt8, blue: UInt8)] = [
    234: (0x1D, 0x24, 0x30), 17: (0x16, 0x34, 0x4F), 22: (0x1C, 0x3A, 0x2C),
    237: (0x35, 0x33, 0x2A), 236: (0x28, 0x30, 0x3D),
    255: (0xEE, 0xF0, 0xF2), 153: (0xA9, 0xD3, 0xF2), 151: (0xC6, 0xE6, 0xC8),
    230: (0xF3, 0xEB, 0xD3), 253: (0xDC, 0xE1, 0xE8),
  ]

  /// The color that a terminal with all colors shows for a background.
  static func exact(_ color: Color) -> Color {
    guard case .indexed(let index) = color, let shown = exact[index] else { return color }
    return .rgb(red: shown.red, green: shown.green, blue: shown.blue)
  }
}
