internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  /// The list of facts about the last poll, or the last error.
  var details: Layer { .list(ListLayer(.details(of: ride.tripName))) }

  mutating func perform(_ order: PromptCommand.Order, at moment: InputMoment) -> [Command] {
    let now = moment.now
    return switch order {
    case .previousTrip:
      previousTrip.map { [.follow($0)] } ?? notify("No other trip has been followed yet.", now: now)
    case .follow(let name) where name.description == ride.tripName:
      notify("That trip is already followed.", now: now)
    case .follow(let name): [.follow(name)]
    case .ride(let command): [command]
    // A command of the list of trips, and those that are performed for all screens.
    case .filter, .screen: []
    }
  }

  /// The markers of the map in the order of the keys, without duplicates.
  var markers: [MarkerSubject] {
    var seen: Set<MarkerSubject> = []
    return (ride.map?.markerSubjects ?? []).filter { seen.insert($0).inserted }
  }

  /// The marker of the open card; nil without a card, or once the map has no such marker.
  var cardMarker: MarkerSubject? {
    guard focus.isMarkerCardOpen, !isCovered, !isErrorCardShown, let chosen = focus.chosenMarker,
      ride.map?.markerSubjects.contains(chosen) ?? false
    else { return nil }
    return chosen
  }

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

  var isErrorCardShown: Bool {
    ride.polling.lastError.map { !$0.mayPass } ?? false && !focus.isCardHidden
  }

  /// Chooses the marker after or before the last chosen one.
  mutating func chooseMarker(step: Int, now: Duration) -> [Command] {
    guard hasMap(now: now) else { return [] }
    let markers = markers
    guard !markers.isEmpty else { return notify(ViewerText.noMarkers, now: now) }
    guard let index = focus.chosenMarker.flatMap(markers.firstIndex(of:)) else {
      return [.choose(markers.first(where: isNextPlace) ?? markers[0])]
    }
    return [.choose(markers[(index + step + markers.count) % markers.count])]
  }

  mutating func chooseStop(_ number: Int, now: Duration) -> [Command] {
    guard hasMap(now: now) else { return [] }
    let stop = markers.first { $0.type == .intermediateDestination && $0.stopNumber == number }
    return stop.map { [.choose($0)] } ?? notify("This trip has no stop \(number).", now: now)
  }

  mutating func showMarker(_ tap: MarkerTap?, now: Duration) {
    focus.isMarkerCardOpen = tap.map { !$0.isHandled } ?? false
    guard let tap else { return }
    focus.chosenMarker = tap.subject
    if tap.endsAutoCamera { say(ViewerText.autoOff(keys), now: now) }
  }

  var isCardOpen: Bool { cardMarker != nil || isErrorCardShown }

  mutating func closeCard(at moment: InputMoment) -> [Command] {
    let hasCard = isCardOpen
    if cardMarker == nil { focus.isCardHidden = true } else { focus.isMarkerCardOpen = false }
    return hasCard || !isFromList ? [] : [.action(.leave)]
  }

  /// Goes to the next item with more to show: each marker, then the event log, then the map again.
  mutating func moveFocus(_ step: Int) -> [Command] {
    let area = layout.map
    let hasMap = ride.map?.camera != nil && area.columns > 0 && area.rows > 0
    let subjects = hasMap ? markers : []
    let present =
      layers.contains(where: { $0.isLike(.list(ListLayer(.events))) })
      ? subjects.count : cardMarker.flatMap(subjects.firstIndex(of:))
    let next = present.map { $0 + step } ?? (step > 0 ? 0 : subjects.count)
    layers = []
    focus.isMarkerCardOpen = false
    if subjects.indices.contains(next) { return [.choose(subjects[next])] }
    if next == subjects.count { open(.list(ListLayer(.events))) }
    return []
  }

  /// Whether the map has markers to choose; says why not.
  private mutating func hasMap(now: Duration) -> Bool {
    guard ride.map?.camera != nil else {
      say(ViewerText.noMarkers, now: now)
      return false
    }
    let area = layout.map
    guard area.columns > 0, area.rows > 0 else {
      say(ViewerText.noMapHere, now: now)
      return false
    }
    return true
  }

  private func isNextPlace(_ marker: MarkerSubject) -> Bool {
    switch ride.stage {
    case .toStop(let number), .atStop(let number):
      marker.type == .intermediateDestination && marker.stopNumber == number
    case .toDropoff, .complete: marker.type == .tripDropoffPoint
    default: marker.type == .tripPickupPoint
    }
  }
}
