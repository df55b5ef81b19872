internal import CellGrid
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

/// Draws a journey as lines and markers.
struct SceneBuilder {
  /// The styles of which an option was set.
  let polylineStyles: [PolylineType: PolylineStyleOptions]
  let markerStyles: [CustomizableMarkerType: MarkerStyleOptions]
  /// How what has no option set looks.
  let theme: MapTheme
  /// Lines and markers, without those that stand for nothing.
  private var drawn = MapScene()
  /// Where the vehicle stops for others' trips.
  private var foreign: [MapMarker] = []
  /// What the markers of the scene stand for, in their order.
  private(set) var subjects: [MarkerSubject] = []

  init(
    polylineStyles: [PolylineType: PolylineStyleOptions],
    markerStyles: [CustomizableMarkerType: MarkerStyleOptions],
    theme: MapTheme
  ) {
    self.polylineStyles = polylineStyles
    self.markerStyles = markerStyles
    self.theme = theme
  }

  /// All that was drawn; markers that stand for nothing come last.
  var scene: MapScene {
    var scene = drawn
    scene.markers += foreign
    return scene
  }

  /// Draws a trip.
  mutating func add(
    _ journey: inout Journey,
    vehicle: VehicleMotion.Position?,
    isVehicleHollow: Bool,
    tripName: String
  ) {
    guard let trip = journey.trip else { return }
    addTravelledWay(journey, vehicle)
    if trip.isActive {
      addActiveRoute(&journey, vehicle)
      addRemainingRoute(&journey)
      addPlan(journey, vehicle)
    }
    for place in journey.places { add(place, tripName: tripName) }
    for place in journey.foreignStops {
      foreign.append(
        MapMarker(
          coordinate: place,
          glyph: .text("o"),
          style: theme.foreignStop,
          zIndex: .min,
          rank: -1
        )
      )
    }
    if let vehicle {
      addAccuracy(trip.lastLocation?.latlngAccuracy, around: vehicle.coordinate)
      add(vehicle, isHollow: isVehicleHollow, tripName: tripName)
    }
  }

  /// A circle around a vehicle within which it is, where the marker itself does not say as much.
  private mutating func addAccuracy(_ meters: Double?, around place: Coordinate) {
    guard style(.tripVehicle).isVisible, let meters,
      MapTheme.shownAccuracy.contains(meters)
    else { return }
    let corners = 48
    let path = (0...corners).map { corner in
      place.destination(bearing: 360 * Double(corner % corners) / Double(corners), meters: meters)
    }
    drawn.polylines.append(
      MapPolyline(path: MapPath(path), style: theme.accuracy, zIndex: .min, role: .accuracy)
    )
  }

  private func style(_ type: PolylineType) -> PolylineStyleOptions {
    polylineStyles[type] ?? PolylineStyleOptions()
  }

  private func style(_ type: CustomizableMarkerType) -> MarkerStyleOptions {
    markerStyles[type] ?? MarkerStyleOptions()
  }

  /// What lies behind, below all else.
  private mutating func addTravelledWay(_ journey: Journey, _ vehicle: VehicleMotion.Position?) {
    guard !journey.travelled.coordinates.isEmpty else { return }
    if journey.travelled.path.count > 1 {
      addTravelled(journey.travelled.path)
    }
    // From the last report to where the vehicle is shown now.
    if let motion = journey.motion, let route = motion.route, let meters = vehicle?.metersFromStart,
      meters > motion.startMeters
    {
      addTravelled(MapPath(route.part(fromMeters: motion.startMeters, toMeters: meters)))
    }
  }

  private mutating func addTravelled(_ path: MapPath) {
    drawn.polylines.append(
      MapPolyline(path: path, style: theme.travelled, zIndex: .min, role: .travelled)
    )
  }

  private mutating func addActiveRoute(_ journey: inout Journey, _ vehicle: VehicleMotion.Position?)
  {
    let style = style(.activeRoute)
    guard style.isDrawn else { return }
    let meters = vehicle?.metersFromStart ?? 0
    for path in journey.activeRoute.paths(fromMeters: meters, isGeodesic: style.isGeodesic) {
      add(.activeRoute, path, style.line(.activeRoute, theme: theme))
    }
    addTraffic(&journey.activeTraffic, .activeRoute, from: vehicle?.coordinate)
  }

  private mutating func addRemainingRoute(_ journey: inout Journey) {
    let style = style(.remainingRoute)
    guard style.isDrawn, journey.remainingPath.isLine else { return }
    let path = journey.remainingPath.path(isGeodesic: style.isGeodesic)
    add(.remainingRoute, path, style.line(.remainingRoute, theme: theme))
    addTraffic(&journey.remainingTraffic, .remainingRoute, from: nil)
  }

