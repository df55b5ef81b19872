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
  /// Streets and tertiary roads.
  package var street: Color
  package var road: Color
  package var mainRoad: Color
  package var motorway: Color
  /// Tracks and boundaries.
  package var rail: Color
  /// The colors of a texture for whole cells of ``green``, where no single color is quiet; nil for none.
  package var greenTexture: CellStyle?

  /// All colors of the ground.
  package var all: [Color] {
    [
      land, building, square, sand, green, water, path, street, road, mainRoad, motorway, rail,
    ]
  }

  /// The roles of a user's theme that color the ground.
  static var roles: [(ThemeRole, WritableKeyPath<AreaColors, Color>)] {
    [
      (.water, \.water), (.green, \.green), (.sand, \.sand), (.building, \.building),
      (.path, \.path), (.street, \.street), (.road, \.road), (.mainRoad, \.mainRoad),
      (.motorway, \.motorway), (.rail, \.rail),
    ]
  }

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

  private static let lightExact = AreaColors(
    land: rgb(0xDCE1E8),
    building: rgb(0xCFD6DF),
    square: rgb(0xF0F2F5),
    sand: rgb(0xEFE6CB),
    green: rgb(0xBFE3C4),
    water: rgb(0xA6D4F4),
    path: rgb(0xF0F2F5),
    street: rgb(0xFFFFFF),
    road: rgb(0xFFFFFF),
    mainRoad: rgb(0xFFFFFF),
    motorway: rgb(0xBAC5D4),
    rail: rgb(0xBEC4CD)
  )
  private static let darkExact = AreaColors(
    land: rgb(0x1D2430),
    building: rgb(0x252D3A),
    square: rgb(0x2C3543),
    sand: rgb(0x2E2D28),
    green: rgb(0x1A3A2B),
    water: rgb(0x123350),
    path: rgb(0x2C3543),
    street: rgb(0x374253),
    road: rgb(0x3F4B5F),
    mainRoad: rgb(0x3F4B5F),
    motorway: rgb(0x3F4B5F),
    rail: rgb(0x353B47)
  )
  private static let light = AreaColors(
    land: .indexed(253),
    building: .indexed(251),
    square: .indexed(255),
    sand: .indexed(187),
    green: .indexed(151),
    water: .indexed(153),
    path: .indexed(255),
    street: .indexed(231),
    road: .indexed(231),
    mainRoad: .indexed(231),
    motorway: .indexed(250),
    rail: .indexed(250)
  )
  private static let dark = AreaColors(
    land: .indexed(235),
    building: .indexed(236),
    square: .indexed(237),
    sand: .indexed(236),
    green: .indexed(237),
    water: .indexed(24),
    path: .indexed(237),
    street: .indexed(238),
    road: .indexed(240),
    mainRoad: .indexed(240),
    motorway: .indexed(240),
    rail: .indexed(238),
    greenTexture: CellStyle(foreground: .indexed(65), background: .indexed(236))
  )

  private init(
    land: Color,
    building: Color,
    square: Color,
    sand: Color,
    green: Color,
    water: Color,
    path: Color,
    street: Color,
    road: Color,
    mainRoad: Color,
    motorway: Color,
    rail: Color,
    greenTexture: CellStyle? = nil
  ) {
    (self.land, self.building, self.square, self.sand) = (land, building, square, sand)
    (self.green, self.water, self.path, self.street) = (green, water, path, street)
    (self.road, self.mainRoad, self.motorway, self.rail) = (road, mainRoad, motorway, rail)
    self.greenTexture = greenTexture
  }

  private static func rgb(_ value: UInt32) -> Color {
    .rgb(
      red: UInt8(value >> 16 & 0xFF),
      green: UInt8(value >> 8 & 0xFF),
      blue: UInt8(value & 0xFF)
    )
  }
}
