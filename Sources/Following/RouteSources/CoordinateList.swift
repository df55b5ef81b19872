public import Geo
internal import JSON
internal import TrustLimits

/// A route as a JSON file of coordinates.
///
/// There are three forms: a list of `[latitude, longitude]` pairs, a list of objects with `latitude`
/// and `longitude`, and a GeoJSON `LineString`, whose pairs have the longitude first, alone or as the
/// geometry of a `Feature`.
public struct CoordinateList: Sendable, Hashable {
  /// The coordinates, two or more and not all at the same place.
  public let coordinates: [Coordinate]

  private static let forms =
    "a list of [latitude, longitude] pairs, a list of objects with latitude and longitude, or a "
    + "GeoJSON LineString"

  /// Reads a file.
  public init(contentsOf path: String) throws(RouteSourceError) {
    let json = try RouteSourceError.content(of: path, limit: Limits.File.routeBytes)
    try self.init(json: json, file: path)
  }

  /// Reads a file's content; errors name the file.
  public init(json: [UInt8], file: String) throws(RouteSourceError) {
    func failure(_ problem: RouteSourceError.Problem, _ sentence: String) -> RouteSourceError {
      RouteSourceError(file, problem, sentence)
    }
    try RouteSourceError.check(json, of: file, limit: Limits.File.routeBytes)
    let points: [Coordinate]?
    do throws(JSONError) {
      points = Self.points(
        try JSONTree(parsing: json, rules: .lenient(values: Limits.Response.jsonValues))
      )
    } catch .notJSON {
      throw failure(.notJSON, "is not JSON; a route is \(Self.forms).")
    } catch {
      points = nil
    }
    guard let points else {
      throw failure(.unexpectedContent, "holds JSON that is not a route; a route is \(Self.forms).")
    }
    guard !points.isEmpty else {
      throw failure(.noPoints, "holds no points; a route needs at least two.")
    }
    guard points.count <= Limits.Response.routePoints else {
      throw failure(
        .tooLarge,
        "holds more than \(Limits.Response.routePoints) points; shorten the route."
      )
    }
    if let index = points.firstIndex(where: { !$0.isValid }) {
      throw failure(
        .outOfRange,
        "has a point that is not on Earth, number \(index + 1): latitude is −90 to 90 and "
          + "longitude −180 to 180; lists give latitude first, GeoJSON longitude first."
      )
    }
    guard points.contains(where: { $0 != points[0] }) else {
      throw failure(
        .onePlace,
        points.count == 1
          ? "holds one point; a route needs at least two."
          : "repeats the same point; a route needs at least two places."
      )
    }
    coordinates = points
  }

  /// Reads any of the forms; nil for other JSON.
  private static func points(_ tree: JSONTree) -> [Coordinate]? {
    if let list = tree.list {
      return all(list) { pair($0, lengths: 2...2).map { Coordinate(latitude: $0, longitude: $1) } }
        ?? all(list) { object in
          guard let latitude = object["latitude"]?.number,
            let longitude = object["longitude"]?.number
          else { return nil }
          return Coordinate(latitude: latitude, longitude: longitude)
        }
    }
    let line = tree["type"]?.text == "Feature" ? tree["geometry"] : tree
    guard line?["type"]?.text == "LineString", let list = line?["coordinates"]?.list else {
      return nil
    }
    return all(list) { pair($0, lengths: 2...3).map { Coordinate(latitude: $1, longitude: $0) } }
  }

  private static func all(
    _ values: [JSONTree],
    _ point: (JSONTree) -> Coordinate?
  ) -> [Coordinate]? {
    let points = values.compactMap(point)
    return points.count == values.count ? points : nil
  }

  private static func pair(_ value: JSONTree, lengths: ClosedRange<Int>) -> (Double, Double)? {
    guard let list = value.list, lengths.contains(list.count),
      list.allSatisfy({ $0.number != nil }), let first = list[0].number, let second = list[1].number
    else { return nil }
    return (first, second)
  }
}