  /// The traffic from the vehicle on.
  ///
  /// It shares its line's order and comes after it, so that cells where it begins and ends keep the
  /// line's dots.
  private mutating func addTraffic(
    _ traffic: inout TrafficAhead,
    _ type: PolylineType,
    from vehicle: Coordinate?
  ) {
    let style = style(type)
    guard style.isTrafficEnabled else { return }
    let pieces = traffic.pieces(from: vehicle, isGeodesic: style.isGeodesic) { [theme] in
      style.line(type, speed: $0, theme: theme) != nil
    }
    for piece in pieces {
      guard let line = style.line(type, speed: piece.speed, theme: theme) else { continue }
      add(type, piece.path, line, LineRole.Traffic(piece.speed))
    }
  }

  /// Straight dashes where the trip goes and no route is known; a new trip has its places alone.
  private mutating func addPlan(_ journey: Journey, _ vehicle: VehicleMotion.Position?) {
    let style = style(.remainingRoute)
    guard style.isDrawn, !journey.remainingPath.isLine, journey.trip?.status != .new else { return }
    var stations = journey.places.filter(\.isAhead).map(\.coordinate)
    if journey.activeRoute.isEmpty, let vehicle {
      stations.insert(vehicle.coordinate, at: 0)
    }
    guard stations.count > 1 else { return }
    var line = style.line(.remainingRoute, theme: theme)
    line.dash = MapTheme.plannedDash
    add(.remainingRoute, MapPath(stations, isGeodesic: style.isGeodesic), line)
  }

  private mutating func add(
    _ type: PolylineType,
    _ path: MapPath,
    _ line: LineStyle,
    _ traffic: LineRole.Traffic? = nil
  ) {
    let role: LineRole =
      switch type {
      case .activeRoute: .activeRoute(traffic)
      case .remainingRoute: .remainingRoute(traffic)
      }
    drawn.polylines.append(
      MapPolyline(
        path: path,
        style: line,
        zIndex: Int(style(type).zIndex),
        rank: MapTheme.rank(type),
        role: role
      )
    )
  }

  /// Draws a line as it is.
  mutating func add(_ line: MapPolyline) { drawn.polylines.append(line) }

  /// Draws a marker as it is; without a subject it cannot be chosen.
  mutating func add(_ marker: MapMarker, _ subject: MarkerSubject?) {
    guard let subject else { return foreign.append(marker) }
    drawn.markers.append(marker)
    subjects.append(subject)
  }

  /// Draws a place.
  mutating func add(_ place: Journey.Place, tripName: String?) {
    let letter: SafeText =
      switch place.type {
      case .tripPickupPoint: "P"
      case .tripDropoffPoint: "D"
      case .intermediateDestination: SafeText(String(place.number))
      case .tripVehicle: "V"
      case .unknown: "@"
      }
    add(
      MarkerSubject(place.type, stopNumber: place.number, tripName: tripName),
      at: place.coordinate,
      .text("(" + letter + ")"),
      edgeHint: place.isAhead ? letter : nil
    )
  }

  private mutating func add(
    _ vehicle: VehicleMotion.Position,
    isHollow: Bool,
    tripName: String
  ) {
    let heading = style(.tripVehicle).isFlat ? vehicle.heading : nil
    add(
      MarkerSubject(.tripVehicle, tripName: tripName),
      at: vehicle.coordinate,
      .vehicle(heading: heading, isHollow: isHollow),
      edgeHint: "V"
    )
  }

  private mutating func add(
    _ subject: MarkerSubject,
    at coordinate: Coordinate,
    _ glyph: MarkerGlyph,
    edgeHint: SafeText?
  ) {
    let style = style(subject.type)
    guard style.isVisible else { return }
    var cellStyle = theme.marker(subject.type)
    if let color = style.iconColor { cellStyle.foreground = color }
    add(
      MapMarker(
        coordinate: coordinate,
        glyph: style.glyph ?? glyph,
        anchor: style.groundAnchor,
        style: cellStyle,
        zIndex: Int(style.zIndex),
        rank: MapTheme.rank(subject.type),
        edgeHint: edgeHint
      ),
      subject
    )
  }
}

extension MarkerStyleOptions {
  /// What was set to be shown, nil for the built-in icon.
  fileprivate var glyph: MarkerGlyph? {
    if let iconView, !iconView.isEmpty { return .view(iconView) }
    guard let icon, !icon.isEmpty else { return nil }
    return .text(icon)
  }
}
