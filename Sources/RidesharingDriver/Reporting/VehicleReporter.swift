public import FleetEngine

/// Reports a vehicle's location, state and route to Fleet Engine.
///
/// It has to be added to the location provider that knows where the vehicle is; its route comes
/// from the navigator. While tracking is enabled the reporter keeps itself alive. Source: contract
/// 6.2 and 6.3.
@MainActor
public final class VehicleReporter: RoadSnappedLocationProviderListener, NavigatorListener {
  /// The reporting intervals that Fleet Engine accepts, in seconds.
  public static let locationReportingIntervals = 5.0...60.0

  /// The vehicle.
  public let vehicle: VehicleName
  /// What the driver's device does, sent with every location.
  public var deviceSettings = DeviceSettings()
  /// The state that the vehicle is to have.
  public private(set) var vehicleState: VehicleState = .offline
  /// The vehicle as the server answered the newest accepted update, with its trips and waypoints.
  public private(set) var newestAnswer: Vehicle?

  private let client: FleetEngineClient
  private let navigator: Navigator
  private let clock: ServiceClock
  private let header: RequestHeader
  private let traceID: @Sendable () -> String
  private var listeners = WeakListeners<any VehicleReporterListener>()
  private var composer = ReportComposer()
  private var location: VehicleLocation?
  private var isWanted = false
  private var tracking: Task<Void, Never>?
  private var pause: Task<Void, Never>?
  private var newestSend: Task<Void, Never>?

