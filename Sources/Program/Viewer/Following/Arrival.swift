internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

/// The motion in the last minute before an arrival and in the second after it, as a function of the time.
struct Arrival: Equatable {
  enum Phase: Equatable {
    /// The share of the last minute that has passed, and whether the next place is in its other look.
    case approach(share: Double, isLit: Bool)
    /// The share of the way that the light has passed.
    case sweep(share: Double)
  }

  /// How long before an estimated arrival it begins.
  static let approachTime = Duration.seconds(60)
  /// How often the next place gets its other look.
  static let changesPerSecond: Int64 = 2
  static let sweepTime = Duration.seconds(1)

  let phase: Phase
  /// When the phase next looks different.
  let nextChange: Duration

  /// Nil where nothing moves: also without colors or motion, in pictures, and while the past goes by faster.
  init?(_ state: ViewState, _ freshness: Freshness, _ settings: ViewerSettings, now: Duration) {
    let isFast = state.timeline.map { $0.isPlaying && $0.rate > 1 } ?? false
    guard !settings.isMotionReduced, settings.appearance.colorDepth != .monochrome,
      !state.isRecorded, !isFast, let trip = state.ride.trip
    else { return nil }
    switch TripStage(trip) {
    case .toPickup, .toStop, .toDropoff:
      let facts = freshness.facts
      guard freshness.data == .live || freshness.data == .late, let eta = trip.nextPlace.eta,
        !facts.isWithdrawn(eta)
      else { return nil }
      let left = facts.timeLeft(until: eta)
      guard left <= Self.approachTime else { return nil }
      let (seconds, attoseconds) = now.components
      let rate = Self.changesPerSecond
      let changes = seconds * rate + attoseconds * rate / 1_000_000_000_000_000_000
      phase = .approach(
        share: 1 - max(0, left / Self.approachTime), isLit: changes.isMultiple(of: 2))
      nextChange = .seconds(changes + 1) / Int(rate)
    case .atPickup, .atStop, .complete:
      let (begin, end) = (state.ride.stageSince, state.ride.stageSince + Self.sweepTime)
      // An arrival from before the ride was opened is not shown as new.
      guard state.ride.sawStageBegin, state.ride.lastStage != nil, (begin..<end).contains(now)
      else { return nil }
      phase = .sweep(share: (now - begin) / Self.sweepTime)
      nextChange = min(now + settings.frameTime, end)
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .canceled, .unknown:
      return nil
    }
  }

  /// Whether the next place is in its other look.
  var isLit: Bool { if case .approach(_, let isLit) = phase { isLit } else { false } }

  /// The bright columns of a rail: of the present leg up to the vehicle, or of the whole rail at the end of the ride.
  func columns(of track: RailTrack, _ rail: Rail) -> Range<Int> {
    var leg = 0..<track.width
    if let vehicle = rail.vehicle {
      leg = track.legs[vehicle.leg]
    } else if case .approach = phase {
      return 0..<0
    }
    let end = min(leg.upperBound, track.vehicle ?? leg.upperBound)
    let share: Double =
      switch phase {
      case .approach(let share, _), .sweep(let share): share
      }
    let bright = Int(Double(end - leg.lowerBound) * share)
    return leg.lowerBound..<(leg.lowerBound + max(0, bright))
  }

  /// The driven part of a map's lines that is bright; nil for none.
  func path(in scene: MapScene, isEnded: Bool) -> MapPath? {
    guard case .sweep(let share) = phase, share > 0 else { return nil }
    // At the end the driven way is drawn as the route; of the way to the pickup only the reports are known.
    for role in [isEnded ? LineRole.activeRoute(nil) : .traveled, .reports] {
      let driven = scene.polylines.filter { $0.role == role && $0.path.count > 1 }
      // Another line is the piece from the last report to the vehicle.
      if let longest = driven.max(by: { $0.path.count < $1.path.count }) {
        return longest.path.beginning(share: share)
      }
    }
    return nil
  }
}

extension ScreenContext where State == ViewState {
  var arrival: Arrival? { Arrival(state, freshness, settings, now: now) }
}
