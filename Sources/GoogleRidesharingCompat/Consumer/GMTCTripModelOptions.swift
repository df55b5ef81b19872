internal import FleetEngine
public import Foundation
public import RidesharingConsumer

/// How a trip model asks the server.
///
/// Source: contract 5.2.
@MainActor
@preconcurrency
public class GMTCTripModelOptions {
  /// The library's options.
  public internal(set) var value: TripModelOptions

  /// Creates the object of options.
  public init(_ value: TripModelOptions) {
    self.value = value
  }

  /// Creates options with the usual interval.
  public convenience init() {
    self.init(TripModelOptions())
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - autoRefreshTimeInterval: Seconds between the starts of two polls; 0 for the usual
  ///     interval, less for no polling.
  ///   - tripRequestHeader: What the app says of itself.
  public convenience init(
    autoRefreshTimeInterval: TimeInterval,
    trip tripRequestHeader: GMTSRequestHeader?
  ) {
    self.init(
      TripModelOptions(
        autoRefreshTimeInterval: autoRefreshTimeInterval,
        tripRequestHeader: tripRequestHeader?.value
      )
    )
  }

  /// Copies options.
  public convenience init(options: GMTCTripModelOptions) {
    self.init(options.value)
  }

  /// Seconds between the starts of two polls; 0 for the usual interval, less for no polling.
  public var autoRefreshTimeInterval: TimeInterval { value.autoRefreshTimeInterval }
  /// What the app says of itself.
  public var tripRequestHeader: GMTSRequestHeader? {
    value.tripRequestHeader.map(GMTSRequestHeader.init)
  }
}

/// How a trip model asks the server, to be changed.
///
/// Source: contract 5.2.
@MainActor
@preconcurrency
public final class GMTCMutableTripModelOptions: GMTCTripModelOptions {
  /// Who is told of changes: the model that the options are live in.
  var onChange: (@MainActor (TripModelOptions) -> Void)?

  /// The library's options.
  public internal(set) override var value: TripModelOptions {
    didSet { onChange?(value) }
  }

  /// Seconds between the starts of two polls; 0 for the usual interval, less for no polling.
  public override var autoRefreshTimeInterval: TimeInterval {
    get { super.autoRefreshTimeInterval }
    set { value.autoRefreshTimeInterval = newValue }
  }

  /// What the app says of itself.
  public override var tripRequestHeader: GMTSRequestHeader? {
    get { super.tripRequestHeader }
    set { value.tripRequestHeader = newValue?.value }
  }
}
