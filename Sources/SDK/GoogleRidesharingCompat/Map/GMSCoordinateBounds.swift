public import CoreLocation
public import Foundation
internal import Geo

/// An area between two parallels and two meridians, as in the Maps SDK.
public final class GMSCoordinateBounds: NSObject, @unchecked Sendable {
  /// The library's bounds; nil for empty bounds.
  let bounds: CoordinateBounds?

  init(_ bounds: CoordinateBounds?) { self.bounds = bounds }

  /// Creates empty bounds, which are not valid.
  public override convenience init() { self.init(nil) }

  /// Creates the bounds around two places.
  public convenience init(
    coordinate coord1: CLLocationCoordinate2D, coordinate coord2: CLLocationCoordinate2D
  ) { self.init(CoordinateBounds(enclosing: [Coordinate(coord1), Coordinate(coord2)])) }

  /// Creates the bounds of a path.
  public convenience init(path: GMSPath) {
    self.init(CoordinateBounds(enclosing: path.coordinates))
  }

  /// Creates the bounds of a map's visible region.
  public convenience init(region: GMSVisibleRegion) {
    let corners = [region.nearLeft, region.nearRight, region.farLeft, region.farRight]
    self.init(CoordinateBounds(enclosing: corners.map(Coordinate.init)))
  }

  /// Whether the bounds contain any place.
  public var isValid: Bool { bounds != nil }

  /// The north-east corner; an invalid coordinate for empty bounds.
  public var northEast: CLLocationCoordinate2D {
    bounds.map { CLLocationCoordinate2DMake($0.north, $0.east) } ?? kCLLocationCoordinate2DInvalid
  }

  /// The south-west corner; an invalid coordinate for empty bounds.
  public var southWest: CLLocationCoordinate2D {
    bounds.map { CLLocationCoordinate2DMake($0.south, $0.west) } ?? kCLLocationCoordinate2DInvalid
  }

  /// Returns the bounds extended to a place; an invalid place is ignored.
  public func includingCoordinate(_ coordinate: CLLocationCoordinate2D) -> GMSCoordinateBounds {
    union(CoordinateBounds(enclosing: [Coordinate(coordinate)]))
  }

  /// Returns the union with other bounds.
  public func includingBounds(_ other: GMSCoordinateBounds) -> GMSCoordinateBounds {
    union(other.bounds)
  }

  /// Returns the bounds extended to a path.
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

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? GMSCoordinateBounds).map { $0.bounds == bounds } ?? false
  }

  public override var hash: Int { bounds.hashValue }
}
