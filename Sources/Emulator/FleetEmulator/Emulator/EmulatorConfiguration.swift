public import FleetEngine
internal import TrustLimits

/// The settings of an emulator.
public struct EmulatorConfiguration: Sendable {
  /// The provider that it serves.
  public var providerID: String
  /// The accounts that may call it.
  public var accounts: [ServiceAccount]
  /// The key of the access tokens of the token endpoint; a kept one lets tokens survive a restart.
  public var accessTokenKey: AccessTokenKey
  /// The directory that stores trips and vehicles; nil keeps them in memory.
  public var directory: DataDirectory?
  /// How many times faster than the wall clock the simulated world runs, 1 to 20.
  ///
  /// Applies to the emulator's own estimates only; a reported remaining time is wall time.
  public var speed: Double
  /// Whether rides have to follow the order of Google's sample apps.
  ///
  /// No source documents this for the real server; by default any order is accepted.
  public var isStrict: Bool
  /// The calls per minute; nil for any number.
  public var quotas: EmulatorQuotas?
  /// How long a trip or vehicle is kept after its last update, while the emulator runs.
  public var retention: Duration
  /// The provider's backend, which matches trips with vehicles; nil for none.
  public var provider: ProviderConfiguration?
  /// The wall clock.
  public var now: @Sendable () -> Timestamp
  /// The monotonic clock for retention; nil uses the wall clock.
  public var monotonicNow: (@Sendable () -> Duration)?

  /// Creates a configuration.
  public init(
    providerID: String = EmulatorConfiguration.defaultProviderID, accounts: [ServiceAccount],
    accessTokenKey: AccessTokenKey = AccessTokenKey(), directory: DataDirectory? = nil,
    speed: Double = 1, isStrict: Bool = false, quotas: EmulatorQuotas? = nil,
    retention: Duration = EmulatorConfiguration.defaultRetention,
    provider: ProviderConfiguration? = nil, now: @escaping @Sendable () -> Timestamp,
    monotonicNow: (@Sendable () -> Duration)? = nil
  ) {
    self.providerID = providerID
    self.accounts = accounts
    self.accessTokenKey = accessTokenKey
    self.directory = directory
    self.speed = speed
    self.isStrict = isStrict
    self.quotas = quotas
    self.retention = retention
    self.provider = provider
    self.now = now
    self.monotonicNow = monotonicNow
  }

  /// The provider by default.
  public static let defaultProviderID = "demo-project"

  /// How long Google keeps a trip, seven days.
  ///
  /// See docs/protocol.md, "Retention".
  public static let defaultRetention = Duration.seconds(7 * 86_400)

  func check() throws(EmulatorError) {
    guard speed.isFinite, (1...Limits.Simulation.speed).contains(speed) else {
      let most = Int(Limits.Simulation.speed)
      throw EmulatorError(.configuration, "The speed has to be 1 to \(most).")
    }
    guard retention >= .seconds(1) else {
      throw EmulatorError(.configuration, "Trips have to be kept for a second or more.")
    }
    guard (try? TripName(providerID: providerID, tripID: "trip")) != nil else {
      throw EmulatorError(.configuration, "The provider's id is not valid; name another one.")
    }
    try provider?.check()
  }
}
