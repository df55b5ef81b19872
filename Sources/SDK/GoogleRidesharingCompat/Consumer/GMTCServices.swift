internal import AccessTokens
internal import CurlTransport
public import FleetEngine
public import RidesharingConsumer

/// The entry point of a consumer app.
///
/// Set the server, the transport and the clock on `ConsumerServices` before the token provider. The
/// defaults are Google's Fleet Engine, libcurl and the system clock. See docs/protocol.md,
/// "Consumer entry points".
@MainActor @preconcurrency public final class GMTCServices {
  /// The library's services.
  public let services: ConsumerServices
  /// Creates trip models.
  public let tripService: GMTCTripService

  private init(_ services: ConsumerServices) {
    self.services = services
    tripService = GMTCTripService(services.tripService)
  }

  /// Sets the token provider, which is kept alive, and the provider ID, a Google Cloud project ID.
  ///
  /// Call it once, before anything else.
  public static func setAccessTokenProvider(
    _ accessTokenProvider: any GMTCAuthorization, providerID: String
  ) {
    ConsumerServices.setAccessTokenProvider(
      CompletionAccessTokenProvider(fetchingOnMainActorWith: ConsumerServices.clock) {
        context, completion in
        accessTokenProvider.fetchToken(
          with: context.tripID.map(GMTCAuthorizationContext.init), completion: completion)
      },
      providerID: providerID
    )
  }

  /// Returns the services, always the same object but within ``withServices(_:_:)``.
  public static func shared() -> GMTCServices {
    if ConsumerServices.transport == nil { ConsumerServices.transport = LibcurlTransport() }
    let services = ConsumerServices.shared()
    if let known = services.wrapper as? GMTCServices { return known }
    let new = GMTCServices(services)
    services.wrapper = new
    return new
  }

  /// Runs code that uses ``shared()`` with settings and services of its own, for tests, as often as wanted.
  ///
  /// The address, the transport and the clock are those of the client, for example one of a `TestEmulator`; so are
  /// the tokens, unless the code sets a token provider. See `ConsumerServices.withServices`.
  public static func withServices<Value>(
    _ client: FleetEngineClient, _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    try await ConsumerServices.withServices(client, body)
  }

  /// Does nothing: terminations are never reported.
  public static func setAbnormalTerminationReportingEnabled(_ enabled: Bool) {}

  /// Returns the licenses of the library's components.
  public static func openSourceLicenseInfo() -> String { GMSServices.openSourceLicenseInfo() }

  /// Returns the version of the library.
  public static func sdkVersion() -> String { ConsumerServices.sdkVersion }

  /// Returns the name and version of the library.
  public static func sdkLongVersion() -> String { ConsumerServices.sdkLongVersion }
}

/// Creates trip models and finds existing ones.
///
/// See docs/protocol.md, "Consumer entry points".
@MainActor @preconcurrency public final class GMTCTripService: TripModelFinding {
  /// The library's service.
  public let service: TripService

  /// Wraps a service of the library.
  public init(_ service: TripService) { self.service = service }

  /// Returns the model of a trip, the same object for the same name while it is alive.
  ///
  /// The result is optional in some versions of the SDK. Here it is never nil, and an optional model
  /// has a model's members, so that code for all versions compiles. Where a non-optional type is
  /// written, ``TripModelFinding`` has the overload. The full name is
  /// `providers/PROVIDER_ID/trips/TRIP_ID`; each poll of another name fails with INVALID_ARGUMENT.
  public func tripModel(forTripName tripName: String) -> GMTCTripModel? {
    .of(service.tripModel(forTripName: tripName))
  }

  /// Returns whether there is a model of a trip already.
  public func hasTripModel(forTripName tripName: String) -> Bool {
    service.hasTripModel(forTripName: tripName)
  }

  /// Returns the existing models.
  public func allTripModels() -> [GMTCTripModel] { service.allTripModels.map(GMTCTripModel.of) }

  /// Returns the models with subscribers.
  public func activeTripModels() -> [GMTCTripModel] {
    service.activeTripModels.map(GMTCTripModel.of)
  }
}

/// Finds models where a non-optional type is written.
///
/// Swift prefers the class's own method to that of a protocol extension if both fit.
@MainActor @preconcurrency public protocol TripModelFinding {
  /// The library's service.
  var service: TripService { get }
}

extension TripModelFinding {
  /// Returns the model of a trip, the same object for the same full name while it is alive.
  public func tripModel(forTripName tripName: String) -> GMTCTripModel {
    .of(service.tripModel(forTripName: tripName))
  }
}
