internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// How much of the way to the drop-off has slow traffic and how much a jam.
struct TrafficShare: Equatable {
  /// Metres on which traffic is slow.
  let slowMeters: Double
  /// Metres of jams.
  let jamMeters: Double
  /// Metres of which traffic is known.
  let knownMeters: Double

  /// The traffic of a trip's way; nil where none is known.
  init?(_ trip: Trip) {
    var (slow, jam, all) = (0.0, 0.0, 0.0)
    for traffic in [trip.activeRouteTraffic, trip.remainingRouteTraffic].compactMap({ $0 }) {
      let path = traffic.path
      for index in path.indices.dropLast() {
        all += path[index].meters(to: path[index + 1])
      }
      for interval in traffic.intervals {
        let range = max(0, interval.startIndex)..<max(0, min(path.count - 1, interval.endIndex))
        let length = range.reduce(0.0) { $0 + path[$1].meters(to: path[$1 + 1]) }
        switch interval.speed {
        case .slow: slow += length
        case .trafficJam: jam += length
        case .normal, .unknown: break
        }
      }
    }
    guard all > 0 else { return nil }
    (slowMeters, jamMeters, knownMeters) = (min(slow, all), min(jam, all), all)
  }

  /// The part of the way with slow traffic, 0...1.
  var slow: Double { slowMeters / knownMeters }
  /// The part of the way with jams, 0...1.
  var jam: Double { jamMeters / knownMeters }
}
