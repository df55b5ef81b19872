public import FleetEngine
public import HTTPMessages

/// The shared trip service of a program.
///
/// Set the token provider and the transport, then call ``shared()``. Changing them
/// afterwards is a programming error, because it would have no effect. A program that needs several
/// services, or no shared one, creates ``TripService`` objects instead. See docs/protocol.md,
/// "Consumer entry points".
@MainActor public final class ConsumerServices {
  /// The version of the libraries, `major.minor.patch`.
  public nonisolated static let sdkVersion = LibraryVersion.number
  /// The name of the library and its version.
  public nonisolated static let sdkLongVersion = "RidesharingConsumer " + LibraryVersion.number

  /// The server's address, by default Google's Fleet Engine.
  public static var endpoint = FleetEngineClient.defaultEndpoint {
    didSet { refuseChange(of: "endpoint") }
  }

  /// The transport of all requests (required).
  public static var transport: (any HTTPTransport)? { didSet { refuseChange(of: "transport") } }

  /// The clock of the polling, by default the machine's.
  public static var clock = ServiceClock.system { didSet { refuseChange(of: "clock") } }

  /// Spreads the retries, by default the system's random number generator.
  public static var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator() {
    didSet { refuseChange(of: "random") }
  }

  private static var account: (tokens: any AccessTokenProvider, providerID: String)?
  private static var instance: ConsumerServices?

  /// The shared trip service.
  public nonisolated let tripService: TripService

  private init(_ tripService: TripService) { self.tripService = tripService }

  /// Sets the source of access tokens and the ID of the provider, which is its Google Cloud project.
  public static func setAccessTokenProvider(
    _ provider: any AccessTokenProvider,
    providerID: String
  ) {
    refuseChange(of: "access token provider")
    account = (provider, providerID)
  }

  /// Returns the services, which the first call creates.
  ///
  /// Calling this before a token provider and a transport are set is a programming error.
  public static func shared() -> ConsumerServices {
    if let instance { return instance }
    guard let account else {
      preconditionFailure(
        "Call ConsumerServices.setAccessTokenProvider(_:providerID:) before "
          + "ConsumerServices.shared().")
    }
    guard let transport else {
      preconditionFailure("Set ConsumerServices.transport before ConsumerServices.shared().")
    }
    let client = FleetEngineClient(
      providerID: account.providerID, endpoint: endpoint, transport: transport,
      tokens: account.tokens, clock: clock)
    let services = ConsumerServices(TripService(client: client, random: random))
    instance = services
    return services
  }

  private static func refuseChange(of part: String) {
    precondition(
      instance == nil,
      "The \(part) of ConsumerServices was set after ConsumerServices.shared(); set it before.")
  }
}
