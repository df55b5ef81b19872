public import Geo
internal import JSON
internal import TrustLimits

/// A route as a JSON file of coordinates.
///
/// It is a list of `[latitude, longitude]` pairs, a list of objects with `latitude` and `longitude`, or GeoJSON with a line,
/// whose pairs have the longitude first.
public struct CoordinateList: Sendable, Hashable {
  /// The coordinates, two or more and not all at the same place.
  public let coordinates: [Coordinate]

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
    var tree: JSONTree?
    do {
      let rules = JSONRules.lenient(values: Limits.File.positionValues)
      tree = try JSONTree(parsing: LogText.utf8(json), rules: rules)
    } catch .notJSON {
      throw failure(.notJSON, "is not JSON; a route is \(PositionDocument.forms).")
    } catch { tree = nil }
    let document: PositionDocument?
    do {
      document = try tree.flatMap { tree throws(PositionDocument.Failure) in
        try PositionDocument(tree)
      }
    } catch { throw failure(.unexpectedContent, error.reason) }
    guard let tracks = document?.tracks else {
      throw failure(
        .unexpectedContent, "holds JSON that is not a route; a route is \(PositionDocument.forms).")
    }
    // A route that leaves a place out leads elsewhere.
    guard tracks.remarks.placeless == 0 else {
      throw failure(
        .outOfRange,
        "has \(tracks.remarks.placeless) of \(tracks.remarks.points) points without a place on Earth: latitude is −90 "
          + "to 90 and longitude −180 to 180; lists give latitude first, GeoJSON longitude first.")
    }
    let points = tracks.places
    guard !points.isEmpty else {
      throw failure(.noPoints, "holds no points; a route needs at least two.")
    }
    guard points.count <= Limits.Response.routePoints else {
      throw failure(
        .tooLarge, "holds more than \(Limits.Response.routePoints) points; shorten the route.")
    }
    guard points.contains(where: { $0 != points[0] }) else {
      throw failure(
        .onePlace,
        points.count == 1
          ? "holds one point; a route needs at least two."
          : "repeats the same point; a route needs at least two places.")
    }
    coordinates = points
  }
}
