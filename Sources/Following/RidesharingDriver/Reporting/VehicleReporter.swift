public import FleetEngine

/// Reports a vehicle's location, state and route to Fleet Engine.
///
/// Add it to the vehicle's location provider. The route comes from the navigator. While tracking is
/// enabled the reporter keeps itself alive. See docs/protocol.md, "Vehicle reporting" and
/// "Contents of an update".
@MainActor
public final class VehicleReporter: RoadSnappedLocationProviderListener, NavigatorListener {
  /// The reporting intervals that Fleet Engine accepts, in seconds.
  public static let locationReportingIntervals = 5.0...60.0

  /// The vehicle.
  public let vehicle: VehicleName
  /// The state of the driver's device, sent with every location.
  public var deviceSettings = DeviceSettings()
  /// The state that the vehicle should have.
  public private(set) var vehicleState: VehicleState = .offline
  /// The server's response to the newest accepted update, with the vehicle's trips and waypoints.
  public private(set) var newestAnswer: Vehicle?

  private let client: FleetEngineClient
  private let navigator: Navigator
  let clock: ServiceClock
  private let header: RequestHeader
  private let traceID: @Sendable () -> String
  private var listeners = WeakListeners<any VehicleReporterListener>()
  private var readers: [Int: Reports.Continuation] = [:]
  private var readerCount = 0
  private var composer = ReportComposer()
  private var location: VehicleLocation?
  private var isReportDue = false
  private var tracking: Task<Void, Never>?
  private var pause: Task<Void, Never>?
  private var newestSend: Task<Void, Never>?
  /// The last update of the tracking that ended last, which takes the vehicle offline.
  private var farewell: Task<Outcome, Never>?

  /// The state that the server has after an update, or the update's failure.
  private typealias Outcome = Result<VehicleState, VehicleReporterError>

  /// Creates a reporter with tracking disabled.
  ///
  /// The client needs tokens for the vehicle; its clock is used unless another is given. `traceID` makes a
  /// new trace ID for each request, which replaces the header's.
  public init(
    vehicle: VehicleName, client: FleetEngineClient, navigator: Navigator,
    clock: ServiceClock? = nil, header: RequestHeader = RequestHeader(sdkType: .driver),
    traceID: @escaping @Sendable () -> String = RequestHeader.newTraceID
  ) {
    self.vehicle = vehicle
    self.client = client
    self.navigator = navigator
    self.clock = clock ?? client.clock
    self.header = header
    self.traceID = traceID
    navigator.add(self)
  }

  deinit { for reader in readers.values { reader.finish() } }

  /// The results of updates, see ``reports``.
  public typealias Reports = AsyncStream<Result<VehicleUpdate, VehicleReporterError>>

  /// The results of all updates from now on, for code that iterates.
  ///
  /// A loop that is slow gets the newest 100. The sequence ends with the reporter.
  public var reports: Reports {
    let (reports, reader) = Reports.makeStream(bufferingPolicy: .bufferingNewest(100))
    readerCount += 1
    readers[readerCount] = reader
    reader.onTermination = { [weak self, readerCount] _ in
      // Unstructured, because it may be called on any thread.
      Task { @MainActor in self?.readers[readerCount] = nil }
    }
    return reports
  }

  /// Adds a listener, held weakly; adding it again changes nothing.
  public func add(_ listener: any VehicleReporterListener) { listeners.add(listener) }

  /// Removes a listener.
  public func remove(_ listener: any VehicleReporterListener) { listeners.remove(listener) }

  /// Whether updates are sent at the reporting interval; false at first.
  ///
  /// Disabling takes the vehicle offline with one last update, which is not repeated if it fails.
  /// After enabling, the vehicle stays offline until it is set online.
  public var locationTrackingEnabled: Bool {
    get { tracking != nil }
    set {
      guard newValue != (tracking != nil) else { return }
      if newValue {
        // Unstructured, because tracking lasts until it is disabled.
        tracking = Task { await track() }
      } else {
        endTracking()
      }
    }
  }