  /// Creates a reporter with tracking disabled.
  ///
  /// - Parameters:
  ///   - vehicle: The vehicle.
  ///   - client: What speaks to Fleet Engine, with tokens for the vehicle.
  ///   - navigator: What guides the vehicle.
  ///   - clock: The time.
  ///   - header: What the driver says of itself; its trace id is a fresh one for each request.
  ///   - traceID: What makes a fresh id for each request.
  public init(
    vehicle: VehicleName,
    client: FleetEngineClient,
    navigator: Navigator,
    clock: ServiceClock,
    header: RequestHeader = RequestHeader(sdkType: .driver),
    traceID: @escaping @Sendable () -> String
  ) {
    self.vehicle = vehicle
    self.client = client
    self.navigator = navigator
    self.clock = clock
    self.header = header
    self.traceID = traceID
    navigator.add(self)
  }

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any VehicleReporterListener) {
    listeners.add(listener)
  }

  /// Removes a listener.
  public func remove(_ listener: any VehicleReporterListener) {
    listeners.remove(listener)
  }

  /// Whether updates are sent at the reporting interval; false at first.
  ///
  /// Disabling takes the vehicle offline with one last update, which is not repeated if it fails.
  /// After enabling the vehicle stays offline until it is set online.
  public var locationTrackingEnabled: Bool {
    get { tracking != nil }
    set {
      guard newValue != (tracking != nil) else { return }
      if newValue { startTracking() } else { stopTracking() }
    }
  }

  /// The shortest time between two updates in seconds, 10 at first.
  ///
  /// Values outside 5...60 are brought into that range; not a number changes nothing. A change holds
  /// for the pause that has begun too.
  public var locationReportingInterval = 10.0 {
    didSet {
      let bounds = Self.locationReportingIntervals
      locationReportingInterval =
        locationReportingInterval.isNaN
        ? oldValue : min(max(locationReportingInterval, bounds.lowerBound), bounds.upperBound)
      // A pause that has begun is measured anew.
      if locationReportingInterval != oldValue { pause?.cancel() }
    }
  }

  /// Sets the state that the vehicle is to have.
  ///
  /// While tracking is enabled an update goes out at once. While it is disabled going online
  /// fails, and going offline is a single update of the state.
  ///
  /// - Parameter state: Online or offline.
  public func update(_ state: VehicleState) {
    let update = VehicleUpdate(vehicle: Vehicle(state: state), mask: ["vehicleState"])
    guard state == .online || state == .offline else {
      return tell { $0.vehicleReporter(self, didFail: update, withError: .unsupportedState) }
    }
    if tracking != nil {
      guard state != vehicleState else { return }
      vehicleState = state
      reportAtOnce()
    } else if state == .online {
      tell { $0.vehicleReporter(self, didFail: update, withError: .trackingIsOff) }
    } else {
      enqueue { await $0.sendState(update) }
    }
  }

  /// Waits until the updates that have been started are answered.
  public func finishPendingUpdates() async {
    await newestSend?.value
  }

  /// Takes a new location of the vehicle.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider,
    didUpdate location: VehicleLocation
  ) {
    let isFirst = self.location == nil
    self.location = location
    if isFirst { reportAtOnce() }
  }

  /// Takes a new status of navigation, which is reported at once.
  public func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {
    reportAtOnce()
  }

  private func startTracking() {
    // Not a child of any task: tracking lasts until it is disabled, whoever has enabled it.
    tracking = Task { await self.track() }
  }

  private func stopTracking() {
    tracking?.cancel()
    tracking = nil
    pause?.cancel()
    vehicleState = .offline
    let update = VehicleUpdate(vehicle: Vehicle(state: .offline), mask: ["vehicleState"])
    enqueue { await $0.sendState(update) }
  }

  private func track() async {
    while !Task.isCancelled {
      isWanted = false
      let start = clock.monotonicNow()
      if location != nil || composer.isNews(state: vehicleState, navigation) {
        await enqueue { await $0.sendNewest() }.value
      }
      while !Task.isCancelled, !isWanted {
        let left = start + .seconds(locationReportingInterval) - clock.monotonicNow()
        guard left > .zero else { break }
        // A task of its own, so that a change can end the pause without ending tracking.
        let pause = Task { [clock] in
          // Being cancelled is how a pause ends early.
          do { try await clock.sleep(left) } catch {}
        }
        self.pause = pause
        await pause.value
      }
    }
  }

  private func reportAtOnce() {
    guard tracking != nil else { return }
    isWanted = true
    pause?.cancel()
  }

  /// Starts a send after those before it, so that the server hears of changes in their order.
  @discardableResult
  private func enqueue(
    _ send: @escaping @MainActor (VehicleReporter) async -> Void
  ) -> Task<Void, Never> {
    let previous = newestSend
    // Not a child of any task: an update that has been started is finished.
    let task = Task {
      await previous?.value
      await send(self)
    }
    newestSend = task
    return task
  }

  private var navigation: ReportComposer.Navigation {
    ReportComposer.Navigation(
      status: navigator.status,
      routeRevision: navigator.routeRevision,
      route: navigator.route,
      remainingDistanceMeters: navigator.remainingDistanceMeters,
      remainingTime: navigator.remainingTime
    )
  }

  private func sendNewest() async {
    // Tracking may have ended while an earlier update was on its way.
    guard tracking != nil else { return }
    let (update, contents) = composer.update(
      state: vehicleState,
      location: location,
      deviceSettings: deviceSettings,
      navigation: navigation
    )
    if await send(update) { composer.accept(contents) }
  }

  private func sendState(_ update: VehicleUpdate) async {
    if await send(update) { composer.accept(state: update.vehicleState) }
  }

  private func send(_ update: VehicleUpdate) async -> Bool {
    var header = header
    header.traceID = traceID()
    do {
      newestAnswer = try await client.updateVehicle(
        vehicle,
        update.vehicle,
        mask: update.mask,
        header: header
      ).value
    } catch {
      tell { $0.vehicleReporter(self, didFail: update, withError: .call(error)) }
      return false
    }
    tell { $0.vehicleReporter(self, didSucceed: update) }
    return true
  }

  private func tell(_ message: (any VehicleReporterListener) -> Void) {
    for listener in listeners.present() { message(listener) }
  }
}
