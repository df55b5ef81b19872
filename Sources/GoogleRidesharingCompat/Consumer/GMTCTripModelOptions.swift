internal import FleetEngine
public import Foundation
public import RidesharingConsumer

/// The SDK's name of the options that can be changed, which here all can.
public typealias GMTCMutableTripModelOptions = GMTCTripModelOptions

/// How a trip model polls the server.
///
/// Source: contract 5.2.
@MainActor @preconcurrency
public final class GMTCTripModelOptions {
  /// Called with each change by the model that these options belong to.
  var onChange: (@MainActor (TripModelOptions) -> Void)?

  /// The library's options.
  public internal(set) var value: TripModelOptions {
    didSet { onChange?(value) }
  }

  /// Wraps options of the library.
  public init(_ value: TripModelOptions) {
    self.value = value
  }

  /// Creates options with the default interval.
  public convenience init() {
    self.init(TripModelOptions())
  }

  /// Creates options.
  public convenience init(
    autoRefreshTimeInterval: TimeInterval,
    trip tripRequestHeader: GMTSRequestHeader?
  ) {
    self.init()
    self.autoRefreshTimeInterval = autoRefreshTimeInterval
    self.tripRequestHeader = tripRequestHeader
  }

  /// Copies options.
  public convenience init(options: GMTCTripModelOptions) {
    self.init(options.value)
  }

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
