public import CoreLocation
public import Foundation
internal import Geo

/// A path, as in the Maps SDK.
public class GMSPath: NSObject, @unchecked Sendable {
  fileprivate(set) var coordinates: [Coordinate]

  /// Creates an empty path.
  public override init() { coordinates = [] }

  /// Copies a path.
  public init(path: GMSPath) { coordinates = path.coordinates }

  fileprivate init(_ coordinates: [Coordinate]) { self.coordinates = coordinates }

  /// Creates a path from Google's encoded polyline; nil for a malformed text.
  public convenience init?(fromEncodedPath encodedPath: String) {
    guard let coordinates = try? GooglePolyline.decode(encodedPath) else { return nil }
    self.init(coordinates)
  }

  /// Returns the number of points.
  public func count() -> UInt { UInt(coordinates.count) }

  /// Returns a point; an invalid coordinate for an index beyond the last.
  public func coordinate(at index: UInt) -> CLLocationCoordinate2D {
    guard index < count() else { return kCLLocationCoordinate2DInvalid }
    return CLLocationCoordinate2D(coordinates[Int(index)])
  }

  /// Returns Google's encoded polyline, without invalid points.
  public func encodedPath() -> String { GooglePolyline.encode(coordinates) }

  /// Returns the path moved by degrees.
  public func pathOffset(
    byLatitude deltaLatitude: CLLocationDegrees, longitude deltaLongitude: CLLocationDegrees
  ) -> GMSPath {
    let moved = coordinates.map {
      Coordinate(latitude: $0.latitude + deltaLatitude, longitude: $0.longitude + deltaLongitude)
    }
    return GMSPath(moved)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? GMSPath)?.coordinates == coordinates
  }

  public override var hash: Int { coordinates.hashValue }
}

/// A path that can be changed, as in the Maps SDK; a line copies its path.
public final class GMSMutablePath: GMSPath, @unchecked Sendable {
  /// Appends a point.
  public func add(_ coord: CLLocationCoordinate2D) { coordinates.append(Coordinate(coord)) }

  /// Appends a point.
  public func addLatitude(_ latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Inserts a point; an index beyond the end appends it.
  public func insert(_ coord: CLLocationCoordinate2D, at index: UInt) {
    coordinates.insert(Coordinate(coord), at: Int(min(index, count())))
  }

  /// Replaces a point; an index beyond the last does nothing.
  public func replaceCoordinate(at index: UInt, with coord: CLLocationCoordinate2D) {
    guard index < count() else { return }
    coordinates[Int(index)] = Coordinate(coord)
  }

  /// Removes a point; an index beyond the last does nothing.
  public func removeCoordinate(at index: UInt) {
    guard index < count() else { return }
    coordinates.remove(at: Int(index))
  }

  /// Removes the last point, if any.
  public func removeLastCoordinate() { if !coordinates.isEmpty { coordinates.removeLast() } }

  /// Removes all points.
  public func removeAllCoordinates() { coordinates.removeAll() }
}
