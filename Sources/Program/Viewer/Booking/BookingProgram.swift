public import CellGrid
public import ConsumerMap
public import FleetEngine
public import Geo
internal import MapCanvas
public import ProviderBackend
internal import HTTPMessages
internal import TrustLimits
internal import VectorTiles

/// Lets the user choose a ride on a map, and books it at a provider's backend.
@MainActor public final class BookingProgram: ScreenProgram {
  private static let vehiclesInterval: Duration = .seconds(5)

  /// The pending request for a ride, if any; its result is known even after the screen has ended.
  public private(set) var pendingBooking: Task<Result<TripName, CallFailure>, Never>?

  /// Shows a base map that covers the first place, or else the first vehicles.
  public var chooseMap: (@MainActor @Sendable ([Coordinate]) async -> Void)?
  /// Reads the last lines of the program's log; nil without one.
  public var readLog: (@Sendable () async -> [SafeText])?

  private let backend: ProviderClient
  private let mapView: MapView
  let screen: any Screen
  let clock: ServiceClock
  /// The settings, with the changes by keys.
  public internal(set) var settings: ViewerSettings
  let loop: ProgramLoop<BookingNews>
  var state: BookingState
  var ending: ScreenEnding?
  private var baseMapNotice = BaseMapNotice()
  private var sighting: Task<Void, Never>?
  private var naming: Task<Void, Never>?
  private lazy var streetNames = StreetNames { [weak self] in self?.wakeForMap() }

  /// Creates a booking.
  ///
  /// - Parameters:
  ///   - request: A ride to book at once; nil to let the user choose.
  ///   - isShared: Whether others may ride along, until a key changes it.
  ///   - start: The map's first place; nil for the user's own place, or where the vehicles are.
  ///   - mapView: The map, which keeps showing the chosen places afterwards.
  public init(
    backend: ProviderClient, request: RideRequest? = nil, isShared: Bool = false,
    start: Coordinate? = nil, mapView: MapView, screen: any Screen, clock: ServiceClock,
    settings: ViewerSettings
  ) {
    self.backend = backend
    self.mapView = mapView
    self.screen = screen
    self.clock = clock
    self.settings = settings
    loop = ProgramLoop(screen: screen, clock: clock)
    state = BookingState(
      request: request, isShared: isShared, start: start, myLocation: mapView.myLocation,
      keys: settings.keys)
    state.mouse.isOn = settings.reportsMouse
  }

  /// Runs the booking until there is a trip, the user quits or ``stop()`` is called.
  public func run() async -> ScreenEnding {
    let followsTrips = mapView.isAllowCameraAutoUpdate
    // The chosen places must not move the map below the cursor.
    mapView.isAllowCameraAutoUpdate = false
    mapView.isReducedMotion = settings.isMotionReduced
    state.size = await screen.size()
    mapView.onChange = { [weak self] in self?.wakeForMap() }
    mapView.resize(to: state.layout.map.size)
    for command in state.begin(now: clock.monotonicNow()) { await perform(command) }
    state.hasLog = readLog != nil
    loop.show(picture())
    let ending = await run(loop)
    mapView.onChange = nil
    sighting?.cancel()
    naming?.cancel()
    streetNames.cancel()
    mapView.isAllowCameraAutoUpdate = followsTrips
    return ending
  }

  /// Ends the booking from outside, for example after a signal.
  public func stop() { endFromOutside() }

  func post(_ event: ScreenEvent<BookingNews>) { loop.mailbox.post(event) }

  func apply(_ event: ScreenEvent<BookingNews>) async {
    if case .news(.booked, _) = event { pendingBooking = nil }
    for command in state.apply(event, at: moment(loop)) { await perform(command) }
    if case .input(.resize) = event { mapView.resize(to: state.layout.map.size) }
    if case .input(.terminal(let answer)) = event { settings.apply(answer) }
    showPlaces()
  }

  private func perform(_ command: BookingCommand) async {
    switch command {
    case .screen(let action): await perform(action, now: clock.monotonicNow())
    case .pan(let columns, let rows): mapView.pan(columns: columns, rows: rows)
    case .look(let camera): mapView.moveCamera(to: camera)
    case .glide(let camera): mapView.animate(to: camera)
    case .readVehicles: readVehicles()
    case .readNames: readNames()
    case .book(let request): book(request)
    case .finish(let name): ending = .booked(name)
    }
  }

