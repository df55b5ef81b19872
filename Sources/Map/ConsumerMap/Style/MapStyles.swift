internal import CellGrid
internal import FleetEngine
internal import MapCanvas

/// The styles of a snapshot: the options that are set, and those of an appearance for all others.
///
/// Lines and markers also differ in shape.
struct MapStyles: Sendable {
  let polylines: [PolylineType: PolylineStyleOptions]
  let markers: [CustomizableMarkerType: MarkerStyleOptions]
  let colors: ColorTable
  let colorDepth: ColorDepth

  subscript(type: PolylineType) -> PolylineStyleOptions {
    polylines[type] ?? PolylineStyleOptions()
  }

  subscript(type: CustomizableMarkerType) -> MarkerStyleOptions {
    markers[type] ?? MarkerStyleOptions()
  }

  /// The style of a marker's cells.
  func cellStyle(_ type: CustomizableMarkerType) -> CellStyle {
    var style = colors[Self.tone(of: type)]
    if let color = self[type].iconColor {
      style.foreground = color
      style.background = .standard
    }
    return style
  }

  func line(_ type: PolylineType) -> LineStyle {
    // A set color replaces the table's whole style.
    let color = self[type].givenStrokeColor
    return line(type, color.map { CellStyle(foreground: $0) } ?? colors[Self.tone(of: type)])
  }

  /// The style of a line's part with traffic; nil if it is the same as the line's.
  func line(_ type: PolylineType, speed: SpeedReading) -> LineStyle? {
    let cellStyle: CellStyle
    if let color = self[type].givenTrafficColor(for: speed) {
      cellStyle = CellStyle(foreground: color)
    } else if let traffic = LineRole.Traffic(speed) {
      cellStyle = colors[traffic == .slow ? .slow : .jam]
    } else {
      return nil
    }
    var line = line(type, cellStyle)
    if colorDepth == .monochrome, let pattern = Self.pattern(speed) {
      line.patternGlyph = pattern.glyph
      line.asciiGlyph = pattern.ascii
    }
    return line
  }

  private func line(_ type: PolylineType, _ cellStyle: CellStyle) -> LineStyle {
    let given = self[type].givenStrokeWidth.map { Int(max(1, min(3, $0.rounded()))) }
    var line = LineStyle(cellStyle: cellStyle, width: given ?? (type == .activeRoute ? 3 : 2))
    line.growsWithZoom = given == nil
    return line
  }
}

/// The lines of the vehicle and the rules of shape.
extension MapStyles {
  /// The traveled route.
  var traveled: LineStyle {
    // With few colors only its dots distinguish it from the route.
    var line = LineStyle(
      cellStyle: colors[.traveled], width: hasOwnColor ? 2 : 1,
      dash: hasOwnColor ? nil : .init(drawn: 1, gap: 1), asciiGlyph: ":")
    line.growsWithZoom = hasOwnColor
    return line
  }

  /// The places of reports, brighter than the way between them, where they are so far apart that they do not hide it.
  var reports: LineStyle {
    var dots = LineStyle(cellStyle: colors[.remaining], width: hasOwnColor ? 2 : 1, asciiGlyph: "o")
    dots.showsPoints = true
    dots.minimumZoom = 13
    return dots
  }

  /// The circle of the vehicle's location accuracy.
  var accuracy: LineStyle {
    LineStyle(cellStyle: colors[.accuracy], dash: .init(drawn: 1, gap: 2), asciiGlyph: "'")
  }

  private var hasOwnColor: Bool { colorDepth == .palette256 }

  /// The accuracies in meters that are drawn; the marker hides a smaller circle, and a larger one is
  /// useless.
  static let shownAccuracy = 10.0...5_000.0

  /// The dashes of a trip's part without a known route.
  static let plannedDash = LineStyle.Dash(drawn: 2, gap: 2)

  static func tone(of type: PolylineType) -> Tone { type == .activeRoute ? .route : .remaining }

  static func tone(of type: CustomizableMarkerType) -> Tone {
    switch type {
    case .tripPickupPoint: .pickup
    case .tripDropoffPoint: .dropoff
    case .intermediateDestination: .stop
    case .tripVehicle: .vehicle
    case .unknown: .myLocation
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

extension MapScene {
  /// Returns the same lines and markers with other styles, to redraw a frozen snapshot.
  func restyled(_ styles: MapStyles, subjects: [MarkerSubject]) -> MapScene {
    var scene = self
    for index in scene.polylines.indices {
      guard let style = Self.cellStyle(of: scene.polylines[index].role, styles) else { continue }
      scene.polylines[index].style.cellStyle = style
    }
    for index in scene.markers.indices where scene.markers[index].rank != MapStyles.overlayRank {
      scene.markers[index].style =
        subjects.indices.contains(index)
        ? styles.cellStyle(subjects[index].type) : styles.colors[.foreignStop]
    }
    return scene
  }

  /// The style of a line with a role; nil for an app's line, which keeps its style.
  private static func cellStyle(of role: LineRole, _ styles: MapStyles) -> CellStyle? {
    func route(_ type: PolylineType, _ traffic: LineRole.Traffic?) -> CellStyle {
      let line = traffic.flatMap { styles.line(type, speed: $0.speed) }
      return (line ?? styles.line(type)).cellStyle
    }
    return switch role {
    case .overlay: nil
    case .traveled: styles.traveled.cellStyle
    case .reports: styles.reports.cellStyle
    case .accuracy: styles.accuracy.cellStyle
    case .activeRoute(let traffic): route(.activeRoute, traffic)
    case .remainingRoute(let traffic): route(.remainingRoute, traffic)
    }
  }
}

extension LineRole.Traffic {
  /// Creates the traffic of a speed; nil if it is not drawn.
  init?(_ speed: SpeedReading) {
    switch speed {
    case .slow: self = .slow
    case .trafficJam: self = .jam
    case .normal, .unknown: return nil
    }
  }

  fileprivate var speed: SpeedReading {
    switch self {
    case .slow: .slow
    case .jam: .trafficJam
    }
  }
}
