/// The colors of a painted map's ground: its areas, and the streets as bands on them.
package struct AreaColors: Sendable, Hashable {
  package var land: Color
  package var building: Color
  package var square: Color
  package var sand: Color
  package var green: Color
  package var water: Color
  /// Paths and service roads, and streets that are not shown in full yet.
  package var path: Color
  package var street: Color
  package var tertiary: Color
  package var secondary: Color
  package var primary: Color
  package var trunk: Color
  package var motorway: Color
  package var rail: Color
  package var boundary: Color
  /// The colors of a texture for whole cells of ``green``, where no single color is quiet; nil for none.
  package var greenTexture: CellStyle?

  /// The roles of a user's theme that color the ground.
  static var roles: [(ThemeRole, WritableKeyPath<AreaColors, Color>)] {
    [
      (.water, \.water), (.green, \.green), (.sand, \.sand), (.building, \.building),
      (.path, \.path), (.street, \.street), (.road, \.tertiary), (.road, \.secondary),
      (.mainRoad, \.primary), (.mainRoad, \.trunk), (.motorway, \.motorway), (.rail, \.rail),
      (.boundary, \.boundary),
    ]
  }

  fileprivate static let lightExact = AreaColors(
    land: rgb(0xDCE1E8),
    building: rgb(0xCFD6DF),
    square: rgb(0xF0F2F5),
    sand: rgb(0xEFE6CB),
    green: rgb(0xBFE3C4),
    water: rgb(0xA6D4F4),
    path: rgb(0xF0F2F5),
    street: rgb(0xFFFFFF),
    tertiary: rgb(0xFFFFFF),
    secondary: rgb(0xFFFFFF),
    primary: rgb(0xFFFFFF),
    trunk: rgb(0xBAC5D4),
    motorway: rgb(0xBAC5D4),
    rail: rgb(0xBEC4CD),
    boundary: rgb(0xBEC4CD)
  )
  fileprivate static let darkExact = AreaColors(
    land: rgb(0x1D2430),
    building: rgb(0x252D3A),
    square: rgb(0x2C3543),
    sand: rgb(0x2E2D28),
    green: rgb(0x1A3A2B),
    water: rgb(0x123350),
    path: rgb(0x2C3543),
    street: rgb(0x374253),
    tertiary: rgb(0x374253),
    secondary: rgb(0x3F4B5F),
    primary: rgb(0x3F4B5F),
    trunk: rgb(0x3F4B5F),
    motorway: rgb(0x3F4B5F),
    rail: rgb(0x353B47),
    boundary: rgb(0x353B47)
  )
  fileprivate static let light = AreaColors(
    land: .indexed(253),
    building: .indexed(251),
    square: .indexed(255),
    sand: .indexed(187),
    green: .indexed(151),
    water: .indexed(153),
    path: .indexed(255),
    street: .indexed(231),
    tertiary: .indexed(231),
    secondary: .indexed(231),
    primary: .indexed(231),
    trunk: .indexed(250),
    motorway: .indexed(250),
    rail: .indexed(250),
    boundary: .indexed(250)
  )
  fileprivate static let dark = AreaColors(
    land: .indexed(235),
    building: .indexed(236),
    square: .indexed(237),
    sand: .indexed(236),
    green: .indexed(237),
    water: .indexed(24),
    path: .indexed(237),
    street: .indexed(238),
    tertiary: .indexed(238),
    secondary: .indexed(240),
    primary: .indexed(240),
    trunk: .indexed(240),
    motorway: .indexed(240),
    rail: .indexed(238),
    boundary: .indexed(238),
    greenTexture: CellStyle(foreground: .indexed(65), background: .indexed(236))
  )

  private static func rgb(_ value: UInt32) -> Color {
    .rgb(
      red: UInt8(value >> 16 & 0xFF),
      green: UInt8(value >> 8 & 0xFF),
      blue: UInt8(value & 0xFF)
    )
  }
}

extension AreaColors {
  /// Creates the colors for a background, of the palette or exact ones.
  ///
  /// Streets have a contrast of 1.15 to 1.8 with land, up to 2.2 in the palette, so that the ride is loudest.
  package init(isLight: Bool, isExact: Bool) {
    self =
      switch (isLight, isExact) {
      case (false, true): .darkExact
      case (false, false): .dark
      case (true, true): .lightExact
      case (true, false): .light
      }
  }
}
