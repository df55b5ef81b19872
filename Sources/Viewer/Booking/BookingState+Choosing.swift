internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import MapCanvas

extension BookingState {
  /// The widest cell, in metres, that is precise enough to be a place.
  private static let coarsestColumn = 1_000.0

  /// Chooses the place under the cursor, or books what was chosen.
  mutating func accept(now: Duration) -> [BookingCommand] {
    switch step {
    case .choosingPickup:
      guard let place = chosenPlace(now: now) else { return [] }
      pickup = place
      step = .choosingDropoff
      notice = nil
      return []
    case .choosingDropoff:
      guard let place = chosenPlace(now: now) else { return [] }
      dropoff = place
      step = .preview
      notice = nil
      return fitCamera(places).map { [.glide($0)] } ?? []
    case .preview:
      guard hasMap else {
        say(Catalogue.tooSmallToBook, now: now)
        return []
      }
      return book(now: now)
    case .failed: return book(now: now)
    case .booking: return []
    }
  }

  /// Asks the backend for the ride.
  mutating func book(now: Duration) -> [BookingCommand] {
    guard let request else { return [] }
    step = .booking
    bookingSince = now
    notice = nil
    return [.book(request)]
  }

  /// Makes the place under the cursor a stop on the way.
  mutating func addStop(now: Duration) {
    guard step == .choosingDropoff else {
      let isTooEarly = step == .choosingPickup
      say(isTooEarly ? Catalogue.pickupFirst : Catalogue.stepBackForStops(keys), now: now)
      return
    }
    guard !isShared else { return say(Catalogue.sharedHasNoStops, now: now) }
    guard stops.count < RideRequest.maximumStops else {
      return say(Catalogue.noMoreStops(RideRequest.maximumStops), now: now)
    }
    guard let place = chosenPlace(now: now) else { return }
    stops.append(place)
    say(Catalogue.stopAdded(stops.count, keys), now: now)
  }

  /// Lets others ride along, or not.
  mutating func toggleShared(now: Duration) {
    guard stops.isEmpty else { return say(Catalogue.sharedHasNoStops, now: now) }
    isShared.toggle()
    say(isShared ? Catalogue.sharedOn : Catalogue.sharedOff, now: now)
  }

  /// Takes back what was chosen last, with the cursor where it was.
  mutating func stepBack() -> [BookingCommand] {
    notice = nil
    let taken: Coordinate?
    switch step {
    case .booking, .choosingPickup: return []
    case .failed:
      step = .preview
      return []
    case .preview:
      (taken, dropoff) = (dropoff, nil)
      step = .choosingDropoff
    case .choosingDropoff where !stops.isEmpty:
      taken = stops.removeLast()
    case .choosingDropoff:
      (taken, pickup) = (pickup, nil)
      step = .choosingPickup
    }
    isMoved = true
    guard let taken, let camera = map?.camera else { return [] }
    guard hasMap, viewport(camera).cell(of: taken) != nil else {
      return look(at: taken, zoom: camera.zoom)
    }
    pin(taken, in: camera)
    return []
  }

  /// The place under the cursor where it may follow the one before; else why not is said.
  private mutating func chosenPlace(now: Duration) -> Coordinate? {
    guard let place = cursorPlace, place.isValid else {
      say(Catalogue.tooSmallToChoose, now: now)
      return nil
    }
    if pinned == nil, let camera = map?.camera,
      viewport(camera).metersPerColumn > Self.coarsestColumn
    {
      let width = Quantities.distance(meters: Int(viewport(camera).metersPerColumn))
      say(Catalogue.zoomInFirst(width, keys), now: now)
      return nil
    }
    if let last = places.last, RideRequest.isSame(last, place) {
      say(Catalogue.samePlace, now: now)
      return nil
    }
    return place
  }
}
