import AccessTokens
import CurlTransport
import FleetEngine
import HTTPMessages

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The server that the measurements call.
struct Fleet: Sendable {
  static let options: Set<String> = ["endpoint", "keys", "certificate", "provider", "models"]

  let endpoint: HTTPURL
  let providerID: String
  /// The number of trips, each with its own vehicle.
  let size: Int
  let clock = ServiceClock(ContinuousClock(), wallNow: Fleet.wallNow)
  private let keys: String
  private let certificate: String?

  init(_ arguments: Arguments) throws {
    endpoint = try HTTPURL(parsing: try arguments.text(required: "endpoint"))
    keys = try arguments.text(required: "keys")
    certificate = arguments.text("certificate")
    providerID = arguments.text("provider") ?? "demo-project"
    size = try arguments.number("models", default: 1_000)
  }

  /// The port of the endpoint.
  var port: Int { endpoint.port ?? (endpoint.scheme == .https ? 443 : 80) }

  func transport() -> LibcurlTransport {
    LibcurlTransport(LibcurlTransport.Configuration(certificateFile: certificate))
  }

  /// Tokens of a role's key, as a consumer or a server would mint them.
  func tokens(
    of role: String,
    scope: ServiceAccountTokenProvider.Scope
  ) throws -> AccessTokenCache {
    let key = try ServiceAccountKey(contentsOf: "\(keys)/\(role).json")
    return AccessTokenCache(
      ServiceAccountTokenProvider(key: key, scope: scope, wallNow: Self.wallNow),
      wallNow: Self.wallNow)
  }

  func tripName(_ number: Int) throws -> TripName {
    try TripName(providerID: providerID, tripID: "trip-\(number)")
  }

  func vehicleName(_ number: Int) throws -> VehicleName {
    try VehicleName(providerID: providerID, vehicleID: "vehicle-\(number)")
  }

  @Sendable static func wallNow() -> Timestamp {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(seconds: 0) }
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}
