internal import FleetEngine
internal import Geo
internal import JSON
internal import RideRecordings
internal import RidesharingConsumer
internal import TrustLimits

/// Where the vehicle of a recorded ride was, and where the ride begins, stops and ends.
struct RidePath {
  private struct Point {
    let place: Coordinate
    let time: Timestamp
  }

  private struct Stop {
    let name: String
    let place: Coordinate
  }

  private let tripName: String
  private var points: [Point] = []
  private var stops: [Stop] = []

  /// Reads the path between two moments of the recording's clock.
  init(_ recording: RideRecording, trip: Int, from start: Duration, until end: Duration) {
    tripName = recording.tripNames[trip]
    var (points, stops): ([Point], [Stop]) = ([], [])
    recording.readPolls(of: trip) { poll in
      guard poll.end <= end, case .trip(let trip) = poll.result else { return }
      let places = Self.stops(of: trip)
      if !places.isEmpty { stops = places }
      guard poll.end >= start, let location = trip.lastLocation,
        let place = location.location, place.isValid
      else { return }
      let time = location.updateTime ?? location.serverTime ?? poll.endTime
      // An old position may be sent again.
      guard points.last.map({ $0.time < time }) ?? true else { return }
      points.append(Point(place: place, time: time))
    }
    (self.points, self.stops) = (points, stops)
  }

  var isEmpty: Bool { points.isEmpty }

  private static func stops(of trip: Trip) -> [Stop] {
    let between = trip.intermediateDestinations.enumerated().map { ("Stop \($0 + 1)", $1.point) }
    let all =
      [("Pickup", trip.pickupPoint?.point)] + between
      + [("Drop-off", trip.dropoffPoint?.point)]
    return all.compactMap { name, place in
      place.flatMap { $0.isValid ? Stop(name: name, place: $0) : nil }
    }
  }

  /// The path as a GeoJSON collection of a line, with the times of its points, and points.
  var geoJSON: String {
    func position(_ place: Coordinate) -> JSONTree {
      .list([.number(place.longitude), .number(place.latitude)])
    }
    func feature(_ geometry: JSONObject, _ properties: JSONObject) -> JSONTree {
      .object([
        "type": .text("Feature"), "properties": .object(properties), "geometry": .object(geometry),
      ])
    }
    // A line has at least two positions.
    let places = points.count == 1 ? [points[0], points[0]] : points
    let line = feature(
      ["type": .text("LineString"), "coordinates": .list(places.map { position($0.place) })],
      ["name": .text(tripName), "coordTimes": .list(places.map { .text($0.time.description) })])
    let marks = stops.map { stop in
      feature(
        ["type": .text("Point"), "coordinates": position(stop.place)],
        ["name": .text(stop.name)]
      )
    }
    var writer = JSONWriter()
    writer.write(
      .object(["type": .text("FeatureCollection"), "features": .list([line] + marks)]),
      sortsMembers: false)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// The path as a GPX 1.1 track with waypoints.
  var gpx: String {
    let name = EscapedText.markup(tripName)
    func position(_ place: Coordinate) -> String {
      "lat=\"\(place.latitude)\" lon=\"\(place.longitude)\""
    }
    let waypoints = stops.map { "<wpt \(position($0.place))><name>\($0.name)</name></wpt>\n" }
    let track = points.map {
      "<trkpt \(position($0.place))><time>\($0.time.description)</time></trkpt>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="ridealong" xmlns="http://www.topografix.com/GPX/1/1">
      \(waypoints.joined())<trk><name>\(name)</name><trkseg>
      \(track.joined())</trkseg></trk>
      </gpx>

      """
  }
}
