internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension ScreenContext where State == ViewState {
  /// The ride in a few words and the trip's ID, for the title of the terminal's window or tab.
  var windowTitle: SafeText { safe("\(windowWords) \(glyphs.separator) \(state.ride.tripID)") }

  private var windowWords: String {
    switch freshness.kind {
    case .connecting: return "opening"
    case .stale: return "stale"
    case .vehicleQuiet: return "vehicle quiet"
    case .actionNeeded: return "needs action"
    case .ended: return freshness.isCanceled ? "canceled" : "done"
    case .recorded: return "replay"
    case .past: return "past"
    case .paused: return "paused"
    case .live, .late: break
    }
    guard let trip = state.ride.trip else { return "opening" }
    let facts = TripFacts(trip, canvas: self)
    let stage = ViewerText.shortHeading(facts.stage).lowercased()
    switch facts.stage {
    case .waitingForVehicle, .atPickup, .atStop, .complete, .canceled, .unknown: return stage
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup, .toStop, .toDropoff: break
    }
    let next = trip.nextPlace
    guard let moment = next.eta, !freshness.facts.isWithdrawn(moment),
      !Quantities.isNow(freshness.facts.timeLeft(until: moment))
    else { return stage }
    return "\(facts.doubt)\(facts.timeLeft(moment)) to \(next.label.lowercased())"
  }

  /// How much of the ride is done, failing while polls fail; nil without a ride on its way, and for its past.
  var windowProgress: Frame.Progress? {
    guard state.timeline == nil, !state.isRecorded else { return nil }
    let isFailing = state.ride.polling.lastError != nil
    if let trip = state.ride.trip {
      guard !TripStage(trip).isEnded else { return nil }
      if let share = Rail.share(of: trip, legMeters: state.ride.legMeters) {
        return Frame.Progress(percent: Int(share * 100), isFailing: isFailing)
      }
    }
    return isFailing ? Frame.Progress(percent: 100, isFailing: true) : nil
  }
}
