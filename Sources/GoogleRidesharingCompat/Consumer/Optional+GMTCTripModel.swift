extension Optional where Wrapped == GMTCTripModel {
  /// Whether anybody subscribes, and so whether the server is asked; inactive for no model.
  @MainActor @preconcurrency
  public var state: GMTCTripModelState { self?.state ?? .inactive }

  /// The trip as it was last heard of; nil before the first answer and for no model.
  @MainActor @preconcurrency
  public var currentTrip: GMTSTrip? { self?.currentTrip }

  /// The full name, as it was asked for; empty for no model.
  public var tripName: String { self?.tripName ?? "" }

  /// How the server is asked; the usual options for no model.
  @MainActor @preconcurrency
  public var options: GMTCMutableTripModelOptions {
    get { self?.options ?? GMTCMutableTripModelOptions() }
    nonmutating set { self?.options = newValue }
  }

  /// Adds a subscriber, which is held weakly and told the present state and trip at once.
  @MainActor @preconcurrency
  public func register(_ subscriber: any GMTCTripModelSubscriber) {
    self?.register(subscriber)
  }

  /// Removes a subscriber; the last one stops the polling.
  ///
  /// It may be called on any thread, also from the subscriber's `deinit`.
  public func unregisterSubscriber(_ subscriber: any GMTCTripModelSubscriber) {
    self?.unregisterSubscriber(subscriber)
  }
}
