public import Geo
internal import JSON
internal import FleetEngine
internal import TrustLimits

/// A route as a JSON file of coordinates.
///
/// Three forms are accepted: a list of `[latitude, longitude]` pairs, a list of objects with
/// `latitude` and `longitude`, and a GeoJSON `LineString`, whose pairs are longitude first, by
/// itself or as the geometry of a `Feature`.
public struct CoordinateList: Sendable, Hashable {
  /// The coordinates, two or more and not all at the same place.
  public let coordinates: [Coordinate]

  private static let accepted =
    "a list of [latitude, longitude] pairs, a list of objects with latitude and longitude, or a "
    + "GeoJSON LineString"

  /// Reads a file.
  public init(contentsOf path: String) throws(RouteSourceError) {
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.File.routeBytes)
    } catch {
      throw RouteSourceError(path, error)
    }
    try self.init(json: content.bytes, file: path)
  }

  /// Reads the content of a file, which errors name.
  public init(json: [UInt8], file: String) throws(RouteSourceError) {
    guard json.count <= Limits.File.routeBytes else {
      throw RouteSourceError(file, BoundedFile.Failure.tooLarge(limit: Limits.File.routeBytes))
    }
    let content: Content
    do throws(JSONError) {
      content = try JSONCoding.decode(Content.self, from: json)
    } catch .notJSON {
      throw RouteSourceError(file, .notJSON, "is not JSON; a route is \(Self.accepted).")
    } catch {
      throw RouteSourceError(
        file,
        .unexpectedContent,
        "holds JSON that is not a route; a route is \(Self.accepted)."
      )
    }
    let points = content.points
    guard !points.isEmpty else {
      throw RouteSourceError(file, .noPoints, "holds no points; a route needs at least two.")
    }
    guard points.count <= Limits.Reply.routePoints else {
      throw RouteSourceError(
        file,
        .tooLarge,
        "holds more than \(Limits.Reply.routePoints) points; shorten the route."
      )
    }
    if let index = points.firstIndex(where: { !$0.isValid }) {
      throw RouteSourceError(
        file,
        .outOfRange,
        "has a point that is not on Earth, number \(index + 1): latitude is −90 to 90 and "
          + "longitude −180 to 180; lists give latitude first, GeoJSON longitude first."
      )
    }
    guard points.contains(where: { $0 != points[0] }) else {
      throw RouteSourceError(
        file,
        .onePlace,
        points.count == 1
          ? "holds one point; a route needs at least two."
          : "holds the same point over and over; a route needs at least two places."
      )
    }
    coordinates = points
  }

  private enum Content: Decodable {
    case pairs([[Double]])
    case objects([Place])
    case lineString([[Double]])

    struct Place: Decodable {
      let latitude: Double
      let longitude: Double
    }

    private struct GeoJSON: Decodable {
      struct Geometry: Decodable {
        let type: String
        let coordinates: [[Double]]
      }

      let type: String
      let coordinates: [[Double]]?
      let geometry: Geometry?
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let pairs = try? container.decode([[Double]].self) {
        guard pairs.allSatisfy({ $0.count == 2 }) else {
          throw Self.unexpected(decoder)
        }
        self = .pairs(pairs)
      } else if let objects = try? container.decode([Place].self) {
        self = .objects(objects)
      } else {
        let value = try container.decode(GeoJSON.self)
        let line = value.type == "LineString" ? value.coordinates : nil
        let feature =
          value.type == "Feature" && value.geometry?.type == "LineString"
          ? value.geometry?.coordinates : nil
        guard let pairs = line ?? feature, pairs.allSatisfy({ (2...3).contains($0.count) }) else {
          throw Self.unexpected(decoder)
        }
        self = .lineString(pairs)
      }
    }

    var points: [Coordinate] {
      switch self {
      case .pairs(let pairs): pairs.map { Coordinate(latitude: $0[0], longitude: $0[1]) }
      case .objects(let places):
        places.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
      case .lineString(let pairs): pairs.map { Coordinate(latitude: $0[1], longitude: $0[0]) }
      }
    }

    private static func unexpected(_ decoder: any Decoder) -> DecodingError {
      .typeMismatch(
        Content.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a route")
      )
    }
  }
}
