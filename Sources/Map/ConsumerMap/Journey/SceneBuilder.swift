internal import CellGrid
internal import FleetEngine
internal import Geo
public import MapCanvas
internal import RidesharingConsumer

/// An app's marker or line on a map; trips, styles and the camera ignore it.
public enum MapOverlay: Sendable, Hashable {
  /// A marker, below a trip's of the same z-index; taps pass through a marker that is not tappable.
  case marker(MapMarker, isTappable: Bool)
  /// A line; a trip's lines have the z-index 10 by default.
  case line(MapPolyline)
}

/// Builds the scene of a map from trips, places and overlays.
struct SceneBuilder {
  private let styles: MapStyles
  private var polylines: [MapPolyline] = []
  private var markers: [MapMarker] = []
  /// The markers without subjects.
  private var untappable: [MapMarker] = []
  /// The subjects of the scene's first markers, in their order.
  private(set) var subjects: [MarkerSubject] = []

  init(_ styles: MapStyles) { self.styles = styles }

  var scene: MapScene { MapScene(polylines: polylines, markers: markers + untappable) }

  mutating func add(
    _ journey: inout Journey, vehicle: VehicleMotion.Position?, isVehicleOld: Bool, tripName: String
  ) {
    guard let trip = journey.trip else { return }
    addTraveledRoute(&journey, vehicle)
    if trip.isActive {
      addReports(&journey)
      addActiveRoute(&journey, vehicle)
      addRemainingRoute(&journey)
      addPlan(journey, vehicle)
    }
    for place in journey.places { add(place, tripName: tripName) }
    for place in journey.foreignStops { addNote("o", at: place, styles.colors[.foreignStop]) }
    if trip.isActive {
      for halt in journey.trail.halts {
        addNote(Self.minutes(halt.duration), at: halt.place, styles.colors[.foreignStop])
      }
      for discontinuity in journey.trail.discontinuities {
        let words: SafeText =
          switch discontinuity.kind {
          case .gap(let wait): "gap " + Self.minutes(wait)
          case .jump: "jump"
          }
        addNote(words, at: discontinuity.place, styles.colors[.slow])
      }
    }
    if let vehicle {
      addAccuracy(trip.lastLocation?.latlngAccuracy, around: vehicle.coordinate)
      let heading = styles[.tripVehicle].isFlat ? vehicle.heading : nil
      add(
        MarkerSubject(.tripVehicle, tripName: tripName), at: vehicle.coordinate,
        .vehicle(heading: heading, isOld: isVehicleOld), edgeHint: "V")
      if trip.isActive, let raw = trip.lastLocation?.rawLocation, raw.isValid,
        let snapped = trip.lastLocation?.location, raw.meters(to: snapped) >= Self.rawMeters
      {
        addNote("+", at: raw, styles.colors[.foreignStop])
      }
      if trip.isActive, let halt = journey.trail.present {
        // The marker covers the place itself, so that the note goes next to it.
        addNote(Self.minutes(halt.duration), at: vehicle.coordinate, styles.colors[.slow])
      }
    }
  }

  /// The least distance in meters of a measured position from the one on the road that is shown.
  private static let rawMeters = 10.0

  private static func minutes(_ time: Duration) -> SafeText {
    SafeText("\(time.components.seconds / 60) min")
  }

