internal import CurlTransport
internal import FleetEngine
public import RidesharingConsumer

/// Where a consumer app begins.
///
/// The server, what carries requests to it and the clock are set on `ConsumerServices`, before the
/// token provider; without a word they are Google's Fleet Engine, libcurl and the machine's clock.
/// Source: contract 5.1.
@MainActor
@preconcurrency
public final class GMTCServices {
  private static var known: GMTCServices?

  /// The library's services.
  public let services: ConsumerServices
  /// Where trip models come from.
  public let tripService: GMTCTripService

  private init(_ services: ConsumerServices) {
    self.services = services
    tripService = GMTCTripService(services.tripService)
  }

  /// Sets where tokens come from and whose trips are followed.
  ///
  /// It has to come first, and once.
  ///
  /// - Parameters:
  ///   - accessTokenProvider: Where tokens come from; it is kept alive.
  ///   - providerID: The id of the provider, which is its Google Cloud project's.
  public static func setAccessTokenProvider(
    _ accessTokenProvider: any GMTCAuthorization,
    providerID: String
  ) {
    let clock = ConsumerServices.clock ?? .system
    ConsumerServices.clock = clock
    let bridge = AuthorizationBridge(accessTokenProvider)
    ConsumerServices.setAccessTokenProvider(
      bridge.provider(clock: clock) { authorization, context, completion in
        authorization.fetchToken(
          with: context.tripID.map(GMTCAuthorizationContext.init),
          completion: completion
        )
      },
      providerID: providerID
    )
  }

  /// The services, the same ones each time.
  public static func shared() -> GMTCServices {
    if ConsumerServices.transport == nil { ConsumerServices.transport = CurlTransport() }
    let services = ConsumerServices.shared()
    if let known, known.services === services { return known }
    let made = GMTCServices(services)
    known = made
    return made
  }

  /// Does nothing: terminations are never reported to anybody.
  public static func setAbnormalTerminationReportingEnabled(_ enabled: Bool) {}

  /// The licenses of what the library is made of.
  public static func openSourceLicenseInfo() -> String { GMSServices.openSourceLicenseInfo() }

  /// The version of the library.
  public static func sdkVersion() -> String { ConsumerServices.sdkVersion }

  /// The name and version of the library.
  public static func sdkLongVersion() -> String { ConsumerServices.sdkLongVersion }
}
