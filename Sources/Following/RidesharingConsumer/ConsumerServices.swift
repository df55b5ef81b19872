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

  private struct Settings {
    var endpoint = FleetEngineClient.defaultEndpoint
    var transport: (any HTTPTransport)?
    var clock = ServiceClock.system
    var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  }

  private static var settings = Settings()

  /// The server's address, by default Google's Fleet Engine.
  public static var endpoint: HTTPURL {
    get { settings.endpoint }
    set { change("endpoint") { $0.endpoint = newValue } }
  }

  /// The transport of all requests (required).
  public static var transport: (any HTTPTransport)? {
    get { settings.transport }
    set { change("transport") { $0.transport = newValue } }
  }

  /// The clock of the polling, by default the machine's.
  public static var clock: ServiceClock {
    get { settings.clock }
    set { change("clock") { $0.clock = newValue } }
  }

  /// Spreads the retries, by default the system's random number generator.
  public static var random: any RandomNumberGenerator & Sendable {
    get { settings.random }
    set { change("random") { $0.random = newValue } }
  }

  /// The services of the present task and those that it starts, in place of the program's.
  @TaskLocal private static var scoped: ConsumerServices?

  private static var account: (tokens: any AccessTokenProvider, providerID: String)?
  private static var instance: ConsumerServices?

  /// The shared trip service.
  public nonisolated let tripService: TripService

  /// The object by which the SDK's names know the services.
  package var wrapper: AnyObject?

  private init(_ tripService: TripService) { self.tripService = tripService }

  /// Sets the source of access tokens and the ID of the provider, which is its Google Cloud project.
  public static func setAccessTokenProvider(
    _ provider: any AccessTokenProvider,
    providerID: String
  ) {
    change("access token provider") { _ in account = (provider, providerID) }
  }

  /// Returns the services, which the first call creates.
  ///
  /// Calling this before a token provider and a transport are set is a programming error.
  public static func shared() -> ConsumerServices {
    if let services = scoped ?? instance { return services }
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

  /// Runs code with services of its own, for tests of code that uses ``shared()``, as often as wanted.
  ///
  /// The services are those of the task of `body` and of tasks that it starts, but not of detached tasks and
  /// other threads. Settings that the code changes have no effect.
  public static func withServices<Result>(
    _ client: FleetEngineClient, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let services = ConsumerServices(TripService(client: client, random: random))
    // It refers to the services.
    defer { services.wrapper = nil }
    return try await $scoped.withValue(services) { try await body() }
  }

  /// Changes the program's settings, which have no effect within ``withServices(_:_:)``.
  private static func change(_ part: String, _ change: (inout Settings) -> Void) {
    guard scoped == nil else { return }
    precondition(
      instance == nil,
      "The \(part) of ConsumerServices was set after ConsumerServices.shared(); set it before.")
    change(&settings)
  }
}
