internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas

/// What somebody who books a ride sees, as one value that the run loop owns.
struct BookingState: Equatable, ScreenState {
  static let guide = KeyTable.Guide.booking

  /// What the keys do.
  let keys: KeyTable
  /// How far the booking is.
  enum Step: Equatable {
    case choosingPickup
    case choosingDropoff
    /// The whole ride is shown before it is booked.
    case preview
    /// The backend was asked and has not answered.
    case booking
    /// The backend did not book.
    case failed(BookingFailure)
  }

  /// What is known of the vehicles that are online.
  enum Vehicles: Equatable {
    case unknown
    case known([SightedVehicle])
    case failed(BookingFailure)
  }

  /// How far the booking is.
  var step = Step.choosingPickup
  /// The screen's size.
  var size = GridSize(columns: 0, rows: 0)
  /// The map.
  var map: MapSnapshot?
  /// The cell that the cursor is at, from the map's own top left.
  var cursor = GridPoint(column: 0, row: 0)
  /// The place that the cursor was put on, until it moves; a cell is wider than a place.
  var pinned: Coordinate?
  /// Where the ride begins.
  var pickup: Coordinate?
  /// Where it stops between, in order.
  var stops: [Coordinate] = []
  /// Where it ends.
  var dropoff: Coordinate?
  /// Whether others may ride along.
  var isShared: Bool
  /// The vehicles that are online.
  var vehicles = Vehicles.unknown
  /// Where the map begins; nil for where the vehicles are.
  let start: Coordinate?
  /// Where the user is; nil where that is not known.
  var myLocation: Coordinate?
  /// Whether the map is where the user has put it.
  var isMoved = false
  /// Since when the backend is being asked to book.
  var bookingSince: Duration = .zero
  /// The sentence that stands for a while, if there is one.
  var notice: Notice?
  /// The page of help that is open, if it is.
  var helpPage: Int?
  /// What the mouse is doing.
  var mouse = MouseState()

  /// Creates the beginning of a booking; a ride that is given is booked at once.
  init(
    request: RideRequest? = nil,
    isShared: Bool = false,
    start: Coordinate? = nil,
    myLocation: Coordinate? = nil,
    keys: KeyTable = .standard
  ) {
    self.keys = keys
    self.isShared = request?.isShared ?? isShared
    self.start = start ?? myLocation
    self.myLocation = myLocation
    guard let request else { return }
    (pickup, stops, dropoff) = (request.pickup, request.stops, request.dropoff)
    step = .preview
  }

  /// Where the parts of the screen lie.
  var layout: Layout { Layout(size: size, arrangement: ScreenArrangement(showsEvents: false)) }

  /// Whether a place is being chosen with the cursor.
  var isChoosing: Bool { step == .choosingPickup || step == .choosingDropoff }

  /// Whether there is room for a map; without one nothing can be chosen.
  var hasMap: Bool { layout.mapArea.columns > 0 && layout.mapArea.rows > 0 }

  /// The places that were chosen, in their order.
  var places: [Coordinate] {
    [pickup].compactMap { $0 } + stops + [dropoff].compactMap { $0 }
  }

  /// The ride, once it is whole.
  var request: RideRequest? {
    guard let pickup, let dropoff else { return nil }
    // All that could be wrong was refused when it was chosen.
    return try? RideRequest(pickup: pickup, stops: stops, dropoff: dropoff, isShared: isShared)
  }

  /// The vehicles that were seen; none where that is not known.
  var sightings: [SightedVehicle] {
    if case .known(let vehicles) = vehicles { vehicles } else { [] }
  }

  /// The place that the cursor was put on, or the one in the middle of its cell as the map was last
  /// drawn; nil without a map.
  var cursorPlace: Coordinate? {
    guard hasMap, let camera = map?.camera else { return nil }
    return pinned ?? viewport(camera).coordinate(at: cursor)
  }

  /// The world that a camera shows, with cells that count from the map's own top left.
  func viewport(_ camera: Camera) -> Viewport {
    let size = layout.mapArea.size
    return Viewport(
      camera: camera,
      rect: Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    )
  }

  /// The actions that are not offered now.
  var hiddenActions: Set<Action> { myLocation == nil ? [.showMyLocation] : [] }

  func derived(at now: Duration, wall: Timestamp) {}
}

/// A vehicle that is online, and where.
struct SightedVehicle: Equatable, Sendable {
  let place: Coordinate
  /// Degrees clockwise from north; nil where that is not known.
  let heading: Double?
}
