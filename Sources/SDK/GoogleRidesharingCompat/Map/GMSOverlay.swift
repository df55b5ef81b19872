internal import CellGrid
internal import ConsumerMap
public import Foundation
internal import Geo
internal import MapCanvas

/// A marker or line of an app, as in the Maps SDK.
///
/// Setting ``map`` draws the overlay and keeps it alive; setting it to nil removes it. Changes of its
/// properties are drawn in the next frame.
@MainActor @preconcurrency open class GMSOverlay: NSObject {
  private weak var host: GMSMapView?
  /// The overlay's key in its map; 0 without a map.
  var overlayID = 0

  /// Creates an overlay without a map.
  public nonisolated override init() { isTappable = false }

  nonisolated init(isTappable: Bool) { self.isTappable = isTappable }

  /// The map that shows the overlay.
  public var map: GMSMapView? {
    get { host }
    set {
      guard newValue !== host else { return }
      host?.remove(self)
      host = newValue
      newValue?.add(self)
    }
  }
  /// A short text, which a selected marker shows.
  public var title: String? { didSet { redraw() } }
  /// Whether a marker can be tapped; lines cannot.
  public var isTappable: Bool { didSet { redraw() } }
  /// The order among overlays; the defaults are 0 for a trip's markers and 10 for its lines.
  public var zIndex: Int32 = 0 { didSet { redraw() } }
  /// Any data of the app.
  public var userData: Any?

  var drawn: MapOverlay? { nil }

  func redraw() { host?.redraw(self) }

  /// Removes the reference to the map, which was cleared.
  func wasCleared() {
    host = nil
    overlayID = 0
  }
}

/// A line on a map, as in the Maps SDK.
@MainActor @preconcurrency open class GMSPolyline: GMSOverlay {
  /// The path, copied when it is set.
  public var path: GMSPath? {
    get { copy }
    set {
      copy = newValue.map(GMSPath.init(path:))
      prepare()
    }
  }
  /// The width in points, drawn as 1 to 3 dots; 0 hides the line.
  public var strokeWidth: CGFloat = 1 { didSet { redraw() } }
  /// The color.
  public var strokeColor: UIColor = .blue { didSet { redraw() } }
  /// Whether long segments follow great circles.
  public var isGeodesic = false { didSet { prepare() } }
  private var copy: GMSPath?
  private var prepared: MapPath?

  /// Creates a line without a path.
  public nonisolated override init() { super.init(isTappable: false) }

  /// Creates a line along a path.
  public convenience init(path: GMSPath?) {
    self.init()
    self.path = path
  }

  private func prepare() {
    prepared = copy.map { MapPath($0.coordinates, isGeodesic: isGeodesic) }
    redraw()
  }

  override var drawn: MapOverlay? {
    guard let prepared, !prepared.isEmpty, strokeWidth > 0 else { return nil }
    let width = Int(max(1, min(3, Double(strokeWidth).rounded())))
    return .line(
      MapPolyline(
        path: prepared,
        style: LineStyle(cellStyle: CellStyle(foreground: strokeColor.value), width: width),
        zIndex: Int(zIndex)))
  }
}
