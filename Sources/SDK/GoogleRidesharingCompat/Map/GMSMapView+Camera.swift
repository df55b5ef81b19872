internal import CellGrid
internal import ConsumerMap
public import CoreLocation
public import Foundation
internal import Geo
internal import MapCanvas

extension GMSMapView {
  /// Creates a map with a frame in its superview and a camera position.
  public convenience init(frame: CGRect, camera: GMSCameraPosition) {
    self.init(frame: frame)
    self.camera = camera
  }

  /// Creates a map with options.
  public convenience init(options: GMSMapViewOptions) {
    self.init(frame: options.frame)
    if let camera = options.camera { self.camera = camera }
  }

  /// Creates a map with a frame in its superview and a camera position.
  public class func map(withFrame frame: CGRect, camera: GMSCameraPosition) -> Self {
    let map = Self(frame: frame)
    map.camera = camera
    return map
  }

  /// The camera position; setting it moves the camera immediately.
  ///
  /// While the camera follows trips (``GMTCMapView/isAllowCameraAutoUpdate``), a position remains until
  /// the next change of a trip or of the map's size.
  public var camera: GMSCameraPosition {
    get { GMSCameraPosition(map.camera ?? defaultCamera) }
    set { moveCamera(.setCamera(newValue)) }
  }

  /// Moves the camera immediately.
  public func moveCamera(_ update: GMSCameraUpdate) {
    guard let camera = libraryCamera(after: update) else { return }
    map.moveCamera(to: camera)
    map.onChange?()
  }

  /// Moves the camera in half a second, or immediately if motion is reduced.
  public func animate(with update: GMSCameraUpdate) {
    guard let camera = libraryCamera(after: update) else { return }
    map.animate(to: camera)
    map.onChange?()
  }

  /// Moves the camera in half a second, or immediately if motion is reduced.
  public func animate(to camera: GMSCameraPosition) { animate(with: .setCamera(camera)) }

  /// Moves the camera to a place in half a second.
  public func animate(toLocation location: CLLocationCoordinate2D) {
    animate(with: .setTarget(location))
  }

  /// Zooms in half a second.
  public func animate(toZoom zoom: Float) { animate(with: .zoom(to: zoom)) }

  /// Does nothing: north is always up.
  public func animate(toBearing bearing: CLLocationDirection) {}

  /// Does nothing: maps are always viewed from above.
  public func animate(toViewingAngle viewingAngle: Double) {}

  /// Returns the position that fits bounds; nil for empty bounds and a map without a size.
  ///
  /// The insets, in points, are added to the map's ``padding``.
  public func camera(for bounds: GMSCoordinateBounds, insets: UIEdgeInsets) -> GMSCameraPosition? {
    libraryCamera(showing: bounds, insets).map(GMSCameraPosition.init)
  }

  /// The map's current projection.
  public var projection: GMSProjection { GMSProjection(map.camera, map.size) }

  /// Returns the camera after an update; nil for empty bounds or a fit that waits for the map's size.
  private func libraryCamera(after update: GMSCameraUpdate) -> Camera? {
    waitingUpdate = nil
    let present = map.camera ?? defaultCamera
    switch update.change {
    case .set(let position): return libraryCamera(position.target, position.zoom)
    case .target(let target, let zoom):
      return libraryCamera(target, zoom ?? PhoneScale.zoom(of: present))
    case .zoomTo(let zoom): return Camera(center: present.center, zoom: libraryZoom(zoom))
    case .zoomBy(let delta, let point):
      let zoom = libraryZoom(PhoneScale.zoom(of: present) + delta)
      return present.zoomed(by: zoom - present.zoom, around: point.flatMap(cell), in: rect)
    case .scroll(let x, let y):
      return present.panned(byColumns: PhoneScale.columns(x), rows: PhoneScale.rows(y))
    case .fit(let bounds, let insets):
      if rect.columns <= 0 || rect.rows <= 0 { waitingUpdate = update }
      return libraryCamera(showing: bounds, insets)
    }
  }

  /// The camera of a map without a trip, a chosen place and a camera of the app, as in the Maps SDK.
  var defaultCamera: Camera { libraryCamera(CLLocationCoordinate2D(), minZoom) }

  private var rect: Rect { map.size.bounds }

  private func cell(at point: CGPoint) -> GridPoint? {
    guard abs(point.x) < 10_000, abs(point.y) < 10_000 else { return nil }
    return GridPoint(column: Int(point.x.rounded(.down)), row: Int(point.y.rounded(.down)))
  }

  private func libraryZoom(_ zoom: Float) -> Double {
    PhoneScale.cameraZoom(zoom.isNaN ? minZoom : max(minZoom, min(maxZoom, zoom)))
  }

  private func libraryCamera(_ target: CLLocationCoordinate2D, _ zoom: Float) -> Camera {
    Camera(center: Coordinate(target), zoom: libraryZoom(zoom))
  }

  private func libraryCamera(showing bounds: GMSCoordinateBounds, _ insets: UIEdgeInsets) -> Camera?
  {
    guard let bounds = bounds.bounds, rect.columns > 0, rect.rows > 0 else { return nil }
    /// Two opposite insets, reduced so that at least a tenth of the map stays visible.
    func free(_ first: Int, _ second: Int, of length: Int) -> (first: Int, second: Int) {
      let most = length * 9 / 20
      return (max(0, min(most, first)), max(0, min(most, second)))
    }
    let (left, right) = free(
      PhoneScale.columns(insets.left + padding.left),
      PhoneScale.columns(insets.right + padding.right), of: rect.columns)
    let (top, bottom) = free(
      PhoneScale.rows(insets.top + padding.top), PhoneScale.rows(insets.bottom + padding.bottom),
      of: rect.rows)
    let camera = CameraFit.camera(
      showing: bounds,
      in: GridSize(columns: rect.columns - left - right, rows: rect.rows - top - bottom),
      padding: 0, zoomRange: libraryZoom(minZoom)...libraryZoom(maxZoom))
    return camera?.panned(byColumns: (right - left) / 2, rows: (bottom - top) / 2)
  }
}

/// The options of a new map, as in the Maps SDK.
@MainActor @preconcurrency public final class GMSMapViewOptions: NSObject {
  /// The map's rectangle in its superview.
  public var frame = CGRect.zero
  /// The camera position; nil to follow the map's trips.
  public var camera: GMSCameraPosition?
  /// The color behind the map; kept only.
  public var backgroundColor: UIColor?

  /// Creates options of a map without a size.
  public nonisolated override init() {}
}
