internal import FleetEngine
internal import JSON
internal import Geo
internal import HTTPMessages
internal import RidesharingDriver
internal import TrustLimits

/// The response of OSRM's route service; only the best route is read.
///
/// Source: OSRM's documentation of its HTTP API, v1, responses and result objects.
struct OSRMAnswer {
  private struct Message: Decodable {
    struct Route: Decodable { let legs: [Leg] }

    let code: String?
    let message: String?
    let routes: [Route]?
  }

  private struct Leg: Decodable {
    struct Step: Decodable { let geometry: String }

    let distance: Double?
    let duration: Double
    let steps: [Step]
  }

  private let legs: [Leg]
  private let host: String

  init(_ response: TransportResponse, from host: String) throws(RouteFinderError) {
    self.host = host
    guard response.body.count <= Limits.Response.bodyBytes else {
      throw RouteFinderError(.malformedAnswer, "The response of the router \(host) is too large.")
    }
    let rules = JSONRules.lenient(values: Limits.Response.jsonValues)
    guard let message = try? JSONCoding.decode(Message.self, from: response.body, rules: rules),
      let code = message.code, code != "Ok" || response.status == 200
    else { throw Self.foreign(response.status, host) }
    guard code == "Ok" else { throw Self.failure(code, message.message ?? "", host) }
    guard let route = message.routes?.first else {
      throw RouteFinderError(.malformedAnswer, "The response of the router \(host) has no route.")
    }
    legs = route.legs
  }

  /// Returns the legs; throws if the response contradicts itself or the request.
  func legs(
    through places: [Coordinate], farthestMeters: Double
  ) throws(RouteFinderError) -> FoundRoute {
    guard legs.count == places.count - 1 else {
      throw malformed("has \(legs.count) legs for \(places.count) places")
    }
    var result: [FoundRoute.Leg] = []
    var room = Limits.Routing.points
    for (number, leg) in legs.enumerated() {
      let path = try path(of: leg, number: number + 1, room: &room)
      for (place, end) in [(number, path[0]), (number + 1, path[path.count - 1])] {
        let off = places[place].meters(to: end)
        guard off <= farthestMeters else {
          throw RouteFinderError(.noRoute, PlaceCheck.tooFar(place + 1, off, farthestMeters))
        }
      }
      guard (0...Limits.Routing.duration.inSeconds).contains(leg.duration),
        (0...Limits.Routing.meters).contains(leg.distance ?? 0),
        Polyline(path).lengthInMeters <= Limits.Routing.meters
      else { throw malformed("has an impossible length or time for leg \(number + 1)") }
      result.append(
        FoundRoute.Leg(path: path, duration: .seconds(leg.duration), distanceMeters: leg.distance)
      )
    }
    return FoundRoute(legs: result)
  }

  /// Joins the paths of a leg's steps; `room` is the number of points that may still be read.
  private func path(
    of leg: Leg, number: Int, room: inout Int
  ) throws(RouteFinderError) -> [Coordinate] {
    guard leg.steps.count <= Limits.Routing.steps else {
      throw malformed("has more than \(Limits.Routing.steps) steps in leg \(number)")
    }
    var path: [Coordinate] = []
    for step in leg.steps {
      let part: [Coordinate]
      do {
        part = try GooglePolyline.decode(step.geometry, precision: .six, maximumPoints: room)
      } catch { throw malformed("has an unreadable path in leg \(number): \(error)") }
      room -= part.count
      for point in part where point != path.last { path.append(point) }
    }
    guard let first = path.first else { throw malformed("has no path for leg \(number)") }
    return path.count > 1 ? path : [first, first]
  }

  private func malformed(_ problem: String) -> RouteFinderError {
    RouteFinderError(
      .malformedAnswer,
      "The response of the router \(host) \(problem); check that it serves OSRM's API, "
        + "version 5.5 or newer.")
  }

  private static func foreign(_ status: Int, _ host: String) -> RouteFinderError {
    switch status {
    case 200..<300:
      RouteFinderError(
        .malformedAnswer, "The response of \(host) is not OSRM's; check the address.")
    case 429, 503:
      RouteFinderError(.unavailable, "The router \(host) is overloaded; try again later.")
    default:
      RouteFinderError(
        .unavailable,
        "\(host) responded with HTTP status \(status); check that this is OSRM's address.")
    }
  }

  private static func failure(_ code: String, _ message: String, _ host: String) -> RouteFinderError
  {
    let details = message.isEmpty ? bounded(code) : "\(bounded(code)): \(bounded(message))"
    let (kind, sentence): (RouteFinderError.Kind, String) =
      switch code {
      case "NoRoute":
        (.noRoute, "The router \(host) found no route through the places; choose others.")
      case "NoSegment":
        (
          .noRoute,
          "A place is far from every road of the router \(host); choose another place, or a router "
            + "for this part of the world."
        )
      case "TooBig":
        (.invalidPlaces, "There are too many places for the router \(host); leave some out.")
      case "InvalidQuery", "InvalidValue":
        (.noRoute, "The router \(host) does not accept the places.")
      default:
        (.unavailable, "The router \(host) refused the request; check its address and profile.")
      }
    return RouteFinderError(kind, "\(sentence) (\(details))")
  }

  private static func bounded(_ text: String) -> String {
    String(decoding: text.utf8.prefix(Limits.Text.cells), as: UTF8.self)
  }
}
