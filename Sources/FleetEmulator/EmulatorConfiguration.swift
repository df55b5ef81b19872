public import FleetEngine

/// What an emulator is to be.
public struct EmulatorConfiguration: Sendable {
  /// The one provider that it serves.
  public var providerID: String
  /// Who may call it.
  public var accounts: [ServiceAccount]
  /// The directory that keeps trips and vehicles; nil keeps them in memory.
  public var directory: DataDirectory?
  /// How many times faster than the wall clock the simulated world runs, 1 to 20.
  ///
  /// It bears on the emulator's own estimates only; a reported remaining time is wall time.
  public var speed: Double
  /// Whether rides are held to the order in which Google's sample apps lead them.
  ///
  /// No source says that the real server does; by default any order is accepted.
  public var isStrict: Bool
  /// How many calls a minute are answered; nil for any number.
  public var quotas: EmulatorQuotas?
  /// How long a trip or vehicle is kept after its last update, in time that the emulator runs.
  public var retention: Duration
  /// The provider's backend beside Fleet Engine; nil for none, where nothing is matched.
  public var provider: ProviderConfiguration?
  /// The wall clock.
  public var now: @Sendable () -> Timestamp
  /// The monotonic clock that retention counts by; nil takes the wall clock's differences.
  public var monotonicNow: (@Sendable () -> Duration)?

  /// Creates a configuration.
  public init(
    providerID: String = EmulatorConfiguration.defaultProviderID,
    accounts: [ServiceAccount],
    directory: DataDirectory? = nil,
    speed: Double = 1,
    isStrict: Bool = false,
    quotas: EmulatorQuotas? = nil,
    retention: Duration = EmulatorConfiguration.defaultRetention,
    provider: ProviderConfiguration? = nil,
    now: @escaping @Sendable () -> Timestamp,
    monotonicNow: (@Sendable () -> Duration)? = nil
  ) {
    self.providerID = providerID
    self.accounts = accounts
    self.directory = directory
    self.speed = speed
    self.isStrict = isStrict
    self.quotas = quotas
    self.retention = retention
    self.provider = provider
    self.now = now
    self.monotonicNow = monotonicNow
  }

  /// The provider of an emulator that is told no other.
  public static let defaultProviderID = "demo-project"

  /// How long Google keeps a trip, seven days.
  ///
  /// Source: contract 7.7.
  public static let defaultRetention = Duration.seconds(7 * 86_400)
}
