public import CellGrid
public import ConsumerMap
public import FleetEngine
public import Geo
internal import MapCanvas
public import ProviderBackend
internal import HTTPMessages
internal import TrustLimits

/// Why a booking ended.
public enum BookingEnding: ScreenEnding, Hashable {
  /// The backend booked the ride.
  case booked(TripName)
  /// The user quit, or the terminal went away.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The program that runs the booking asked for it.
  case stopped
}

/// Lets somebody choose a ride on a map and books it at a provider's backend.
///
/// As in the viewer all that happens meets in one mailbox; the loop takes what waits, applies it to one
/// state and draws once.
@MainActor
public final class BookingProgram: ScreenProgram {
  /// How often the backend is asked which vehicles are online.
  private static let vehiclesInterval: Duration = .seconds(5)

  /// The booking whose answer is still to come; nil if there is none.
  ///
  /// Whoever ends a booking while the backend is being asked learns from it whether there is a trip.
  public private(set) var pendingBooking: Task<Result<TripName, BookingFailure>, Never>?

  private let backend: ProviderClient
  private let mapView: MapView
  let screen: any Screen
  private let clock: ServiceClock
  /// What the user and the terminal decide, as keys have changed it.
  public internal(set) var settings: ViewerSettings
  private let loop: ProgramLoop<BookingEvent>
  private var state: BookingState
  var ending: BookingEnding?
  private var baseMapNotice = BaseMapNotice()
  private var sighting: Task<Void, Never>?

  /// Creates a booking.
  ///
  /// - Parameters:
  ///   - backend: Where rides are booked.
  ///   - request: The ride where it is known already, which is booked at once; nil to let it be chosen.
  ///   - isShared: Whether a ride that is chosen may take others along, until a key says otherwise.
  ///   - start: Where the map begins; nil for the map's own place, or else where the vehicles are.
  ///   - mapView: The map to choose on, which shows the chosen places afterwards too.
  ///   - screen: Where to draw and where keys come from.
  ///   - clock: The times that it lives by.
  ///   - settings: What the user and the terminal decide.
  public init(
    backend: ProviderClient,
    request: RideRequest? = nil,
    isShared: Bool = false,
    start: Coordinate? = nil,
    mapView: MapView,
    screen: any Screen,
    clock: ServiceClock,
    settings: ViewerSettings
  ) {
    self.backend = backend
    self.mapView = mapView
    self.screen = screen
    self.clock = clock
    self.settings = settings
    loop = ProgramLoop(screen: screen, clock: clock)
    state = BookingState(
      request: request,
      isShared: isShared,
      start: start,
      myLocation: mapView.myLocation,
      keys: settings.keys
    )
    state.mouse.isOn = settings.reportsMouse
  }

  /// Runs the booking until there is a trip, the user quits or ``stop()`` is called.
  public func run() async -> BookingEnding {
    let followsTrips = mapView.isAllowCameraAutoUpdate
    // What is chosen must not move the map below the cursor.
    mapView.isAllowCameraAutoUpdate = false
    mapView.isReducedMotion = settings.isMotionReduced
    state.size = await screen.size()
    mapView.onChange = { [weak self] in self?.wakeForMap() }
    resizeMap()
    for command in state.begin(now: clock.monotonicNow()) { await perform(command) }
    loop.show(draw())
    let ending = await run(loop)
    settings.reportsMouse = state.mouse.isOn
    mapView.onChange = nil
    sighting?.cancel()
    mapView.isAllowCameraAutoUpdate = followsTrips
    return ending
  }

  /// Ends the booking from outside, as for a signal.
  public func stop() {
    ending = ending ?? .stopped
    loop.mailbox.post(.tick)
  }

  func say(_ text: String, now: Duration) { state.say(text, now: now) }

  func apply(_ event: BookingEvent) async {
    if case .booked = event { pendingBooking = nil }
    let moment = InputMoment(
      now: clock.monotonicNow(),
      wall: clock.wallNow(),
      settings: settings,
      hits: loop.hits
    )
    for command in state.apply(event, at: moment) { await perform(command) }
    if case .input(.resize) = event { resizeMap() }
    if case .input(.terminal(let answer)) = event { settings.apply(answer) }
    showPlaces()
  }

