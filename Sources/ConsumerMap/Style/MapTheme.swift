internal import CellGrid
internal import FleetEngine
internal import MapCanvas

/// How lines and markers look as long as no option is set: the roles that they play.
///
/// Source: user interface study, section 6.3, dark theme; every role differs in shape too.
enum MapTheme {
  /// How a line looks.
  struct Line: Sendable, Hashable {
    var cellStyle: CellStyle
    /// Dots across.
    var width: Int
  }

  /// The way that lies behind.
  static let travelled = LineStyle(
    cellStyle: CellStyle(foreground: .indexed(243)),
    dash: LineStyle.Dash(drawn: 1, gap: 1),
    asciiGlyph: ":"
  )

  /// Where the vehicle stops for others.
  static let foreignStop = CellStyle(foreground: .indexed(248))

  /// The circle within which the vehicle is.
  static let accuracy = LineStyle(
    cellStyle: CellStyle(foreground: .indexed(67)),
    dash: LineStyle.Dash(drawn: 1, gap: 2),
    asciiGlyph: "'"
  )

  /// The accuracies in metres that are drawn: a smaller circle hides below its marker, and a larger
  /// one says nothing.
  static let shownAccuracy = 10.0...5_000.0

  /// The part of the trip for which no route is known.
  static let plannedDash = LineStyle.Dash(drawn: 2, gap: 2)

  static func line(_ type: PolylineType) -> Line {
    let color = Color.indexed(74)
    return switch type {
    case .activeRoute: Line(cellStyle: CellStyle(foreground: color), width: 2)
    case .remainingRoute:
      Line(cellStyle: CellStyle(foreground: color, attributes: .dim), width: 1)
    }
  }

  /// The color of traffic; nil for the line's own.
  static func traffic(_ speed: SpeedReading) -> Color? {
    switch speed {
    case .slow: .indexed(221)
    case .trafficJam: .indexed(166)
    case .normal, .unknown: nil
    }
  }

  /// What tells traffic apart without color; nil for nothing.
  static func pattern(_ speed: SpeedReading) -> (glyph: Unicode.Scalar, ascii: Unicode.Scalar)? {
    switch speed {
    case .slow: ("▒", "%")
    case .trafficJam: ("▓", "@")
    case .normal, .unknown: nil
    }
  }

  static func marker(_ type: CustomizableMarkerType) -> CellStyle {
    switch type {
    case .tripPickupPoint: CellStyle(foreground: .indexed(36), attributes: .bold)
    case .tripDropoffPoint: CellStyle(foreground: .indexed(231), attributes: .bold)
    case .intermediateDestination: CellStyle(foreground: .indexed(175), attributes: .bold)
    case .tripVehicle: CellStyle(foreground: .indexed(231), attributes: [.bold, .reverse])
    case .unknown: CellStyle(foreground: .indexed(75), attributes: .bold)
    }
  }

  /// The order among lines of one z-index.
  static func rank(_ type: PolylineType) -> Int {
    switch type {
    case .remainingRoute: 0
    case .activeRoute: 1
    }
  }

  /// The order among markers of one z-index.
  static func rank(_ type: CustomizableMarkerType) -> Int {
    switch type {
    case .unknown: 0
    case .intermediateDestination: 1
    case .tripPickupPoint: 2
    case .tripDropoffPoint: 3
    case .tripVehicle: 4
    }
  }
}
