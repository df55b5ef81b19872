internal import CellGrid
internal import ConsumerMap
public import CoreLocation
public import Foundation
internal import Geo
internal import MapCanvas

/// The places in a map's corners, as in the Maps SDK.
public struct GMSVisibleRegion: Sendable {
  /// The bottom left corner.
  public var nearLeft: CLLocationCoordinate2D
  /// The bottom right corner.
  public var nearRight: CLLocationCoordinate2D
  /// The top left corner.
  public var farLeft: CLLocationCoordinate2D
  /// The top right corner.
  public var farRight: CLLocationCoordinate2D
}

/// Converts between places and cells from a map's top left, as in the Maps SDK.
public final class GMSProjection: NSObject, @unchecked Sendable {
  private let viewport: Viewport?

  init(_ camera: Camera?, _ size: GridSize) {
    viewport = camera.map { Viewport(camera: $0, rect: size.bounds) }
  }

  /// Returns the cell of a place, which may be outside the map; zero for an invalid place.
  public func point(for coordinate: CLLocationCoordinate2D) -> CGPoint {
    guard let viewport, let position = viewport.dotPosition(of: Coordinate(coordinate)) else {
      return .zero
    }
    return CGPoint(
      x: position.x / Double(viewport.kind.dotsAcross),
      y: position.y / Double(viewport.kind.dotsDown))
  }

  /// Returns the place at a cell.
  public func coordinate(for point: CGPoint) -> CLLocationCoordinate2D {
    guard let viewport, point.x.isFinite, point.y.isFinite else {
      return kCLLocationCoordinate2DInvalid
    }
    return CLLocationCoordinate2D(
      viewport.coordinate(
        at: DotPosition(
          x: Double(point.x) * Double(viewport.kind.dotsAcross),
          y: Double(point.y) * Double(viewport.kind.dotsDown))))
  }

  /// Returns the length of a distance in cells.
  public func points(
    forMeters meters: CLLocationDistance, at coordinate: CLLocationCoordinate2D
  ) -> CGFloat {
    guard let viewport else { return 0 }
    return CGFloat(meters / viewport.metersPerColumn)
  }

  /// Returns whether the map shows a place.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    viewport?.cell(of: Coordinate(coordinate)) != nil
  }

  /// Returns the places in the map's corners.
  public func visibleRegion() -> GMSVisibleRegion {
    let columns = CGFloat(viewport?.rect.columns ?? 0)
    let rows = CGFloat(viewport?.rect.rows ?? 0)
    return GMSVisibleRegion(
      nearLeft: coordinate(for: CGPoint(x: 0, y: rows)),
      nearRight: coordinate(for: CGPoint(x: columns, y: rows)),
      farLeft: coordinate(for: CGPoint(x: 0, y: 0)),
      farRight: coordinate(for: CGPoint(x: columns, y: 0)))
  }
}