  private func perform(_ command: BookingCommand) async {
    switch command {
    case .action(let action): await perform(action, now: clock.monotonicNow())
    case .setMouse(let isOn): await screen.setMouse(isOn)
    case .pan(let columns, let rows): mapView.pan(columns: columns, rows: rows)
    case .look(let camera): mapView.moveCamera(to: camera)
    case .glide(let camera): mapView.animate(to: camera)
    case .readVehicles: readVehicles()
    case .book(let request): book(request)
    case .finish(let name): ending = .booked(name)
    }
  }

  /// Asks again and again which vehicles are online, from now on.
  private func readVehicles() {
    sighting?.cancel()
    // Not structured: a key begins it anew.
    sighting = Task { [backend, clock, loop] in
      while !Task.isCancelled {
        let answer = await Self.vehicles(of: backend)
        guard !Task.isCancelled else { return }
        loop.mailbox.post(.vehicles(answer))
        do {
          try await clock.sleep(Self.vehiclesInterval)
        } catch {
          return
        }
      }
    }
  }

  private static func vehicles(
    of backend: ProviderClient
  ) async -> Result<[SightedVehicle], BookingFailure> {
    do throws(ProviderError) {
      let vehicles = try await backend.vehicles().compactMap { vehicle -> SightedVehicle? in
        guard let location = vehicle.lastLocation, let place = location.location, place.isValid
        else { return nil }
        return SightedVehicle(place: place, heading: location.heading.map(Double.init))
      }
      return .success(Array(vehicles.prefix(Limits.Booking.vehicles)))
    } catch {
      return .failure(BookingFailure(error, backend: backend.endpoint.authority))
    }
  }

  private func book(_ request: RideRequest) {
    guard pendingBooking == nil else { return }
    // Not structured: who quits meanwhile still has to learn whether there is a trip.
    let booking = Task { [backend] in await backend.book(request) }
    pendingBooking = booking
    Task { [loop] in loop.mailbox.post(.booked(await booking.value)) }
  }

  private func showPlaces() {
    func location(_ place: Coordinate) -> TerminalLocation { TerminalLocation(point: place) }
    let (pickup, dropoff) = (state.pickup.map(location), state.dropoff.map(location))
    let stops = state.stops.map(location)
    if mapView.pickupLocation != pickup { mapView.pickupLocation = pickup }
    if mapView.intermediateLocations != stops { mapView.intermediateLocations = stops }
    if mapView.dropoffLocation != dropoff { mapView.dropoffLocation = dropoff }
  }

  private func resizeMap() {
    mapView.resize(to: state.layout.mapArea.size)
  }

  func draw() -> Drawing {
    let now = clock.monotonicNow()
    showPlaces()
    settings.adjust(mapView)
    state.myLocation = mapView.myLocation
    state.map = mapView.advance(to: now)
    if let problem = baseMapNotice.sentence(for: state.map, isMapFramed: state.layout.isFramed) {
      state.say(problem, now: now, for: Notice.newsTime)
    }
    let drawn = BookingFrame.drawn(state, settings: settings, now: now, wall: clock.wallNow())
    return Drawing(frame: settings.colored(drawn.frame), hits: drawn.hits)
  }

  /// Draws anew when tiles have come, at most once in the time of a frame.
  private func wakeForMap() {
    loop.wakeForMap(after: settings.frameTime) { [loop] in loop.mailbox.post(.tick) }
  }

  /// How long the picture stays as it is by itself.
  var timeToNextChange: Duration? {
    let nanoseconds = Int64(clock.wallNow().nanoseconds)
    // The clock in the header goes on.
    let second = Duration.nanoseconds(max(1_000_000, 1_000_000_000 - nanoseconds))
    let change = state.map?.nextChange.map { $0 - clock.monotonicNow() }
    return change.map { max(settings.frameTime, $0) } ?? second
  }
}
