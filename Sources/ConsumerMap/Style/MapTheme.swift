package import CellGrid
internal import FleetEngine
internal import MapCanvas

/// How lines and markers look as long as no option is set: the roles that they play.
///
/// Every role differs in shape too.
package struct MapTheme: Sendable, Hashable {
  /// How a line looks.
  struct Line: Sendable, Hashable {
    var cellStyle: CellStyle
    /// Dots across.
    var width: Int
  }

  /// The route that the vehicle drives.
  package let route: CellStyle
  /// Traffic that is slow.
  package let slow: CellStyle
  /// A traffic jam.
  package let jam: CellStyle
  /// What lies behind, as a color.
  package let behind: CellStyle
  /// Where the trip begins.
  package let pickup: CellStyle
  /// A stop on the way.
  package let stop: CellStyle
  /// Where the trip ends.
  package let dropoff: CellStyle
  /// The vehicle.
  package let vehicle: CellStyle
  /// The user's own place.
  package let myLocation: CellStyle
  /// The way from the next waypoint on.
  private let remaining: CellStyle
  /// Streets are one dot wide where there are no colors, and what is wider is the ride.
  private let remainingWidth: Int
  /// Where the vehicle stops for others.
  let foreignStop: CellStyle
  /// The way that lies behind.
  let travelled: LineStyle
  /// The circle within which the vehicle is.
  let accuracy: LineStyle

  /// Creates a theme for a terminal.
  package init(_ appearance: Appearance) {
    func style(_ role: ColorRole) -> CellStyle { role.style(in: appearance) }
    route = style(.route)
    slow = style(.slow)
    jam = style(.jam)
    behind = style(.travelled)
    pickup = style(.pickup)
    stop = style(.stop)
    dropoff = style(.dropoff)
    vehicle = style(.vehicle)
    myLocation = style(.myLocation)
    remaining = style(.remaining)
    remainingWidth = appearance.colorDepth == .monochrome ? 2 : 1
    foreignStop = style(.foreignStop)
    travelled = LineStyle(
      cellStyle: behind,
      dash: LineStyle.Dash(drawn: 1, gap: 1),
      asciiGlyph: ":"
    )
    accuracy = LineStyle(
      cellStyle: style(.accuracy),
      dash: LineStyle.Dash(drawn: 1, gap: 2),
      asciiGlyph: "'"
    )
  }

  /// The accuracies in metres that are drawn: a smaller circle hides below its marker, and a larger
  /// one says nothing.
  static let shownAccuracy = 10.0...5_000.0

  /// The part of the trip for which no route is known.
  static let plannedDash = LineStyle.Dash(drawn: 2, gap: 2)

  func line(_ type: PolylineType) -> Line {
    switch type {
    case .activeRoute: Line(cellStyle: route, width: 2)
    case .remainingRoute: Line(cellStyle: remaining, width: remainingWidth)
    }
  }

  /// How traffic looks; nil for as the line.
  func traffic(_ speed: SpeedReading) -> CellStyle? {
    switch speed {
    case .slow: slow
    case .trafficJam: jam
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

  func marker(_ type: CustomizableMarkerType) -> CellStyle {
    switch type {
    case .tripPickupPoint: pickup
    case .tripDropoffPoint: dropoff
    case .intermediateDestination: stop
    case .tripVehicle: vehicle
    case .unknown: myLocation
    }
  }

  /// The order among lines of one z-index.
  static func rank(_ type: PolylineType) -> Int {
    switch type {
    case .remainingRoute: 0
    case .activeRoute: 1
    }
  }

  /// The order of an app's own markers and lines among those of one z-index: below a trip's.
  static let overlayRank = -2

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
