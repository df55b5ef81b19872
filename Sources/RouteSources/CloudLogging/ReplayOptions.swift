internal import RidesharingDriver

/// How a log is replayed.
public struct ReplayOptions: Sendable, Hashable {
  /// How many times faster than the log, in 1...20.
  public let speed: Double
  /// The longest wait between two calls in the log's time.
  ///
  /// Longer waits are shortened to it; nil shortens none.
  public let maximumGap: Duration?
  /// The provider that takes the place of the log's, nil to keep that.
  public let providerID: String?

  /// Creates options; the speed is clamped to 1...20.
  ///
  /// `maximumGap` is the longest wait between two calls in the log's time. `providerID` replaces
  /// the log's.
  public init(speed: Double = 1, maximumGap: Duration? = .seconds(10), providerID: String? = nil) {
    self.speed = DriveSimulation.bounded(speed)
    self.maximumGap = maximumGap.map { max($0, .zero) }
    self.providerID = providerID
  }
}
