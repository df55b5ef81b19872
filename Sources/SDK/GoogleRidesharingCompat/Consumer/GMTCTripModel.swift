internal import FleetEngine
public import Foundation
public import RidesharingConsumer
internal import Synchronization

/// Whether a trip model polls the server.
public typealias GMTCTripModelState = TripModelState

/// A trip that is kept up to date while it has subscribers.
///
/// See docs/protocol.md, "Trip model".
@MainActor @preconcurrency public final class GMTCTripModel {
  private nonisolated static let identities = Identities<GMTCTripModel>()

  /// The library's model.
  public nonisolated let model: TripModel
  private nonisolated let bridges = Mutex<[ObjectIdentifier: SubscriberBridge]>([:])
  private var liveOptions: GMTCMutableTripModelOptions?

  private init(_ model: TripModel) { self.model = model }

  /// Returns the object that wraps a model, the same one while it is alive.
  public static func of(_ model: TripModel) -> GMTCTripModel {
    identities.object(for: model) { GMTCTripModel(model) }
  }

  /// Whether the model has subscribers and polls the server.
  public var state: GMTCTripModelState { model.state }
  /// The trip as last received; nil before the first response.
  public var currentTrip: GMTSTrip? { model.currentTrip.map(GMTSTrip.init) }
  /// The full name with which the model was requested.
  public nonisolated var tripName: String { model.tripName }

  /// How the server is polled; changes take effect at once, and setting the property copies.
  public var options: GMTCMutableTripModelOptions {
    get {
      if let liveOptions { return liveOptions }
      let live = GMTCMutableTripModelOptions(model.options)
      live.onChange = { [model] in model.options = $0 }
      liveOptions = live
      return live
    }
    set { options.value = newValue.value }
  }

  /// Adds a subscriber and notifies it of the current state and trip.
  ///
  /// The model holds it weakly. The first subscriber starts the polling; registering one again does
  /// nothing.
  public func register(_ subscriber: any GMTCTripModelSubscriber) {
    let id = ObjectIdentifier(subscriber)
    if let bridge = bridges.withLock({ $0[id] }) {
      if bridge.subscriber === subscriber { return }
      // A released subscriber that never unregistered had the same address.
      model.unregisterSubscriber(bridge)
    }
    let new = SubscriberBridge(subscriber, model: self)
    bridges.withLock { $0[id] = new }
    model.register(new)
  }

  /// Removes a subscriber; removing the last one stops the polling.
  ///
  /// It may be called on any thread, also from the subscriber's `deinit`.
  public nonisolated func unregisterSubscriber(_ subscriber: any GMTCTripModelSubscriber) {
    remove(ObjectIdentifier(subscriber))
  }

  nonisolated func remove(_ id: ObjectIdentifier) {
    // Released outside the lock, because releasing a bridge may release the model.
    let bridge = bridges.withLock { $0.removeValue(forKey: id) }
    if let bridge { model.unregisterSubscriber(bridge) }
  }
}

extension Optional where Wrapped == GMTCTripModel {
  /// Whether the model has subscribers and polls the server; inactive without a model.
  @MainActor @preconcurrency public var state: GMTCTripModelState { self?.state ?? .inactive }

  /// The trip as last received; nil before the first response and without a model.
  @MainActor @preconcurrency public var currentTrip: GMTSTrip? { self?.currentTrip }

  /// The full name with which the model was requested; empty without a model.
  public var tripName: String { self?.tripName ?? "" }

  /// How the server is polled; default options without a model.
  @MainActor @preconcurrency public var options: GMTCMutableTripModelOptions {
    get { self?.options ?? GMTCMutableTripModelOptions() }
    nonmutating set { self?.options = newValue }
  }

  /// Adds a subscriber and notifies it of the current state and trip.
  @MainActor @preconcurrency public func register(_ subscriber: any GMTCTripModelSubscriber) {
    self?.register(subscriber)
  }

  /// Removes a subscriber; removing the last one stops the polling.
  public func unregisterSubscriber(_ subscriber: any GMTCTripModelSubscriber) {
    self?.unregisterSubscriber(subscriber)
  }
}

/// The SDK's name of the options that can be changed, which here all can.
public typealias GMTCMutableTripModelOptions = GMTCTripModelOptions

/// How a trip model polls the server.
///
/// See docs/protocol.md, "Trip model".
@MainActor @preconcurrency public final class GMTCTripModelOptions {
  /// Called with each change by the model that these options belong to.
  var onChange: (@MainActor (TripModelOptions) -> Void)?

  /// The library's options.
  public internal(set) var value: TripModelOptions { didSet { onChange?(value) } }

  /// Wraps options of the library.
  public init(_ value: TripModelOptions) { self.value = value }

  /// Creates options with the default interval.
  public convenience init() { self.init(TripModelOptions()) }

  /// Creates options.
  public convenience init(
    autoRefreshTimeInterval: TimeInterval, trip tripRequestHeader: GMTSRequestHeader?
  ) {
    self.init()
    self.autoRefreshTimeInterval = autoRefreshTimeInterval
    self.tripRequestHeader = tripRequestHeader
  }

  /// Copies options.
  public convenience init(options: GMTCTripModelOptions) { self.init(options.value) }

  /// Seconds between the starts of two polls; 0 for the default, negative for no polling.
  public var autoRefreshTimeInterval: TimeInterval {
    get { value.autoRefreshTimeInterval }
    set { value.autoRefreshTimeInterval = newValue }
  }

  /// The information about the app that is sent with each request.
  public var tripRequestHeader: GMTSRequestHeader? {
    get { value.tripRequestHeader.map(GMTSRequestHeader.init) }
    set { value.tripRequestHeader = newValue?.value }
  }
}
