internal import FleetEngine
internal import RidesharingConsumer

extension TripFacts {
  /// The share of the way with slow traffic and with jams, `slow 11% jam 10%`; nil if not known.
  var trafficShare: String? {
    guard ride.traffic.isKnown, !stage.isEnded, !freshness.isWithdrawn,
      let total = trip.metersToDropoff, total > 0
    else { return nil }
    let parts = [(Catalogue.slow, false), (Catalogue.jam, true)].compactMap { word, isJam in
      let meters = trafficMeters(isJam: isJam)
      return meters > 0
        ? "\(word) \(min(100, max(1, Int((meters * 100 / Double(total)).rounded()))))%" : nil
    }
    return doubt + (parts.isEmpty ? Catalogue.clear : parts.joined(separator: " "))
  }

  /// The worst traffic ahead in few cells, `jam 0.5 km`; nil where it is clear or not known.
  var shortTraffic: String? {
    guard !stage.isEnded, !freshness.isWithdrawn else { return nil }
    for (word, isJam) in [(Catalogue.jam, true), (Catalogue.slow, false)] {
      let meters = trafficMeters(isJam: isJam)
      if meters >= 1 { return "\(word) \(doubt)\(Quantities.distance(meters: Int(meters)))" }
    }
    return nil
  }

  /// The traffic that comes first, as a sentence; nil where it is clear or not known.
  var trafficSentence: String? {
    guard !stage.isEnded, !freshness.isStale else { return nil }
    let ahead = ride.traffic.ahead(of: trip)
    guard let first = ahead.first else { return nil }
    let same = ahead.prefix { $0.leg == first.leg }.prefix(2)
    let parts = same.map {
      Catalogue.traffic($0.isJam, Quantities.distance(meters: Int($0.meters)))
    }
    let start: String
    switch first.leg {
    case Leg(trip): start = Catalogue.trafficAhead
    case .approach: start = Catalogue.trafficAhead
    case .toStop(1): start = Catalogue.trafficAfter(Catalogue.pickup)
    case .toStop(let number): start = Catalogue.trafficAfter(Catalogue.stop(number - 1))
    case .toDropoff:
      let stops = trip.intermediateDestinations.count
      start = Catalogue.trafficAfter(stops > 0 ? Catalogue.stop(stops) : Catalogue.pickup)
    }
    return "\(start): \(parts.joined(separator: ", then "))."
  }

  private func trafficMeters(isJam: Bool) -> Double {
    ride.traffic.meters(isJam: isJam, of: trip)
  }
}
