internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// The command line of the list.
extension TripListState {
  /// The words that the command line may complete: the listed trips, as they are ordered.
  var promptContext: PromptContext {
    let listed = (order.isEmpty ? Array(trips.indices) : order).filter { trips[$0].vehicle == nil }
    let values = listed.map { place in
      let trip = trips[place]
      return PromptCommand.Value(trip.tripID, trip.stage.map { ViewerText.sentence($0) } ?? "")
    }
    return PromptContext(guide: .listing, trip: trips.first?.name ?? "", values: [.trip: values])
  }

  mutating func perform(_ order: PromptCommand.Order, at moment: InputMoment) -> [Command] {
    switch order {
    case .filter(let text):
      filter = TypedFilter(pattern: text)
      arrange(now: moment.now, wall: moment.wall)
      return []
    case .follow(let name):
      guard self[name.description] != nil else {
        return notify("The list has no trip \(name.tripID).", now: moment.now)
      }
      return [.open(name.description)]
    case .ride, .previousTrip, .screen: return notify(ViewerText.notHere, now: moment.now)
    }
  }
}
