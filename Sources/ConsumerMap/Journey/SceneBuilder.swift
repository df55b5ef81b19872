internal import CellGrid
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

/// Draws a journey as lines and markers.
struct SceneBuilder {
  /// The styles that differ from the usual ones.
  let polylineStyles: [PolylineType: PolylineStyleOptions]
  let markerStyles: [CustomizableMarkerType: MarkerStyleOptions]
  let vehicleIsStale: Bool
  private(set) var scene = MapScene()
  /// What the markers of the scene stand for, in their order.
  private(set) var subjects: [MarkerSubject] = []

  init(
    polylineStyles: [PolylineType: PolylineStyleOptions],
    markerStyles: [CustomizableMarkerType: MarkerStyleOptions],
    vehicleIsStale: Bool
  ) {
    self.polylineStyles = polylineStyles
    self.markerStyles = markerStyles
    self.vehicleIsStale = vehicleIsStale
  }

  /// Draws a trip.
  ///
  /// - Parameters:
  ///   - journey: The trip, which keeps what is prepared for it.
  ///   - vehicle: Where its vehicle is shown.
  ///   - tripName: The trip's full name.
  mutating func add(
    _ journey: inout Journey,
    vehicle: VehicleMotion.Position?,
    tripName: String
  ) {
    guard let trip = journey.trip else { return }
    addTravelledWay(journey, vehicle)
    if trip.isActive {
      addActiveRoute(&journey, vehicle)
      addRemainingRoute(journey)
      addPlan(journey, vehicle)
    }
    for place in journey.places { add(place, tripName: tripName) }
    if let vehicle { add(vehicle, tripName: tripName) }
  }

  private func style(_ type: PolylineType) -> PolylineStyleOptions {
    polylineStyles[type] ?? .standard(for: type)
  }

  private func style(_ type: CustomizableMarkerType) -> MarkerStyleOptions {
    markerStyles[type] ?? .standard(for: type)
  }

  /// What lies behind, thin and dim below all else.
  private mutating func addTravelledWay(_ journey: Journey, _ vehicle: VehicleMotion.Position?) {
    guard !journey.travelled.coordinates.isEmpty else { return }
    let line = LineStyle(
      cellStyle: CellStyle(foreground: .indexed(243)),
      dash: LineStyle.Dash(drawn: 1, gap: 1),
      asciiGlyph: ":"
    )
    if journey.travelled.path.count > 1 {
      scene.polylines.append(MapPolyline(path: journey.travelled.path, style: line, zIndex: 0))
    }
    // From the last report to where the vehicle is shown now.
    if let motion = journey.motion, let route = motion.route, let meters = vehicle?.metersFromStart,
      meters > motion.startMeters
    {
      let rest = route.part(fromMeters: motion.startMeters, toMeters: meters)
      scene.polylines.append(MapPolyline(coordinates: rest, style: line, zIndex: 0))
    }
  }

  private mutating func addActiveRoute(_ journey: inout Journey, _ vehicle: VehicleMotion.Position?)
  {
    let style = style(.activeRoute)
    guard style.isVisible else { return }
    let meters = vehicle?.metersFromStart ?? 0
    for path in journey.activeRoute.paths(fromMeters: meters) {
      scene.polylines.append(
        MapPolyline(path: path, style: style.line(style.strokeColor), zIndex: style.zIndex)
      )
    }
    addTraffic(journey.trip?.activeRouteTraffic, style, from: vehicle?.coordinate)
  }

  private mutating func addRemainingRoute(_ journey: Journey) {
    let style = style(.remainingRoute)
    guard style.isVisible, journey.remainingPath.count > 1 else { return }
    scene.polylines.append(
      MapPolyline(
        path: journey.remainingPath,
        style: style.line(style.strokeColor),
        zIndex: style.zIndex
      )
    )
    addTraffic(journey.trip?.remainingRouteTraffic, style, from: nil)
  }

  /// Slow parts in their colors, from the vehicle on.
  private mutating func addTraffic(
    _ traffic: TrafficPolyline?,
    _ style: PolylineStyleOptions,
    from vehicle: Coordinate?
  ) {
    guard style.isTrafficEnabled, let traffic else { return }
    let polyline = Polyline(traffic.path)
    // Indices count on the path as it came.
    guard polyline.coordinates.count == traffic.path.count else { return }
    let start = vehicle.flatMap { polyline.nearestPosition(to: $0)?.metersFromStart } ?? 0
    for interval in traffic.intervals where interval.speed == .slow || interval.speed == .trafficJam
    {
      guard traffic.path.indices.contains(interval.startIndex),
        traffic.path.indices.contains(interval.endIndex)
      else { continue }
      let from = max(start, polyline.metersFromStart[interval.startIndex])
      let to = polyline.metersFromStart[interval.endIndex]
      guard from < to else { continue }
      scene.polylines.append(
        MapPolyline(
          coordinates: polyline.part(fromMeters: from, toMeters: to),
          style: style.line(style.trafficColor(for: interval.speed)),
          zIndex: style.zIndex + 1
        )
      )
    }
  }

  /// Straight dashes where the trip goes and no route is known.
  private mutating func addPlan(_ journey: Journey, _ vehicle: VehicleMotion.Position?) {
    let style = style(.remainingRoute)
    guard style.isVisible, journey.remainingPath.count < 2 else { return }
    var stations = journey.places.filter(\.isAhead).map(\.coordinate)
    if journey.activeRoute.isEmpty, let vehicle, journey.trip?.status != .new {
      stations.insert(vehicle.coordinate, at: 0)
    }
    guard stations.count > 1 else { return }
    var line = style.line(style.strokeColor)
    line.dash = LineStyle.Dash(drawn: 2, gap: 2)
    scene.polylines.append(
      MapPolyline(coordinates: stations, style: line, zIndex: style.zIndex)
    )
  }

  /// Draws a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - tripName: The full name of the trip that it belongs to, nil for none.
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

  private mutating func add(_ vehicle: VehicleMotion.Position, tripName: String) {
    add(
      MarkerSubject(.tripVehicle, tripName: tripName),
      at: vehicle.coordinate,
      .vehicle(heading: vehicle.heading, isHollow: vehicleIsStale),
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
    scene.markers.append(
      MapMarker(
        coordinate: coordinate,
        glyph: style.icon.map { .text($0) } ?? glyph,
        anchor: style.groundAnchor,
        style: style.style,
        zIndex: style.zIndex,
        edgeHint: edgeHint
      )
    )
    subjects.append(subject)
  }
}

extension PolylineStyleOptions {
  /// The line's style on a map.
  fileprivate func line(_ color: Color) -> LineStyle {
    LineStyle(
      cellStyle: CellStyle(foreground: color, attributes: attributes),
      width: dots,
      asciiGlyph: dots > 1 ? "#" : "."
    )
  }
}
