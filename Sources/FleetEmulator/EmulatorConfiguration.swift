public import FleetEngine

/// What an emulator is to be.
public struct EmulatorConfiguration: Sendable {
  /// The one provider that it serves.
  public var providerID: String
  /// Who may call it.
  public var accounts: [ServiceAccount]
  /// The directory that keeps trips and vehicles; nil keeps them in memory.
  public var directory: String?
  /// How many times faster than the wall clock the simulated world runs, 1 to 20.
  ///
  /// It bears on the emulator's own estimates only; a reported remaining time is wall time.
  public var speed: Double
  /// The wall clock.
  public var now: @Sendable () -> Timestamp

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - providerID: The one provider that it serves.
  ///   - accounts: Who may call it.
  ///   - directory: The directory that keeps trips and vehicles; nil keeps them in memory.
  ///   - speed: How many times faster than the wall clock the simulated world runs, 1 to 20.
  ///   - now: The wall clock.
  public init(
    providerID: String = EmulatorConfiguration.defaultProviderID,
    accounts: [ServiceAccount],
    directory: String? = nil,
    speed: Double = 1,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.providerID = providerID
    self.accounts = accounts
    self.directory = directory
    self.speed = speed
    self.now = now
  }

  /// The provider of an emulator that is told no other.
  public static let defaultProviderID = "demo-project"
}
