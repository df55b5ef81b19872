internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  /// The actions that are not offered now.
  var hiddenActions: Set<Action> {
    var hidden: Set<Action> = offersMyLocation ? [] : [.showMyLocation]
    if !ride.offersCancel { hidden.insert(.cancelRide) }
    if !canGoBack { hidden.insert(.backToList) }
    return hidden.union(unavailableActions)
  }

  /// The markers of the map in the order in which they are chosen, each once.
  var markers: [MarkerSubject] {
    var seen: Set<MarkerSubject> = []
    return (ride.map?.markerSubjects ?? []).filter { seen.insert($0).inserted }
  }

  /// The marker that the card tells of; nil while there is no card, and once the map has no such
  /// marker any more.
  var cardMarker: MarkerSubject? {
    guard focus.isMarkerCardOpen, focus.overlay == nil, !isErrorCardShown,
      let chosen = focus.chosenMarker,
      ride.map?.markerSubjects.contains(chosen) ?? false
    else { return nil }
    return chosen
  }

  /// The marker of what a line is about.
  func marker(of subject: TripFacts.Line.Subject?) -> MarkerSubject? {
    markers.first { marker in
      switch (marker.type, subject) {
      case (.tripPickupPoint, .place(.pickup)), (.tripDropoffPoint, .place(.dropoff)),
        (.tripVehicle, .vehicle):
        true
      case (.intermediateDestination, .place(.stop(let number))): number == marker.stopNumber
      default: false
      }
    }
  }

  /// Whether a card tells of a failure that somebody has to mend.
  var isErrorCardShown: Bool {
    ride.polling.lastError.map { $0.bucket != .recoverable } ?? false && !focus.isCardHidden
  }

  /// Chooses the marker after or before the one that was chosen last.
  mutating func chooseMarker(step: Int, now: Duration) -> [ViewCommand] {
    guard hasMap(now: now) else { return [] }
    let markers = markers
    guard !markers.isEmpty else {
      say(Catalogue.noMarkers, now: now)
      return []
    }
    guard let index = focus.chosenMarker.flatMap(markers.firstIndex(of:)) else {
      return [.choose(markers.first(where: isNextPlace) ?? markers[0])]
    }
    return [.choose(markers[(index + step + markers.count) % markers.count])]
  }

  /// Chooses a stop by its number, from 1.
  mutating func chooseStop(_ number: Int, now: Duration) -> [ViewCommand] {
    guard hasMap(now: now) else { return [] }
    let stop = markers.first { $0.type == .intermediateDestination && $0.stopNumber == number }
    guard let stop else {
      say(Catalogue.noStop(number), now: now)
      return []
    }
    return [.choose(stop)]
  }

  /// Opens the card of a chosen marker; nil closes the card.
  mutating func showMarker(_ tap: MarkerTap?, now: Duration) {
    focus.isMarkerCardOpen = tap.map { !$0.isHandled } ?? false
    guard let tap else { return }
    focus.chosenMarker = tap.subject
    if tap.endsAutoCamera { say(Catalogue.autoOff(keys), now: now) }
  }

  /// Closes the card that is seen; without one, goes back to the list.
  mutating func closeCard() -> [ViewCommand] {
    let hasCard = cardMarker != nil || isErrorCardShown
    if cardMarker == nil { focus.isCardHidden = true } else { focus.isMarkerCardOpen = false }
    return hasCard || !isFromList ? [] : [.action(.backToList)]
  }

  private mutating func hasMap(now: Duration) -> Bool {
    guard ride.map?.camera != nil else {
      say(Catalogue.noMarkers, now: now)
      return false
    }
    let area = layout.mapArea
    guard area.columns > 0, area.rows > 0 else {
      say(Catalogue.noMapHere, now: now)
      return false
    }
    return true
  }

  /// Whether the ride goes there next.
  private func isNextPlace(_ marker: MarkerSubject) -> Bool {
    switch ride.stage {
    case .toStop(let number), .atStop(let number):
      marker.type == .intermediateDestination && marker.stopNumber == number
    case .toDropoff, .complete: marker.type == .tripDropoffPoint
    default: marker.type == .tripPickupPoint
    }
  }
}
