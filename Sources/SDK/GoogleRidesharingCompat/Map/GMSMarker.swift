internal import CellGrid
internal import ConsumerMap
public import CoreLocation
public import Foundation
internal import Geo
internal import MapCanvas

/// How a marker appears in the Maps SDK; here it always appears at once.
public enum GMSMarkerAnimation: UInt, Sendable { case none, pop, fadeIn }

/// A marker of the Maps SDK; it shows its ``iconView``, else its ``icon``, else a red pin `(*)`.
@MainActor @preconcurrency open class GMSMarker: GMSOverlay {
  /// The marker's place; nothing is drawn while it is invalid, as initially.
  public var position: CLLocationCoordinate2D { didSet { redraw() } }
  /// The text that is shown after the title while the marker is selected.
  public var snippet: String? { didSet { redraw() } }
  /// The marker's image; nil for a pin.
  public var icon: UIImage? { didSet { redraw() } }
  /// A view that replaces the icon; only a `UIImageView` is drawn.
  public var iconView: UIView? { didSet { redraw() } }
  /// The point of the icon that is placed at the position, in 0...1 of its width and height.
  public var groundAnchor = CGPoint(x: 0.5, y: 1) { didSet { redraw() } }
  /// Where the SDK shows the info window; kept only, as texts are shown next to the icon.
  public var infoWindowAnchor = CGPoint(x: 0.5, y: 0)
  /// The heading of a vehicle's image in degrees clockwise from north; other images do not turn.
  public var rotation: CLLocationDegrees = 0 { didSet { redraw() } }
  /// Whether the marker lies flat on the map; kept only.
  public var isFlat = false
  /// Whether the user can drag the marker; kept only.
  public var isDraggable = false
  /// The opacity: 0 hides the marker, less than 0.5 dims it.
  public var opacity: Float = 1 { didSet { redraw() } }
  /// How the marker appears; kept only.
  public var appearAnimation = GMSMarkerAnimation.none
  /// Whether the SDK redraws the icon view continuously; kept only.
  public var tracksViewChanges = true
  /// Whether the SDK redraws the info window continuously; kept only.
  public var tracksInfoWindowChanges = false

  /// Creates a marker without a position.
  public nonisolated override init() {
    position = kCLLocationCoordinate2DInvalid
    super.init(isTappable: true)
  }

  /// Creates a marker at a position.
  public convenience init(position: CLLocationCoordinate2D) {
    self.init()
    self.position = position
  }

  /// Creates a copy of a trip's marker as it was drawn last, for a delegate.
  convenience init(_ marker: MapMarker) {
    self.init(position: CLLocationCoordinate2D(marker.coordinate))
    title = marker.edgeHint?.description
    zIndex = Int32(clamping: marker.zIndex)
  }

  /// Returns a pin of a color; nil for the default red.
  public nonisolated static func markerImage(with color: UIColor?) -> UIImage {
    UIImage(ImageText(rows: [ImageText.pin], color: color?.value ?? pinColor))
  }

  private nonisolated static let pinColor = Color.rgb(red: 234, green: 67, blue: 53)

  override var drawn: MapOverlay? {
    guard opacity > 0, Coordinate(position).isValid else { return nil }
    let image = (iconView as? UIImageView)?.image ?? icon
    var style = CellStyle(attributes: opacity < 0.5 ? .dim : .bold)
    if let color = image == nil ? Self.pinColor : image?.value.color { style.foreground = color }
    return .marker(
      MapMarker(
        coordinate: Coordinate(position),
        glyph: image.map { glyph(of: $0.value) } ?? .text(ImageText.pin),
        anchor: UnitPoint(x: Double(groundAnchor.x), y: Double(groundAnchor.y)), style: style,
        zIndex: Int(zIndex)
      ),
      isTappable: isTappable
    )
  }

  /// The texts that are shown next to the selected marker; nil without a title and snippet.
  var drawnInfo: MapOverlay? {
    let text = [title, snippet].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
    guard !text.isEmpty, drawn != nil else { return nil }
    return .marker(
      MapMarker(
        coordinate: Coordinate(position), glyph: .text(SafeText(text).truncated(to: 40)),
        anchor: .leading, style: CellStyle(attributes: .reverse), zIndex: Int(zIndex) - 1),
      isTappable: true)
  }

  private func glyph(of image: ImageText) -> MarkerGlyph {
    if image.isVehicle {
      return .vehicle(heading: rotation.isFinite ? rotation : nil, isOld: false)
    }
    if image.rows.count == 1, let row = image.rows.first {
      return .text(row.prefix(columns: IconView.maximumColumns))
    }
    return .view(IconView(rows: image.rows))
  }
}