  /// The time between two updates in seconds, 10 at first.
  ///
  /// Values outside 5...60 are clamped; NaN changes nothing. A change also applies to the current
  /// pause.
  public var locationReportingInterval = 10.0 {
    didSet {
      let bounds = Self.locationReportingIntervals
      locationReportingInterval =
        locationReportingInterval.isNaN
        ? oldValue : min(max(locationReportingInterval, bounds.lowerBound), bounds.upperBound)
      if locationReportingInterval != oldValue { pause?.cancel() }
    }
  }

  /// Sets the vehicle online or offline.
  ///
  /// While tracking is enabled an update is sent immediately. While it is disabled, going online
  /// fails, and going offline is a single update of the state.
  public func update(_ state: VehicleState) {
    let update = VehicleUpdate(state: state)
    guard state == .online || state == .offline else {
      return report(update, .unsupportedState)
    }
    if tracking != nil {
      guard state != vehicleState else { return }
      vehicleState = state
      reportImmediately()
    } else if state == .online {
      report(update, .trackingIsOff)
    } else {
      enqueue { await $0.sendState(update) }
    }
  }

  /// Sets the vehicle online or offline as ``update(_:)`` does, and returns once Fleet Engine has it.
  ///
  /// Throws ``VehicleReporterError/call(_:)`` if the update failed; ``vehicleState`` stays as set, and
  /// while tracking is enabled the next update repeats it. Throws `superseded` if a later change came
  /// first, `trackingIsOff` and `unsupportedState` as for ``update(_:)``. A started update is finished
  /// even if the task is cancelled.
  public func setState(_ state: VehicleState) async throws(VehicleReporterError) {
    guard state == .online || state == .offline else { throw .unsupportedState }
    guard tracking != nil || state == .offline else { throw .trackingIsOff }
    var outcome: Outcome?
    if tracking != nil {
      vehicleState = state
      outcome = await enqueue { await $0.sendNewest() }.value
    } else {
      outcome = await enqueue { await $0.sendState(VehicleUpdate(state: state)) }.value
    }
    // If tracking ended before the update was sent, its last one has taken the vehicle offline.
    if outcome == nil, state == .offline { outcome = await farewell?.value }
    guard let outcome else { throw .trackingIsOff }
    if try outcome.get() != state { throw .superseded }
  }

  /// Disables tracking, and returns once Fleet Engine has the vehicle offline.
  ///
  /// Without tracking it waits for the last update of the tracking before. Throws
  /// ``VehicleReporterError/call(_:)`` if that update failed, which is not repeated.
  public func stopTracking() async throws(VehicleReporterError) {
    if tracking != nil { endTracking() }
    _ = try await farewell?.value.get()
  }

