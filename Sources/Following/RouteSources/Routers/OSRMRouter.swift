public import Geo
public import HTTPMessages
public import RidesharingDriver

/// Finds routes with a server that has OSRM's HTTP API, such as osrm-routed.
///
/// The server sees the ride's route, so its address must be HTTPS or on this machine. The transport
/// limits the time of requests. Source: OSRM's documentation of its HTTP API, v1, route service.
public struct OSRMRouter: RouteFinder {
  /// The server's address without `/route/v1/…`.
  public let endpoint: HTTPURL
  /// The mode of transportation in the API's path.
  public let profile: String
  /// The maximum distance between a place and the nearest road, in meters.
  public let farthestMeters: Double

  private let transport: any HTTPTransport

  /// Creates a router; throws unless the address is `https`, or `http` on loopback.
  ///
  /// The address's path precedes the API's. The server's data must be prepared for the profile.
  public init(
    _ endpoint: HTTPURL, profile: String = "driving", farthestMeters: Double = 1_000,
    transport: any HTTPTransport
  ) throws(RouteFinderError) {
    guard endpoint.scheme == .https || endpoint.isLoopback else {
      throw RouteFinderError(
        .unavailable,
        "Refusing to send the ride's places to \(endpoint.authority) over plain HTTP; use an https "
          + "address, or a router on this machine.")
    }
    guard endpoint.query.isEmpty else {
      throw RouteFinderError(
        .unavailable,
        "The router's address has a query; use only https://HOST or https://HOST/PATH."
      )
    }
    var endpoint = endpoint
    while endpoint.path.hasSuffix("/") { endpoint.path.removeLast() }
    self.endpoint = endpoint
    self.profile = profile
    self.farthestMeters = farthestMeters
    self.transport = transport
  }

  /// Finds the server's best route.
  @concurrent
  public func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute {
    try PlaceCheck.check(places)
    let response: TransportResponse
    do { response = try await transport.send(request(places)) } catch { throw unreachable(error) }
    if Task.isCancelled {
      throw RouteFinderError(.cancelled, "The search for a route was canceled.")
    }
    let answer = try OSRMAnswer(response, from: endpoint.authority)
    return try answer.legs(through: places, farthestMeters: farthestMeters)
  }

  /// The request asks for steps, because only their geometries show where a leg ends.
  private func request(_ places: [Coordinate]) -> TransportRequest {
    var url = endpoint
    let list = places.map { Self.degrees($0.longitude) + "," + Self.degrees($0.latitude) }
    url.path += "/route/v1/" + PercentEncoding.encode(profile) + "/" + list.joined(separator: ";")
    url.query = [
      .init("overview", "false"), .init("steps", "true"), .init("geometries", "polyline6"),
      .init("alternatives", "false"), .init("generate_hints", "false"),
    ]
    return TransportRequest(url: url, headers: ["Accept": "application/json"])
  }

  /// Formats degrees with six decimals, never with an exponent.
  private static func degrees(_ value: Double) -> String {
    let units = Int((value * 1e6).rounded())
    let (whole, fraction) = abs(units).quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    return (units < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func unreachable(_ error: HTTPTransportError) -> RouteFinderError {
    let host = endpoint.authority
    return switch error.kind {
    case .cancelled: RouteFinderError(.cancelled, "The search for a route was canceled.")
    case .timedOut:
      RouteFinderError(.unavailable, "The router \(host) did not respond in time; try again later.")
    case .answerTooLarge:
      RouteFinderError(.malformedAnswer, "The response of the router \(host) is too large.")
    case .malformedAnswer:
      RouteFinderError(.malformedAnswer, "The response of \(host) is not HTTP; check the address.")
    case .nameNotResolved, .unreachable, .connectionLost, .insecure, .refused:
      RouteFinderError(
        .unavailable,
        "The router \(host) cannot be reached; check its address and that it is running."
          + (error.detail.isEmpty ? "" : " (\(error.detail))"))
    }
  }
}
