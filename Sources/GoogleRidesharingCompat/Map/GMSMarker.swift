internal import CellGrid
internal import ConsumerMap
public import CoreLocation
public import Foundation
internal import Geo
internal import MapCanvas

/// How a marker appears, of the name that it has in the Maps SDK; cells show it at once.
public enum GMSMarkerAnimation: UInt, Sendable {
  case none = 0
  case pop = 1
  case fadeIn = 2
}

/// A marker on a map, of the name that it has in the Maps SDK.
///
/// It shows its ``iconView``, else its ``icon``, else a red pin `(*)`.
@MainActor
@preconcurrency
open class GMSMarker: GMSOverlay {
  /// Where it is; at a place that is not on Earth, as at first, nothing is drawn.
  public var position: CLLocationCoordinate2D { didSet { redraw() } }
  /// A longer text, shown after the title while the marker is selected.
  public var snippet: String? { didSet { redraw() } }
  /// Its picture; nil for a pin.
  public var icon: UIImage? { didSet { redraw() } }
  /// A view in the place of the icon; a `UIImageView` is drawn.
  public var iconView: UIView? { didSet { redraw() } }
  /// The point of the icon that lies on the place, in 0...1 of its width and height.
  public var groundAnchor = CGPoint(x: 0.5, y: 1) { didSet { redraw() } }
  /// Where the SDK shows the info window; kept only, it is shown next to the icon.
  public var infoWindowAnchor = CGPoint(x: 0.5, y: 0)
  /// Degrees clockwise from north to which an image of a vehicle points; no other image turns.
  public var rotation: CLLocationDegrees = 0 { didSet { redraw() } }
  /// Whether the SDK lays it flat on the map; kept only.
  public var isFlat = false
  /// Whether the SDK lets the user drag it; kept only.
  public var isDraggable = false
  /// How opaque it is: 0 hides it, less than a half dims it.
  public var opacity: Float = 1 { didSet { redraw() } }
  /// How it appears; kept only.
  public var appearAnimation = GMSMarkerAnimation.none
  /// Whether the SDK redraws the icon view continuously; kept only.
  public var tracksViewChanges = true
  /// Whether the SDK redraws the info window continuously; kept only.
  public var tracksInfoWindowChanges = false

  /// Creates a marker without a place.
  public nonisolated override init() {
    position = kCLLocationCoordinate2DInvalid
    super.init(isTappable: true)
  }

  /// Creates a marker at a place.
  public convenience init(position: CLLocationCoordinate2D) {
    self.init()
    self.position = position
  }

  /// Creates the object of a trip's marker as it was drawn last.
  ///
  /// The marker itself stays the trip's: it is changed by the map's style coordinator.
  convenience init(_ marker: MapMarker) {
    self.init(position: CLLocationCoordinate2D(marker.coordinate))
    title = marker.edgeHint?.description
    zIndex = Int32(clamping: marker.zIndex)
  }

  /// The pin of a color; nil for the usual red.
  public nonisolated static func markerImage(with color: UIColor?) -> UIImage {
    UIImage(ImageText(rows: [ImageText.pin], color: color?.value ?? pinColor))
  }

  private nonisolated static let pinColor = Color.rgb(red: 234, green: 67, blue: 53)

  override var drawn: MapOverlay? {
    guard opacity > 0, Coordinate(position).isValid else { return nil }
    let glyph: MarkerGlyph =
      if let view = (iconView as? UIImageView)?.image {
        Self.glyph(of: view.value, rotation)
      } else if let icon {
        Self.glyph(of: icon.value, rotation)
      } else {
        .text(ImageText.pin)
      }
    return .marker(
      MapMarker(
        coordinate: Coordinate(position),
        glyph: glyph,
        anchor: UnitPoint(x: Double(groundAnchor.x), y: Double(groundAnchor.y)),
        style: cellStyle,
        zIndex: Int(zIndex)
      ),
      isTappable: isTappable
    )
  }

  /// What is shown next to it while it is selected; nil without a title and snippet.
  var drawnInfo: MapOverlay? {
    let text = [title, snippet].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
    guard !text.isEmpty, drawn != nil else { return nil }
    let columns = 40
    return .marker(
      MapMarker(
        coordinate: Coordinate(position),
        glyph: .text(SafeText(text).truncated(to: columns)),
        anchor: .leading,
        style: CellStyle(attributes: .reverse),
        zIndex: Int(zIndex) - 1
      ),
      isTappable: true
    )
  }

  private var cellStyle: CellStyle {
    let image = (iconView as? UIImageView)?.image ?? icon
    var style = CellStyle(attributes: .bold)
    if let color = image == nil ? Self.pinColor : image?.value.color { style.foreground = color }
    if opacity < 0.5 { style.attributes = .dim }
    return style
  }

  private static func glyph(of image: ImageText, _ rotation: CLLocationDegrees) -> MarkerGlyph {
    if image.isVehicle {
      return .vehicle(heading: rotation.isFinite ? rotation : nil, isHollow: false)
    }
    if image.rows.count == 1, let row = image.rows.first {
      return .text(row.prefix(columns: IconView.maximumColumns))
    }
    return .view(IconView(rows: image.rows))
  }
}
