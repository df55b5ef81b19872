internal import ConsumerMap
internal import FleetEngine
internal import Geo
package import RideRecordings
internal import RidesharingConsumer

/// Another recorded ride in step with the one on the screen: the same ride as somebody else saw it, or
/// a different one.
///
/// Recordings of the same time have the same clock; others start together.
@MainActor package final class ComparedRide {
  /// A trip of a recording.
  package struct Source {
    let recording: RideRecording
    let trip: Int

    /// Names a trip by its number in a recording.
    package init(_ recording: RideRecording, trip: Int) {
      (self.recording, self.trip) = (recording, trip)
    }
  }

  private let ride: Playback
  private let name: String

  init(_ source: Source, clock: ServiceClock, settings: ViewerSettings) {
    name = source.recording.tripNames[source.trip]
    ride = Playback(
      source.recording, trip: source.trip, clock: clock, settings: settings, hasPresent: false)
    ride.seek(to: ride.position)
    // Without an arrow, so that it is not taken for the vehicle of the ride on the screen.
    ride.session.isVehicleDoubtful = true
  }

  /// Shows the ride below the one that is shown next.
  func show(on mapView: MapView) {
    ride.retrace {}
    mapView.show(ride.session)
  }

  func hide(from mapView: MapView) { mapView.hide(ride.session) }

  /// Goes to the moment of another ride, and returns how the two differ.
  func follow(_ other: Playback, units: DistanceUnits) -> String {
    let (own, its) = (ride.timeline, other.timeline)
    let sharesClock = own.wall.start <= its.wall.end && its.wall.start <= own.wall.end
    let offset =
      sharesClock ? its.wall.position - own.wall.start : its.position - its.span.lowerBound
    ride.seek(to: own.span.lowerBound + offset)
    return sentence(other, units)
  }

  private func sentence(_ other: Playback, _ units: DistanceUnits) -> String {
    let id = name.split(separator: "/").last.map(String.init) ?? name
    guard let one = ride.present.ride.trip, let two = other.present.ride.trip else {
      return "The other ride is not known yet (\(id))."
    }
    var facts: [String] = []
    if one.status != two.status { facts.append(one.status.wireName) }
    if let eta = one.dropoffTime, let otherETA = two.dropoffTime {
      let difference = (eta - ride.wall) - (otherETA - other.wall)
      let span = Quantities.span(difference.magnitude)
      let isEqual = difference.magnitude < .seconds(1)
      facts.append(
        isEqual
          ? "the same ETA"
          : difference > .zero ? "ETA \(span) later" : "ETA \(span) earlier"
      )
    }
    if let place = one.lastLocation?.location, let otherPlace = two.lastLocation?.location {
      let distance = Quantities.distance(
        meters: Int(place.meters(to: otherPlace).rounded()), units: units)
      facts.append("vehicle \(distance) away")
    }
    let text = facts.isEmpty ? "no ETA" : facts.joined(separator: ", ")
    // The name comes last, because a narrow screen cuts it.
    return "The other ride: \(text) (\(id))."
  }
}