  /// Adds a text below all markers, which no tap finds.
  private mutating func addNote(_ text: SafeText, at place: Coordinate, _ style: CellStyle) {
    untappable.append(
      MapMarker(coordinate: place, glyph: .text(text), style: style, zIndex: .min, rank: -1))
  }

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
      MarkerSubject(place.type, stopNumber: place.number, tripName: tripName), at: place.coordinate,
      .place(letter), edgeHint: place.isAhead ? letter : nil)
  }

  /// Adds an app's overlays in the order of their IDs.
  mutating func add(_ overlays: [Int: MapOverlay]) {
    for (id, overlay) in overlays.sorted(by: { $0.key < $1.key }) {
      switch overlay {
      case .marker(var marker, let isTappable):
        marker.rank = MapStyles.overlayRank
        guard isTappable else {
          untappable.append(marker)
          continue
        }
        markers.append(marker)
        subjects.append(MarkerSubject(.unknown, overlayID: id))
      case .line(var line):
        line.rank = MapStyles.overlayRank
        line.role = .overlay
        polylines.append(line)
      }
    }
  }

  private mutating func add(
    _ subject: MarkerSubject, at coordinate: Coordinate, _ glyph: MarkerGlyph, edgeHint: SafeText?
  ) {
    let style = styles[subject.type]
    guard style.isVisible else { return }
    markers.append(
      MapMarker(
        coordinate: coordinate, glyph: style.glyph ?? glyph, anchor: style.groundAnchor,
        style: styles.cellStyle(subject.type), zIndex: Int(style.zIndex),
        rank: MapStyles.rank(subject.type), edgeHint: edgeHint))
    subjects.append(subject)
  }

  /// Adds a circle of the vehicle's location accuracy.
  private mutating func addAccuracy(_ meters: Double?, around place: Coordinate) {
    guard styles[.tripVehicle].isVisible, let meters, MapStyles.shownAccuracy.contains(meters)
    else { return }
    let corners = 48
    let circle = (0...corners).map { corner in
      place.destination(bearing: 360 * Double(corner % corners) / Double(corners), meters: meters)
    }
    addBelow(MapPath(circle), styles.accuracy, .accuracy)
  }

  private mutating func addTraveledRoute(
    _ journey: inout Journey, _ vehicle: VehicleMotion.Position?
  ) {
    guard !journey.traveled.coordinates.isEmpty else { return }
    let traveled = journey.traveled.path.path(isGeodesic: false)
    let style = styles.traveled
    if journey.trip?.isActive == false, styles[.activeRoute].isDrawn {
      // After the ride, the way it took is what the map is about.
      addBelow(traveled, styles.line(.activeRoute), .activeRoute(nil))
    } else if traveled.count > 1 {
      addBelow(traveled, style, .traveled)
    }
    // From the last report to the place where the vehicle is drawn now.
    if let motion = journey.motion, let route = motion.route, let meters = vehicle?.metersFromStart,
      meters > motion.startMeters
    {
      let path = MapPath(route.part(fromMeters: motion.startMeters, toMeters: meters))
      addBelow(path, style, .traveled)
    }
  }

  private mutating func addReports(_ journey: inout Journey) {
    guard !journey.reports.coordinates.isEmpty else { return }
    addBelow(journey.reports.path(isGeodesic: false), styles.reports, .reports)
  }

  /// Adds a line below all others.
  private mutating func addBelow(_ path: MapPath, _ style: LineStyle, _ role: LineRole) {
    polylines.append(MapPolyline(path: path, style: style, zIndex: .min, role: role))
  }

  private mutating func addActiveRoute(_ journey: inout Journey, _ vehicle: VehicleMotion.Position?)
  {
    let options = styles[.activeRoute]
    guard options.isDrawn else { return }
    let meters = vehicle?.metersFromStart ?? 0
    for path in journey.activeRoute.paths(fromMeters: meters, isGeodesic: options.isGeodesic) {
      add(.activeRoute, path, styles.line(.activeRoute))
    }
    addTraffic(&journey.activeTraffic, .activeRoute, from: vehicle?.coordinate)
  }

  private mutating func addRemainingRoute(_ journey: inout Journey) {
    let options = styles[.remainingRoute]
    guard options.isDrawn, journey.remainingPath.isLine else { return }
    let path = journey.remainingPath.path(isGeodesic: options.isGeodesic)
    add(.remainingRoute, path, styles.line(.remainingRoute))
    addTraffic(&journey.remainingTraffic, .remainingRoute, from: nil)
  }

  /// Adds the traffic ahead of the vehicle.
  ///
  /// It has its line's order and follows it, so that the cells at its ends keep the line's dots.
  private mutating func addTraffic(
    _ traffic: inout TrafficAhead, _ type: PolylineType, from vehicle: Coordinate?
  ) {
    let options = styles[type]
    guard options.isTrafficEnabled else { return }
    let pieces = traffic.pieces(from: vehicle, isGeodesic: options.isGeodesic) { [styles] in
      styles.line(type, speed: $0) != nil
    }
    for piece in pieces {
      guard let line = styles.line(type, speed: piece.speed) else { continue }
      add(type, piece.path, line, LineRole.Traffic(piece.speed))
    }
  }

  /// Adds straight dashes where no route is known; a new trip has only its places.
  private mutating func addPlan(_ journey: Journey, _ vehicle: VehicleMotion.Position?) {
    let options = styles[.remainingRoute]
    guard options.isDrawn, !journey.remainingPath.isLine, journey.trip?.status != .new else {
      return
    }
    var stations = journey.places.filter(\.isAhead).map(\.coordinate)
    if journey.activeRoute.isEmpty, let vehicle { stations.insert(vehicle.coordinate, at: 0) }
    guard stations.count > 1 else { return }
    var line = styles.line(.remainingRoute)
    line.dash = MapStyles.plannedDash
    add(.remainingRoute, MapPath(stations, isGeodesic: options.isGeodesic), line)
  }

  private mutating func add(
    _ type: PolylineType, _ path: MapPath, _ style: LineStyle, _ traffic: LineRole.Traffic? = nil
  ) {
    let role: LineRole =
      switch type {
      case .activeRoute: .activeRoute(traffic)
      case .remainingRoute: .remainingRoute(traffic)
      }
    polylines.append(
      MapPolyline(
        path: path, style: style, zIndex: Int(styles[type].zIndex), rank: MapStyles.rank(type),
        role: role))
  }
}