  private func readVehicles() {
    sighting?.cancel()
    // An unstructured task: a key restarts it.
    sighting = Task { [weak self, backend, clock, loop] in
      while !Task.isCancelled {
        let answer = await Self.vehicles(of: backend)
        guard !Task.isCancelled else { return }
        loop.mailbox.post(.news(.vehicles(answer)))
        if case .success(let vehicles) = answer { await self?.chooseMap(vehicles) }
        guard (try? await clock.sleep(Self.vehiclesInterval)) != nil else { return }
      }
    }
  }

  private func readNames() {
    naming?.cancel()
    guard let tiles = mapView.baseMap?.tiles, let camera = state.map?.camera else {
      return loop.mailbox.post(.news(.names(.success([]))))
    }
    // An unstructured task: the keys work while tiles are read.
    naming = Task { [loop] in
      let result: Result<[NamedPlace], TileSourceError>
      do throws(TileSourceError) {
        result = .success(try await tiles.names(around: camera.center))
      } catch { result = .failure(error) }
      if !Task.isCancelled { loop.mailbox.post(.news(.names(result))) }
    }
  }

  private func chooseMap(_ vehicles: [SightedVehicle]) async {
    let places = state.start.map { [$0] } ?? vehicles.map(\.place)
    guard let chooseMap, !places.isEmpty else { return }
    self.chooseMap = nil
    await chooseMap(places)
  }

  private static func vehicles(
    of backend: ProviderClient
  ) async -> Result<[SightedVehicle], CallFailure> {
    do throws(ProviderError) {
      let vehicles = try await backend.vehicles().compactMap { vehicle -> SightedVehicle? in
        guard let location = vehicle.lastLocation, let place = location.location, place.isValid
        else { return nil }
        return SightedVehicle(place: place, heading: location.heading.map(Double.init))
      }
      return .success(Array(vehicles.prefix(Limits.Booking.vehicles)))
    } catch { return .failure(CallFailure(error, backend: backend.endpoint.authority)) }
  }

  private func book(_ request: RideRequest) {
    guard pendingBooking == nil else { return }
    // An unstructured task: after quitting, the program still needs to know whether there is a trip.
    let booking = Task { [backend] in await backend.book(request) }
    pendingBooking = booking
    Task { [loop] in loop.mailbox.post(.news(.booked(await booking.value))) }
  }

  private func showPlaces() {
    func location(_ place: Coordinate) -> TerminalLocation { TerminalLocation(point: place) }
    let (pickup, dropoff) = (state.pickup.map(location), state.dropoff.map(location))
    let stops = state.stops.map(location)
    if mapView.pickupLocation != pickup { mapView.pickupLocation = pickup }
    if mapView.intermediateLocations != stops { mapView.intermediateLocations = stops }
    if mapView.dropoffLocation != dropoff { mapView.dropoffLocation = dropoff }
  }

  func advance(now: Duration, wall: Timestamp) {
    showPlaces()
    settings.adjust(mapView)
    state.myLocation = mapView.myLocation
    state.map = mapView.advance(to: now)
    state.streets = streets
    if let problem = baseMapNotice.sentence(for: state.map, isShownOnMap: state.layout.isFramed) {
      state.say(problem, now: now, for: Notice.newsTime)
    }
  }

  func shown(
    now: Duration, wall: Timestamp
  ) -> (state: BookingState, now: Duration, wall: Timestamp) { (state, now, wall) }

  private var streets: [Coordinate: SafeText] {
    guard let tiles = mapView.baseMap?.tiles else { return [:] }
    let places = Set(state.places + [state.cursorPlace].compactMap { $0 })
    return Dictionary(
      uniqueKeysWithValues: places.compactMap { place in
        streetNames.street(near: place, on: tiles).map { (place, $0) }
      })
  }

  /// Redraws when all awaited tiles of the view are there, and else once in the time of a frame.
  private func wakeForMap() {
    loop.wakeForMap(after: mapView.hasAwaitedTiles ? .zero : settings.frameTime) { [loop] in
      loop.mailbox.post(.tick)
    }
  }

  var timeToNextChange: Duration? {
    let change = state.map?.nextChange.map { $0 - clock.monotonicNow() }
    return change.map { max(settings.frameTime, $0) } ?? timeToNextSecond
  }
}
