package import CellGrid
internal import FleetEngine
internal import MapCanvas

/// The styles of lines and markers without set options; each also differs from the others in shape.
package struct MapTheme: Sendable, Hashable {
  struct Line: Sendable, Hashable {
    var cellStyle: CellStyle
    var width: Int
  }

  package let route, remaining, slow, jam, pickup, stop, dropoff, vehicle: CellStyle
  /// The color of the traveled route.
  package let behind: CellStyle
  private let myLocation: CellStyle
  /// 2 without colors, because streets are one dot wide.
  private let remainingWidth: Int
  /// Where the vehicle stops for other trips.
  let foreignStop: CellStyle
  let traveled: LineStyle
  /// The places of reports, brighter than the way between them.
  let reports: LineStyle
  /// The circle of the vehicle's location accuracy.
  let accuracy: LineStyle

  package init(_ appearance: Appearance) {
    func style(_ role: ColorRole) -> CellStyle { role.style(in: appearance) }
    route = style(.route)
    slow = style(.slow)
    jam = style(.jam)
    behind = style(.traveled)
    pickup = style(.pickup)
    stop = style(.stop)
    dropoff = style(.dropoff)
    vehicle = style(.vehicle)
    myLocation = style(.myLocation)
    remaining = style(.remaining)
    remainingWidth = appearance.colorDepth == .monochrome ? 2 : 1
    foreignStop = style(.foreignStop)
    // With few colors only its dots distinguish it from the route.
    let hasOwnColor = appearance.colorDepth == .palette256
    traveled = LineStyle(
      cellStyle: behind,
      width: hasOwnColor ? 2 : 1,
      dash: hasOwnColor ? nil : .init(drawn: 1, gap: 1),
      asciiGlyph: ":"
    )
    var dots = LineStyle(cellStyle: route, width: hasOwnColor ? 2 : 1, asciiGlyph: "o")
    dots.showsPoints = true
    reports = dots
    let circle = style(.accuracy)
    accuracy = LineStyle(cellStyle: circle, dash: .init(drawn: 1, gap: 2), asciiGlyph: "'")
  }

  /// The accuracies in meters that are drawn; the marker hides a smaller circle, and a larger one is
  /// useless.
  static let shownAccuracy = 10.0...5_000.0

  /// The dashes of a trip's part without a known route.
  static let plannedDash = LineStyle.Dash(drawn: 2, gap: 2)

  func line(_ type: PolylineType) -> Line {
    switch type {
    case .activeRoute: Line(cellStyle: route, width: 3)
    case .remainingRoute: Line(cellStyle: remaining, width: remainingWidth)
    }
  }

  /// The style of traffic; nil if it is the same as the line's.
  func traffic(_ speed: SpeedReading) -> CellStyle? {
    switch speed {
    case .slow: slow
    case .trafficJam: jam
    case .normal, .unknown: nil
    }
  }

  /// The glyphs that distinguish traffic without color; nil for none.
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
  static func rank(_ type: PolylineType) -> Int { type == .activeRoute ? 1 : 0 }

  /// The order of an app's markers and lines among those of one z-index, below a trip's.
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

/// The roles of a ride on a map.
///
/// For people with color blindness, the distance (CIE76) between the three colors of traffic is at
/// least 26 in each theme.
extension ColorRole {
  private static let reversed: CellStyle.Attributes = [.bold, .reverse]

  static let route = ride(
    .route,
    75,
    26,
    contrast: (81, 24),
    painted: (81, 20),
    basic: 6,
    mono: .bold
  )
  static let remaining = ride(
    .remaining,
    74,
    25,
    contrast: (81, 24),
    painted: (81, 20),
    basic: 6,
    .dim,
    inBasic: []
  )
  static let slow = ride(.slow, 221, 130, contrast: (227, 94), basic: 3, mono: .bold)
  static let jam = ride(
    .jam,
    203,
    88,
    contrast: (208, 52),
    painted: (210, 88),
    basic: 1,
    inBasic: .bold
  )
  /// The route's color at three fifths of its strength.
  static let traveled = ride(
    .traveled,
    67,
    67,
    contrast: (110, 25),
    painted: (110, 62),
    inBasic: .dim
  )
  static let pickup = ride(
    .pickup,
    231,
    231,
    on: 28,
    contrast: (48, 22),
    basic: 2,
    .bold,
    mono: reversed
  )
  static let stop = ride(
    .stop,
    231,
    231,
    on: 127,
    contrast: (219, 90),
    basic: 5,
    .bold,
    mono: reversed
  )
  static let dropoff = ride(.dropoff, 231, 231, on: 160, .bold, mono: reversed)
  static let vehicle = ride(.vehicle, 16, 16, on: 220, .bold, inBasic: reversed)
  static let myLocation = ride(.myLocation, 75, 26, contrast: (117, 18), basic: 4, .bold)
  static let foreignStop = ride(.foreignStop, 248, 241)
  static let accuracy = ride(.accuracy, 67, 67, contrast: (110, 25), basic: 4, mono: .dim)

  /// Creates a role from colors for dark and light backgrounds; nil is the terminal's own color.
  ///
  /// `background` is the color behind a marker among 256 colors.
  private static func ride(
    _ role: ThemeRole,
    _ dark: UInt8,
    _ light: UInt8,
    on background: UInt8? = nil,
    contrast: (dark: UInt8, light: UInt8)? = nil,
    painted: (dark: UInt8, light: UInt8)? = nil,
    basic: UInt8? = nil,
    _ attributes: CellStyle.Attributes = [],
    inBasic: CellStyle.Attributes? = nil,
    mono: CellStyle.Attributes? = nil
  ) -> ColorRole {
    ColorRole(
      role,
      Pair(dark, light),
      contrast: Pair(contrast?.dark, contrast?.light),
      painted: painted.map { Pair($0.dark, $0.light) },
      basic: Pair(basic, basic),
      on: background,
      attributes: attributes,
      basicAttributes: inBasic,
      colorlessAttributes: mono
    )
  }
}
