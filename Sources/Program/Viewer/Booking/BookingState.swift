internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import VectorTiles

enum BookingNews: Equatable {
  case vehicles(Result<[SightedVehicle], CallFailure>)
  case booked(Result<TripName, CallFailure>)
  case names(Result<[NamedPlace], TileSourceError>)
}

enum BookingCommand: ScreenCommand {
  case screen(ScreenAction)
  /// Moves the map by cells, to the right and down.
  case pan(columns: Int, rows: Int)
  case look(Camera)
  case glide(Camera)
  case readVehicles
  /// Reads the base map's names around the map's center.
  case readNames
  case book(RideRequest)
  case finish(TripName)
}

struct SightedVehicle: Equatable, Sendable {
  let place: Coordinate
  /// Degrees clockwise from north; nil if unknown.
  let heading: Double?
}

struct BookingState: Equatable, ScreenState {
  typealias Command = BookingCommand
  typealias Action = BookingAction
  typealias News = BookingNews

  enum Step: Equatable {
    case choosingPickup
    case choosingDropoff
    /// The whole ride is shown before it is booked.
    case preview
    /// The backend has not answered yet.
    case booking
    case failed(CallFailure)
  }

  enum Vehicles: Equatable {
    case unknown
    case known([SightedVehicle])
    case failed(CallFailure)
  }

  let keys: KeyTable
  var step = Step.choosingPickup
  var size = GridSize(columns: 0, rows: 0)
  var map: MapSnapshot?
  /// The cell of the cursor, counted from the map's top left.
  var cursor = GridPoint(column: 0, row: 0)
  /// The exact place under the cursor, until it moves; a cell is larger than a place.
  var pinned: Coordinate?
  var pickup: Coordinate?
  var stops: [Coordinate] = []
  var dropoff: Coordinate?
  /// Whether others may ride along.
  var isShared: Bool
  var vehicles = Vehicles.unknown
  /// The streets near the shown places, from the base map.
  var streets: [Coordinate: SafeText] = [:]
  /// Where the map begins; nil for where the vehicles are.
  let start: Coordinate?
  var myLocation: Coordinate?
  var isMoved = false
  var bookingSince: Duration = .zero
  var notice: Notice?
  var layers: [Layer] = []
  var erasedAt: Duration?
  var promptHistory: [String] = []
  /// Whether the program has a log to show.
  var hasLog = false
  var mouse = MouseState()

  /// Creates a booking; a given ride is booked at once.
  init(
    request: RideRequest? = nil, isShared: Bool = false, start: Coordinate? = nil,
    myLocation: Coordinate? = nil, keys: KeyTable = .standard
  ) {
    self.keys = keys
    self.isShared = request?.isShared ?? isShared
    self.start = start ?? myLocation
    self.myLocation = myLocation
    guard let request else { return }
    (pickup, stops, dropoff) = (request.pickup, request.stops, request.dropoff)
    step = .preview
  }

  var layout: Layout { Layout(plain: size) }
  var boxArea: Rect { layout.uncoveredMap }
  var isChoosing: Bool { step == .choosingPickup || step == .choosingDropoff }
  var isAdjustable: Bool { isChoosing || step == .preview }

  /// Whether there is room for a map; without one nothing can be chosen.
  var hasMap: Bool { layout.map.columns > 0 && layout.map.rows > 0 }
  var places: [Coordinate] { [pickup].compactMap { $0 } + stops + [dropoff].compactMap { $0 } }

  var shownPlaces: [Coordinate] {
    places + (step == .choosingDropoff ? [cursorPlace].compactMap { $0 } : [])
  }

  var request: RideRequest? {
    guard let pickup, let dropoff else { return nil }
    // Invalid places were refused when they were chosen.
    return try? RideRequest(pickup: pickup, stops: stops, dropoff: dropoff, isShared: isShared)
  }

  var sightings: [SightedVehicle] {
    if case .known(let vehicles) = vehicles { vehicles } else { [] }
  }

  /// The exact place under the cursor, or the middle of its cell; nil without a map.
  var cursorPlace: Coordinate? {
    guard hasMap, let camera = map?.camera else { return nil }
    return pinned ?? viewport(camera).coordinate(at: cursor)
  }

  /// The viewport of a camera, with cells counted from the map's top left.
  func viewport(_ camera: Camera) -> Viewport {
    let size = layout.map.size
    let rect = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    return Viewport(camera: camera, rect: rect)
  }

  var promptContext: PromptContext { PromptContext(guide: .booking) }

  var hiddenActions: Set<Action> {
    Set((myLocation == nil ? [.showMyLocation] : []) + (hasLog ? [] : [.screen(.log)]))
  }

  var menuOrder: [Action] {
    [.findPlace, .addStop, .toggleShared, .stepBack, .fitPlaces, .showMyLocation, .refresh]
  }

  /// The open search for a place.
  var search: PlaceSearch? {
    get {
      for case .places(let search) in layers { return search }
      return nil
    }
    set {
      guard let newValue else { return close(.places(PlaceSearch())) }
      if let index = layers.firstIndex(where: { $0.isLike(.places(newValue)) }) {
        layers[index] = .places(newValue)
      } else {
        open(.places(newValue))
      }
    }
  }

  func derived(at now: Duration, wall: Timestamp) {}
}

extension ViewerText {
  static func bookingHeading(_ step: BookingState.Step) -> String {
    switch step {
    case .choosingPickup: "CHOOSE THE PICKUP"
    case .choosingDropoff: "CHOOSE A STOP OR THE DROP-OFF"
    case .preview: "CHECK THE RIDE"
    case .booking: "BOOKING THE RIDE"
    case .failed(let failure): failure.isUncertain ? "BOOKING UNCERTAIN" : "NOT BOOKED"
    }
  }

  static func stopAdded(_ number: Int, _ keys: KeyTable) -> String {
    "Stop \(number) added. \(keys[BookingAction.stepBack]) removes it."
  }
}
