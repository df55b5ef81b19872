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
    let code: String?
    let message: String?
    let routes: [Route]?
  }

  private struct Route: Decodable {
    let legs: [Leg]
  }

  private struct Leg: Decodable {
    let distance: Double?
    let duration: Double
    let steps: [Step]
  }

  private struct Step: Decodable {
    let geometry: String
  }

  private let route: Route
  private let host: String

  /// Reads the response of a host.
  init(_ response: HTTPResponse, from host: String) throws(RouterError) {
    self.host = host
    guard response.body.count <= Limits.Reply.bodyBytes else {
      throw RouterError(.malformedAnswer, "The answer of the router \(host) is too large.")
    }
    guard let message = try? JSONCoding.decode(Message.self, from: response.body),
      let code = message.code
    else { throw Self.foreign(response.status, host) }
    guard code == "Ok" else { throw Self.failure(code, message.message ?? "", host) }
    guard let route = message.routes?.first else {
      throw RouterError(.malformedAnswer, "The answer of the router \(host) holds no route.")
    }
    self.route = route
  }

  /// The legs between neighbouring places; throws if the response contradicts itself or the
  /// request.
  func legs(
    through places: [Coordinate],
    farthestMeters: Double
  ) throws(RouterError) -> RouterAnswer {
    guard route.legs.count == places.count - 1 else {
      throw malformed("has \(route.legs.count) legs for \(places.count) places")
    }
    var legs: [RouterAnswer.Leg] = []
    var room = Limits.Reply.routePoints
    for (number, leg) in route.legs.enumerated() {
      let path = try path(of: leg, number: number + 1, room: &room)
      for (place, end) in [(number, path[0]), (number + 1, path[path.count - 1])] {
        let off = places[place].meters(to: end)
        guard off <= farthestMeters else {
          throw RouterError(.noRoute, PlaceCheck.tooFar(place + 1, off, farthestMeters))
        }
      }
      let longest = Limits.Routing.duration.inSeconds
      guard (0...longest).contains(leg.duration),
        (0...Limits.Routing.meters).contains(leg.distance ?? 0)
      else { throw malformed("has a leg \(number + 1) of impossible length or time") }
      legs.append(
        RouterAnswer.Leg(path: path, duration: .seconds(leg.duration), distanceMeters: leg.distance)
      )
    }
    return RouterAnswer(legs: legs)
  }

  /// The steps' paths, of which each begins where the one before ends.
  private func path(of leg: Leg, number: Int, room: inout Int) throws(RouterError) -> [Coordinate] {
    guard leg.steps.count <= Limits.Routing.steps else {
      throw malformed("has more than \(Limits.Routing.steps) steps in leg \(number)")
    }
    var path: [Coordinate] = []
    for step in leg.steps {
      let part: [Coordinate]
      do {
        part = try GooglePolyline.decode(step.geometry, precision: .six, maximumPoints: room)
      } catch {
        throw malformed("has an unreadable path in leg \(number): \(error)")
      }
      room -= part.count
      for point in part where point != path.last { path.append(point) }
    }
    guard let first = path.first else { throw malformed("has no path for leg \(number)") }
    return path.count > 1 ? path : [first, first]
  }

  private func malformed(_ what: String) -> RouterError {
    RouterError(
      .malformedAnswer,
      "The answer of the router \(host) \(what); check that it serves OSRM's API, version 5.5 or newer."
    )
  }

  /// The error for a response that is not the API's.
  private static func foreign(_ status: Int, _ host: String) -> RouterError {
    switch status {
    case 200..<300:
      RouterError(.malformedAnswer, "The answer of \(host) is not a router's; check the address.")
    case 429, 503:
      RouterError(.unavailable, "The router \(host) takes no more requests now; try again later.")
    default:
      RouterError(
        .unavailable,
        "\(host) answered with HTTP status \(status); check that OSRM's API is at this address."
      )
    }
  }

  /// What an error's code means.
  private static func failure(_ code: String, _ message: String, _ host: String) -> RouterError {
    let told = message.isEmpty ? bounded(code) : "\(bounded(code)): \(bounded(message))"
    return switch code {
    case "NoRoute":
      RouterError(
        .noRoute,
        "The router \(host) knows no route through the places; choose others. (\(told))"
      )
    case "NoSegment":
      RouterError(
        .noRoute,
        "A place is far from every road that the router \(host) knows; choose another, or a router "
          + "for this part of the world. (\(told))"
      )
    case "TooBig":
      RouterError(
        .invalidPlaces,
        "The places are too many for the router \(host); leave some out. (\(told))"
      )
    case "InvalidQuery", "InvalidValue":
      RouterError(.invalidPlaces, "The router \(host) does not accept the places. (\(told))")
    default:
      RouterError(
        .unavailable,
        "The router \(host) does not take the request; check its address and profile. (\(told))"
      )
    }
  }

  private static func bounded(_ text: String) -> String {
    text.utf8.count <= Limits.Text.cells
      ? text : String(decoding: text.utf8.prefix(Limits.Text.cells), as: UTF8.self)
  }
}
