internal import CellGrid
internal import ConsumerMap
public import Foundation
internal import Geo
internal import MapCanvas

/// A line on a map, of the name that it has in the Maps SDK.
@MainActor
@preconcurrency
open class GMSPolyline: GMSOverlay {
  /// Where it runs; copied when it is set.
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
  public nonisolated override init() {
    super.init(isTappable: false)
  }

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
        style: LineStyle(
          cellStyle: CellStyle(foreground: strokeColor.value),
          width: width,
          asciiGlyph: width > 1 ? "#" : "."
        ),
        zIndex: Int(zIndex)
      )
    )
  }
}
