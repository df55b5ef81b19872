public import Geo
public import HTTPMessages
public import RidesharingDriver

/// Asks a server that speaks OSRM's HTTP API, such as osrm-routed, for routes along real roads.
///
/// The server learns where the ride goes, so that its address has to be HTTPS or this machine's own.
/// Requests are bounded in time by the transport. Source: OSRM's documentation of its HTTP API, v1,
/// route service.
public struct OSRMRouter: Router {
  /// The server's address without `/route/v1/…`.
  public let endpoint: HTTPURL
  /// The mode of transportation, as the path of the API names it.
  public let profile: String
  /// The farthest that a road may be from a place, in metres.
  public let farthestMeters: Double

  private let transport: any HTTPTransport

  /// Creates a router of a server with an `https` address, or an `http` one on this machine's
  /// loopback.
  ///
  /// A path of the address goes before the API's. The profile is the mode of transportation that
  /// the server's data was prepared for. The transport limits the time of requests.
  public init(
    _ endpoint: HTTPURL,
    profile: String = "driving",
    farthestMeters: Double = 1_000,
    transport: any HTTPTransport
  ) throws(RouterError) {
    guard endpoint.scheme == .https || endpoint.isLoopback else {
      throw RouterError(
        .unavailable,
        "The router \(endpoint.authority) would be told over plain HTTP where the ride goes; use an "
          + "https address, or a router on this machine."
      )
    }
    guard endpoint.query.isEmpty else {
      throw RouterError(
        .unavailable,
        "The router's address has a query; give it without, as https://HOST or https://HOST/PATH."
      )
    }
    var endpoint = endpoint
    while endpoint.path.hasSuffix("/") { endpoint.path.removeLast() }
    self.endpoint = endpoint
    self.profile = profile
    self.farthestMeters = farthestMeters
    self.transport = transport
  }

  /// Finds the route that the server estimates to be fastest.
  @concurrent
  public func route(through places: [Coordinate]) async throws(RouterError) -> RouterAnswer {
    try PlaceCheck.check(places)
    let response: HTTPResponse
    do {
      response = try await transport.send(request(places))
    } catch {
      throw unreachable(error)
    }
    if Task.isCancelled { throw RouterError(.cancelled, "The search for a route was given up.") }
    let answer = try OSRMAnswer(response, from: endpoint.authority)
    return try answer.legs(through: places, farthestMeters: farthestMeters)
  }

  /// The request for a route: the steps' geometries are the only ones that tell where a leg ends.
  func request(_ places: [Coordinate]) -> HTTPRequest {
    var url = endpoint
    let list = places.map { Self.degrees($0.longitude) + "," + Self.degrees($0.latitude) }
    url.path += "/route/v1/" + PercentEncoding.encode(profile) + "/" + list.joined(separator: ";")
    url.query = [
      .init("overview", "false"), .init("steps", "true"), .init("geometries", "polyline6"),
      .init("alternatives", "false"), .init("generate_hints", "false"),
    ]
    return HTTPRequest(url: url, headers: ["Accept": "application/json"])
  }

  /// Degrees with six decimals, never with an exponent.
  private static func degrees(_ value: Double) -> String {
    let units = Int((value * 1e6).rounded())
    let (whole, fraction) = abs(units).quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    return (units < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func unreachable(_ error: HTTPTransportError) -> RouterError {
    let host = endpoint.authority
    return switch error.kind {
    case .cancelled: RouterError(.cancelled, "The search for a route was given up.")
    case .timedOut:
      RouterError(.unavailable, "The router \(host) did not answer in time; try again later.")
    case .answerTooLarge:
      RouterError(.malformedAnswer, "The answer of the router \(host) is too large.")
    case .malformedAnswer:
      RouterError(.malformedAnswer, "The answer of \(host) is not HTTP; check the address.")
    case .nameNotResolved, .unreachable, .connectionLost, .insecure, .refused:
      RouterError(
        .unavailable,
        "The router \(host) cannot be reached; check its address and that it runs."
          + (error.detail.isEmpty ? "" : " (\(error.detail))")
      )
    }
  }
}