  /// Reports the vehicle along the fixes of a sequence, and returns when they end and the server has the
  /// last one.
  ///
  /// Tracking is enabled from the first fix, with which the vehicle goes online, to the end, at which it goes
  /// offline, also when the task is cancelled. Fixes keep their own times and are snapped to the navigator's route.
  /// ``PacedFixes`` replays recorded ones.
  ///
  /// - Parameters:
  ///   - fixes: The fixes, as they are measured.
  ///   - interval: The time between two updates, clamped to 5...60 s.
  /// - Throws: ``VehicleReporterError/call(_:)`` as soon as an update fails for a reason that no retry cures,
  ///   such as a vehicle that does not exist; at the end also if the last update has failed. Other failed
  ///   updates are followed by newer ones; ``reports`` has them.
  public func report<Fixes: AsyncSequence & Sendable>(
    _ fixes: Fixes, every interval: Duration = .seconds(10)
  ) async throws(VehicleReporterError)
  where Fixes.Element == LocationFix, Fixes.Failure == Never {
    locationReportingInterval = interval.inSeconds
    if tracking == nil { farewell = nil }
    let reports = reports
    let failure = await withTaskGroup(of: VehicleReporterError?.self) { group in
      group.addTask { await self.follow(fixes) }
      group.addTask {
        for await case .failure(let error) in reports where !error.mayPass { return error }
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    do throws(VehicleReporterError) { try await stopTracking() } catch { throw failure ?? error }
    if let failure { throw failure }
  }

  /// Takes fixes to their end; returns the failure of the last update.
  private func follow<Fixes: AsyncSequence & Sendable>(
    _ fixes: Fixes
  ) async -> VehicleReporterError?
  where Fixes.Element == LocationFix, Fixes.Failure == Never {
    let provider = RoadSnappedLocationProvider()
    provider.add(navigator)
    provider.add(self)
    provider.startUpdatingLocation()
    var isOnline = false
    for await fix in fixes {
      provider.report(fix, snappingTo: navigator, now: clock.wallNow())
      guard !isOnline else { continue }
      isOnline = true
      // Before the tracking, whose first update has the state.
      vehicleState = .online
      if tracking == nil { locationTrackingEnabled = true } else { reportImmediately() }
    }
    guard isOnline, !Task.isCancelled else { return nil }
    return if case .failure(let error) = await enqueue({ await $0.sendNewest() }).value {
      error
    } else { nil }
  }

  /// Waits until the server has answered all started updates.
  public func finishPendingUpdates() async { await newestSend?.value }

  /// Stores a location for the next update; the first location is reported immediately.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider, didUpdate location: VehicleLocation
  ) {
    let isFirst = self.location == nil
    self.location = location
    if isFirst { reportImmediately() }
  }

  /// Reports a new navigation status immediately.
  public func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {
    reportImmediately()
  }

  /// Reports the newest location at once, and waits for the response; does nothing without tracking.
  func reportLocation() async { _ = await enqueue { await $0.sendNewest() }.value }

  private func track() async {
    while !Task.isCancelled {
      isReportDue = false
      let start = clock.monotonicNow()
      if location != nil || composer.isNews(state: vehicleState, navigator) {
        _ = await enqueue { await $0.sendNewest() }.value
      }
      while !Task.isCancelled, !isReportDue {
        let left = start + .seconds(locationReportingInterval) - clock.monotonicNow()
        guard left > .zero else { break }
        // Cancelling this task ends the pause early without ending tracking.
        let pause = Task { [clock] in do { try await clock.sleep(left) } catch {} }
        self.pause = pause
        await pause.value
      }
    }
  }

  private func endTracking() {
    tracking?.cancel()
    tracking = nil
    pause?.cancel()
    vehicleState = .offline
    farewell = enqueue { await $0.sendState(VehicleUpdate(state: .offline)) }
  }

  private func reportImmediately() {
    guard tracking != nil else { return }
    isReportDue = true
    pause?.cancel()
  }

  /// Starts a send after those before it, so that the server receives changes in order.
  @discardableResult private func enqueue<Value: Sendable>(
    _ send: @escaping @MainActor (VehicleReporter) async -> Value
  ) -> Task<Value, Never> {
    let previous = newestSend
    // Unstructured, because a started update is always finished.
    let task = Task {
      await previous?.value
      return await send(self)
    }
    newestSend = Task { _ = await task.value }
    return task
  }

  /// Sends what is known now; nil if tracking ended during an earlier update.
  private func sendNewest() async -> Outcome? {
    guard tracking != nil else { return nil }
    let (update, contents) = composer.update(
      state: vehicleState, location: location, deviceSettings: deviceSettings, navigator: navigator)
    let outcome = await send(update)
    if case .success = outcome { composer.accept(contents) }
    return outcome
  }

  private func sendState(_ update: VehicleUpdate) async -> Outcome {
    let outcome = await send(update)
    if case .success = outcome { composer.accept(state: update.vehicleState) }
    return outcome
  }

  private func send(_ update: VehicleUpdate) async -> Outcome {
    var header = header
    header.traceID = traceID()
    do {
      newestAnswer = try await client.updateVehicle(
        vehicle, update.vehicle, mask: update.mask, header: header
      ).value
    } catch {
      composer.fail(update)
      report(update, .call(error))
      return .failure(.call(error))
    }
    report(update, nil)
    return .success(update.vehicleState)
  }

  /// Notifies listeners and readers of an update that was sent, or of why it failed.
  private func report(_ update: VehicleUpdate, _ error: VehicleReporterError?) {
    for listener in listeners.all {
      if let error {
        listener.vehicleReporter(self, didFail: update, withError: error)
      } else {
        listener.vehicleReporter(self, didSucceed: update)
      }
    }
    for reader in readers.values { reader.yield(error.map { .failure($0) } ?? .success(update)) }
  }
}
