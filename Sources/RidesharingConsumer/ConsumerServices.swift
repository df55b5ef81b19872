public import FleetEngine
public import HTTPMessages

/// The consumer's side of Fleet Engine for a whole program.
///
/// Tell where tokens come from, what carries requests and what time it is, then use
/// ``shared()``. Everything is set before its first use; setting anything later is a programming
/// error, as nothing would come of it. A program that wants more than one, or none for all, makes
/// a ``TripService`` of its own. Source: contract 5.1.
@MainActor
public final class ConsumerServices {
  /// The version of the libraries, `major.minor.patch`.
  public nonisolated static let sdkVersion = LibraryVersion.number
  /// The version with the name of the library that has it.
  public nonisolated static let sdkLongVersion = "RidesharingConsumer " + LibraryVersion.number

  /// The server's address, by default Google's Fleet Engine.
  public static var endpoint = FleetEngineClient.defaultEndpoint {
    didSet { refuseChange(of: "endpoint") }
  }

  /// What carries requests; to be set before ``shared()``.
  public static var transport: (any HTTPTransport)? {
    didSet { refuseChange(of: "transport") }
  }

  /// What the polling lives by; to be set before ``shared()``.
  public static var clock: ServiceClock? {
    didSet { refuseChange(of: "clock") }
  }

  /// Where the spread of retries comes from, by default the system.
  public static var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator() {
    didSet { refuseChange(of: "random") }
  }

  private static var account: (tokens: any AccessTokenProvider, providerID: String)?
  private static var instance: ConsumerServices?

  /// Where trip models come from.
  public nonisolated let tripService: TripService

  private init(_ tripService: TripService) {
    self.tripService = tripService
  }

  /// Says where tokens come from and whose trips are followed; to be called before ``shared()``.
  ///
  /// - Parameters:
  ///   - provider: Where access tokens come from; it is asked before every call.
  ///   - providerID: The id of the provider, which is its Google Cloud project's.
  public static func setAccessTokenProvider(
    _ provider: any AccessTokenProvider,
    providerID: String
  ) {
    refuseChange(of: "access token provider")
    account = (provider, providerID)
  }

  /// The services, made at the first call.
  ///
  /// To call it before a token provider, a transport and a clock are set is a programming error.
  ///
  /// - Returns: The same services each time.
  public static func shared() -> ConsumerServices {
    if let instance { return instance }
    guard let account else {
      preconditionFailure(
        "Call ConsumerServices.setAccessTokenProvider(_:providerID:) before "
          + "ConsumerServices.shared()."
      )
    }
    guard let transport else {
      preconditionFailure("Set ConsumerServices.transport before ConsumerServices.shared().")
    }
    guard let clock else {
      preconditionFailure("Set ConsumerServices.clock before ConsumerServices.shared().")
    }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: transport,
      tokens: account.tokens,
      wallNow: clock.wallNow
    )
    let services = ConsumerServices(
      TripService(client: client, providerID: account.providerID, clock: clock, random: random)
    )
    instance = services
    return services
  }

  private static func refuseChange(of part: String) {
    precondition(
      instance == nil,
      "The \(part) of ConsumerServices was set after ConsumerServices.shared(); set it before."
    )
  }
}
