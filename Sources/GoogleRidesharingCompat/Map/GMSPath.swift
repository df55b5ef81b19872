public import CoreLocation
public import Foundation
internal import Geo

/// A path, of the name that it has in the Maps SDK.
public class GMSPath: NSObject, @unchecked Sendable {
  fileprivate(set) var coordinates: [Coordinate]

  /// Creates an empty path.
  public override init() {
    coordinates = []
    super.init()
  }

  /// Copies a path.
  public init(path: GMSPath) {
    coordinates = path.coordinates
    super.init()
  }

  fileprivate init(_ coordinates: [Coordinate]) {
    self.coordinates = coordinates
    super.init()
  }

  /// Creates a path from Google's encoded polyline; nil for a text that is not one.
  public convenience init?(fromEncodedPath encodedPath: String) {
    guard let coordinates = try? GooglePolyline.decode(encodedPath) else { return nil }
    self.init(coordinates)
  }

  /// The number of points.
  public func count() -> UInt { UInt(coordinates.count) }

  /// A point; a place that is not on Earth for an index beyond the last.
  public func coordinate(at index: UInt) -> CLLocationCoordinate2D {
    guard index < count() else { return kCLLocationCoordinate2DInvalid }
    return CLLocationCoordinate2D(coordinates[Int(index)])
  }

  /// Google's encoded polyline, without points that are not on Earth.
  public func encodedPath() -> String { GooglePolyline.encode(coordinates) }

  /// The path moved by degrees.
  public func pathOffset(
    byLatitude deltaLatitude: CLLocationDegrees,
    longitude deltaLongitude: CLLocationDegrees
  ) -> GMSPath {
    GMSPath(
      coordinates.map {
        Coordinate(
          latitude: $0.latitude + deltaLatitude,
          longitude: $0.longitude + deltaLongitude
        )
      }
    )
  }

  /// Whether another path has the same points.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? GMSPath)?.coordinates == coordinates
  }

  /// The hash of the points.
  public override var hash: Int { coordinates.hashValue }
}

/// A path that can be changed, of the name that it has in the Maps SDK.
///
/// It is to be used by one thread at a time. A line copies its path when it is set.
public final class GMSMutablePath: GMSPath, @unchecked Sendable {
  /// Adds a point at the end.
  public func add(_ coord: CLLocationCoordinate2D) { coordinates.append(Coordinate(coord)) }

  /// Adds a point at the end.
  public func addLatitude(_ latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Inserts a point; an index beyond the end adds it there.
  public func insert(_ coord: CLLocationCoordinate2D, at index: UInt) {
    coordinates.insert(Coordinate(coord), at: Int(min(index, count())))
  }

  /// Replaces a point; an index beyond the last changes nothing.
  public func replaceCoordinate(at index: UInt, with coord: CLLocationCoordinate2D) {
    guard index < count() else { return }
    coordinates[Int(index)] = Coordinate(coord)
  }

  /// Removes a point; an index beyond the last changes nothing.
  public func removeCoordinate(at index: UInt) {
    guard index < count() else { return }
    coordinates.remove(at: Int(index))
  }

  /// Removes the last point, if there is one.
  public func removeLastCoordinate() {
    if !coordinates.isEmpty { coordinates.removeLast() }
  }

  /// Removes all points.
  public func removeAllCoordinates() { coordinates.removeAll() }
}
