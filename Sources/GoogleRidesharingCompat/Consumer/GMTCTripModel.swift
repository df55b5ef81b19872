public import RidesharingConsumer
internal import Synchronization

/// A trip that keeps itself up to date while somebody subscribes to it.
///
/// Source: contract 5.2.
@MainActor
@preconcurrency
public final class GMTCTripModel {
  private nonisolated static let identities = Identities<GMTCTripModel>()

  /// The library's model.
  public nonisolated let model: TripModel
  private nonisolated let bridges = Mutex<[ObjectIdentifier: SubscriberBridge]>([:])
  private var liveOptions: GMTCMutableTripModelOptions?

  private init(_ model: TripModel) {
    self.model = model
  }

  /// The object that stands for a model, the same one while it is alive.
  public static func of(_ model: TripModel) -> GMTCTripModel {
    identities.object(for: model) { GMTCTripModel(model) }
  }

  /// Whether anybody subscribes, and so whether the server is asked.
  public var state: GMTCTripModelState { GMTCTripModelState(model.state) }
  /// The trip as it was last heard of; nil before the first answer.
  public var currentTrip: GMTSTrip? { model.currentTrip.map(GMTSTrip.init) }
  /// The full name, as it was asked for.
  public nonisolated var tripName: String { model.tripName }

  /// How the server is asked.
  ///
  /// What is changed in the object holds at once; what is set is copied into it.
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

  /// Adds a subscriber, which is held weakly and told the present state and trip at once.
  ///
  /// The first one starts the polling. Who subscribes already is not added again.
  ///
  /// - Parameter subscriber: Who wants to know.
  public func register(_ subscriber: any GMTCTripModelSubscriber) {
    let id = ObjectIdentifier(subscriber)
    let bridge = bridges.withLock { $0[id] }
    if let bridge {
      if bridge.subscriber === subscriber { return }
      // Somebody who left without a word had the same place in memory.
      model.unregisterSubscriber(bridge)
    }
    let new = SubscriberBridge(subscriber, model: self)
    bridges.withLock { $0[id] = new }
    model.register(new)
  }

  /// Removes a subscriber; the last one stops the polling.
  ///
  /// It may be called on any thread, also from the subscriber's `deinit`.
  ///
  /// - Parameter subscriber: Who no longer wants to know.
  public nonisolated func unregisterSubscriber(_ subscriber: any GMTCTripModelSubscriber) {
    remove(ObjectIdentifier(subscriber))
  }

  nonisolated func remove(_ id: ObjectIdentifier) {
    // Let go of outside the lock, because the end of a bridge may be the model's.
    let bridge = bridges.withLock { $0.removeValue(forKey: id) }
    if let bridge { model.unregisterSubscriber(bridge) }
  }
}

/// Whether a trip model keeps itself up to date.
///
/// Source: contract 5.4.
public enum GMTCTripModelState: Int, Sendable {
  case inactive = 0
  case active = 1

  /// The SDK's name of a state.
  public init(_ value: TripModelState) {
    switch value {
    case .inactive: self = .inactive
    case .active: self = .active
    }
  }
}
