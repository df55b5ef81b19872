public import CoreLocation
public import Foundation
internal import Geo

/// A part of the Earth between two parallels and two meridians, of the name that it has in the Maps
/// SDK.
public final class GMSCoordinateBounds: NSObject, @unchecked Sendable {
  /// Nil while it holds no place.
  let bounds: CoordinateBounds?

  init(_ bounds: CoordinateBounds?) {
    self.bounds = bounds
    super.init()
  }

  /// Creates bounds that hold no place and are not valid.
  public override convenience init() {
    self.init(nil)
  }

  /// Creates the bounds around two places.
  public convenience init(
    coordinate coord1: CLLocationCoordinate2D,
    coordinate coord2: CLLocationCoordinate2D
  ) {
    self.init(CoordinateBounds(enclosing: [Coordinate(coord1), Coordinate(coord2)]))
  }

  /// Creates the bounds around a path.
  public convenience init(path: GMSPath) {
    self.init(CoordinateBounds(enclosing: path.coordinates))
  }

  /// Creates the bounds around what a map shows.
  public convenience init(region: GMSVisibleRegion) {
    let corners = [region.nearLeft, region.nearRight, region.farLeft, region.farRight]
    self.init(CoordinateBounds(enclosing: corners.map(Coordinate.init)))
  }

  /// Whether there is any place in it.
  public var isValid: Bool { bounds != nil }

  /// The corner in the north east; a place that is not on Earth for bounds that are not valid.
  public var northEast: CLLocationCoordinate2D {
    bounds.map { CLLocationCoordinate2DMake($0.north, $0.east) } ?? kCLLocationCoordinate2DInvalid
  }

  /// The corner in the south west; a place that is not on Earth for bounds that are not valid.
  public var southWest: CLLocationCoordinate2D {
    bounds.map { CLLocationCoordinate2DMake($0.south, $0.west) } ?? kCLLocationCoordinate2DInvalid
  }

  /// The bounds grown to hold a place; one that is not on Earth changes nothing.
  public func includingCoordinate(_ coordinate: CLLocationCoordinate2D) -> GMSCoordinateBounds {
    union(CoordinateBounds(enclosing: [Coordinate(coordinate)]))
  }

  /// The bounds grown to hold others.
  public func includingBounds(_ other: GMSCoordinateBounds) -> GMSCoordinateBounds {
    union(other.bounds)
  }

  /// The bounds grown to hold a path.
  public func includingPath(_ path: GMSPath) -> GMSCoordinateBounds {
    union(CoordinateBounds(enclosing: path.coordinates))
  }

  /// Returns whether a place is inside the bounds or on an edge.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    bounds?.contains(Coordinate(coordinate)) ?? false
  }

  private func union(_ other: CoordinateBounds?) -> GMSCoordinateBounds {
    guard let bounds, let other else { return GMSCoordinateBounds(bounds ?? other) }
    return GMSCoordinateBounds(bounds.union(other))
  }

  /// Whether others have the same edges.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMSCoordinateBounds else { return false }
    return other.bounds == bounds
  }

  /// The hash of the edges.
  public override var hash: Int { bounds.hashValue }
}
