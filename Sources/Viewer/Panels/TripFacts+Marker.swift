internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

/// What is known of a marker of the map, as lines of which the first matter most.
struct MarkerCard: Equatable {
  var title: String
  var lines: [String]
}

extension TripFacts {
  /// What is known of a marker.
  func card(of marker: MarkerSubject) -> MarkerCard {
    let lines: [String?] =
      switch marker.type {
      case .tripVehicle: vehicleCardLines
      case .unknown: [fromVehicle(place(of: marker)), coordinate(of: marker)]
      case .tripPickupPoint, .tripDropoffPoint, .intermediateDestination:
        marker.tripName == nil
          ? [coordinate(of: marker)]
          : [time(at: marker), distance(to: marker), coordinate(of: marker)]
      }
    return MarkerCard(title: title(of: marker), lines: lines.compactMap { $0 })
  }

  private func title(of marker: MarkerSubject) -> String {
    switch marker.type {
    case .tripVehicle: Catalogue.vehicle
    case .tripPickupPoint: Catalogue.pickup
    case .tripDropoffPoint: Catalogue.dropoff
    case .intermediateDestination: Catalogue.stop(marker.stopNumber)
    case .unknown: Catalogue.myLocation
    }
  }

  /// Its name, how it moves, how old that is, and where it was reported.
  private var vehicleCardLines: [String?] {
    let point = trip.lastLocation?.location
    return [
      trip.vehicleID ?? Catalogue.noVehicle,
      movement.flatMap { $0.isEmpty ? nil : $0 },
      freshness.fixAge.map { fixLine(age: $0) },
      point.map(Self.coordinate),
    ]
  }

  /// When the ride comes there, or was there.
  private func time(at marker: MarkerSubject) -> String {
    let number = marker.stopNumber
    let (text, moment): (String, Timestamp?) =
      switch marker.type {
      case .tripPickupPoint: (pickupTime, trip.pickupTime)
      case .tripDropoffPoint: (dropoffTime, trip.dropoffTime)
      default:
        (
          stopTime(
            number - 1,
            passed: min(stage.stopsPassed(of: stopCount), stopCount)
          ),
          trip.etaOfStop(number)
        )
      }
    // What still lies ahead has the minutes too.
    return moment.map { text == clock($0) } ?? false ? estimate(moment) : text
  }

  private var stopCount: Int { trip.intermediateDestinations.count }

  /// How far the vehicle has to go there; nil where that is not known, or it was there.
  private func distance(to marker: MarkerSubject) -> String? {
    guard !freshness.isWithdrawn, !stage.isEnded else { return nil }
    let ahead = trip.remainingWaypoints.enumerated().filter { trip.isOwnWaypoint($0.element) }
    let index: Int?
    switch marker.type {
    case .tripPickupPoint: index = ahead.first { $0.element.type == .pickup }?.offset
    case .tripDropoffPoint: index = ahead.last { $0.element.type == .dropoff }?.offset
    default:
      let stops = ahead.filter { $0.element.type == .intermediateDestination }
      let place = marker.stopNumber - 1 - (stopCount - stops.count)
      index = stops.indices.contains(place) ? stops[place].offset : nil
    }
    return index.flatMap { trip.meters(toWaypoint: $0) }.map {
      Catalogue.byRoute(doubt + Quantities.distance(meters: $0, units: units))
    }
  }

  /// How far it is from where the vehicle was reported, as the crow flies.
  private func fromVehicle(_ place: Coordinate?) -> String? {
    guard let place, let vehicle = trip.lastLocation?.location, vehicle.isValid, !stage.isEnded
    else { return nil }
    let meters = Int(vehicle.meters(to: place).rounded())
    return Catalogue.fromVehicle(doubt + Quantities.distance(meters: meters, units: units))
  }

  private func place(of marker: MarkerSubject) -> Coordinate? {
    guard let map = ride.map, let index = map.markerSubjects.firstIndex(of: marker),
      map.scene.markers.indices.contains(index)
    else { return nil }
    return map.scene.markers[index].coordinate
  }

  private func coordinate(of marker: MarkerSubject) -> String? {
    place(of: marker).map(Self.coordinate)
  }

  /// A place in degrees, the latitude first.
  static func coordinate(_ point: Coordinate) -> String {
    "\(Quantities.degrees(point.latitude)), \(Quantities.degrees(point.longitude))"
  }
}
