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

  /// The settings of a program or a test, and its services.
  @MainActor private final class Scope {
    var endpoint = FleetEngineClient.defaultEndpoint
    var transport: (any HTTPTransport)?
    var clock = ServiceClock.system
    var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// The client of a test, for code that sets no token provider.
    var client: FleetEngineClient?
    var account: (tokens: any AccessTokenProvider, providerID: String)?
    var services: ConsumerServices?
  }

  private static let program = Scope()
  /// The scope of the present task and those that it starts, in place of the program's.
  @TaskLocal private static var test: Scope?
  private static var scope: Scope { test ?? program }

  /// The server's address, by default Google's Fleet Engine.
  public static var endpoint: HTTPURL {
    get { scope.endpoint }
    set { change("endpoint") { $0.endpoint = newValue } }
  }

  /// The transport of all requests (required).
  public static var transport: (any HTTPTransport)? {
    get { scope.transport }
    set { change("transport") { $0.transport = newValue } }
  }

  /// The clock of the polling, by default the machine's.
  public static var clock: ServiceClock {
    get { scope.clock }
    set { change("clock") { $0.clock = newValue } }
  }

  /// Spreads the retries, by default the system's random number generator.
  public static var random: any RandomNumberGenerator & Sendable {
    get { scope.random }
    set { change("random") { $0.random = newValue } }
  }

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
    change("access token provider") { $0.account = (provider, providerID) }
  }

  /// Returns the services, which the first call creates.
  ///
  /// Calling this before a token provider and a transport are set is a programming error.
  public static func shared() -> ConsumerServices {
    let scope = scope
    if let services = scope.services { return services }
    let services = ConsumerServices(TripService(client: client(of: scope), random: scope.random))
    scope.services = services
    return services
  }

  private static func client(of scope: Scope) -> FleetEngineClient {
    guard let account = scope.account else {
      if let client = scope.client { return client }
      preconditionFailure(
        "Call ConsumerServices.setAccessTokenProvider(_:providerID:) before "
          + "ConsumerServices.shared().")
    }
    guard let transport = scope.transport else {
      preconditionFailure("Set ConsumerServices.transport before ConsumerServices.shared().")
    }
    return FleetEngineClient(
      providerID: account.providerID, endpoint: scope.endpoint, transport: transport,
      tokens: account.tokens, clock: scope.clock)
  }

  /// Runs code that uses ``shared()`` with settings and services of its own, for tests, as often as wanted.
  ///
  /// The settings are at first those of the client: its address, transport and clock, and its tokens unless the
  /// code sets a token provider. They are those of the task of `body` and of tasks that it starts, but not of
  /// detached tasks and other threads.
  public static func withServices<Value>(
    _ client: FleetEngineClient, _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    let scope = Scope()
    scope.client = client
    (scope.endpoint, scope.transport, scope.clock) = (
      client.endpoint, client.transport, client.clock
    )
    // It refers to the services.
    defer { scope.services?.wrapper = nil }
    return try await $test.withValue(scope) { try await body() }
  }

  private static func change(_ part: String, _ change: (Scope) -> Void) {
    precondition(
      scope.services == nil,
      "The \(part) of ConsumerServices was set after ConsumerServices.shared(); set it before.")
    change(scope)
  }
}
