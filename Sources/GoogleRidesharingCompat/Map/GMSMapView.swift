internal import CellGrid
public import ConsumerMap
public import CoreLocation
public import Foundation
internal import RidesharingConsumer
internal import RidesharingDriver

/// A map, of the name that it has in the Maps SDK.
///
/// Lengths are in cells. Guidance and places on the road belong to it as in the Navigation SDK.
@MainActor
@preconcurrency
public class GMSMapView: UIView {
  /// The library's map, whose snapshots a host draws.
  public let map = MapView()
  /// What the map offers its user.
  public let settings: GMSUISettings
  /// Who is called about what happens on the map; not kept alive.
  ///
  /// A map of trips calls the methods of ``GMTCMapViewDelegate`` too.
  public weak var delegate: (any GMSMapViewDelegate)?
  /// What guides the vehicle.
  public let navigator: GMSNavigator?
  /// Where the vehicle's places on the road come from; the navigator follows them.
  public let roadSnappedLocationProvider: GMSRoadSnappedLocationProvider?

  /// Simulates where the vehicle is; nil without a navigator.
  public private(set) lazy var locationSimulator = navigator.flatMap { navigator in
    roadSnappedLocationProvider.map { GMSLocationSimulator(navigator, $0) }
  }
  /// Whether the driver is guided on this map; kept only, the navigator guides all the same.
  public var isNavigationEnabled = false
  /// How the camera follows the vehicle of the map's location provider: `following` keeps it in the
  /// middle, `overview` shows it with the rest of its route.
  public var cameraMode = GMSNavigationCameraMode.free {
    didSet { followVehicle() }
  }
  /// The marker whose title and snippet are shown.
  public var selectedMarker: GMSMarker? {
    didSet {
      guard selectedMarker !== oldValue else { return }
      oldValue?.redraw()
      selectedMarker?.redraw()
    }
  }
  /// Whether the map marks where the device is, as a `CLLocationManager` says that is authorized.
  public var isMyLocationEnabled = false {
    didSet { if isMyLocationEnabled != oldValue { followMyLocation() } }
  }
  /// The parts of the map at its edges, in points, that fits of the camera leave free.
  public var padding = UIEdgeInsets.zero
  /// The least zoom that the camera is given.
  public private(set) var minZoom = PhoneScale.zoomRange.lowerBound
  /// The greatest zoom that the camera is given.
  public private(set) var maxZoom = PhoneScale.zoomRange.upperBound
  /// The kind of map; kept only.
  public var mapType = GMSMapViewType.normal
  /// Whether the SDK shows traffic on all streets; kept only.
  public var isTrafficEnabled = false
  /// Whether the SDK shows buildings; kept only.
  public var isBuildingsEnabled = true
  /// Whether the SDK shows plans of buildings; kept only.
  public var isIndoorEnabled = true
  /// What the app has put on the map, by keys that only grow.
  var overlays: [Int: GMSOverlay] = [:]
  var lastOverlayID = 0
  /// What is to be shown once the map has a size.
  var waitingUpdate: GMSCameraUpdate?
  private var locations: MyLocationBridge?
  private var vehicle: VehicleCamera?
  private var bridge: MapViewDelegateBridge?

  /// Creates a map.
  ///
  /// - Parameter frame: Where it is in its superview; its size is the map's. Without a size the map
  ///   takes that of the view that it is added to.
  public required override init(frame: CGRect) {
    let navigator = Navigator(router: GMSNavigator.router)
    let provider = RoadSnappedLocationProvider()
    provider.add(navigator)
    self.settings = GMSUISettings(map)
    self.navigator = GMSNavigator(navigator)
    self.roadSnappedLocationProvider = GMSRoadSnappedLocationProvider(provider)
    super.init(frame: frame)
    let bridge = MapViewDelegateBridge(self)
    self.bridge = bridge
    map.delegate = bridge
    frameDidChange()
  }

  /// Gives the map its size at the next turn of the main actor, so that an app has set its delegate
  /// and whatever else when it is told that the map is ready.
  override func frameDidChange() {
    // Not a child of any task: the initializer cannot wait.
    Task { [weak self] in self?.layOut() }
  }

  override var fillsSuperviewWithoutSize: Bool { true }

  private func layOut() {
    func cells(_ length: CGFloat) -> Int {
      length.isNaN ? 0 : Int(max(0, min(10_000, length.rounded(.down))))
    }
    map.resize(to: GridSize(columns: cells(frame.width), rows: cells(frame.height)))
    if let waitingUpdate, map.size.columns > 0, map.size.rows > 0 { moveCamera(waitingUpdate) }
  }

  /// Sets the zooms that the camera can be given, as the Maps SDK counts them.
  public func setMinZoom(_ minZoom: Float, maxZoom: Float) {
    let range = PhoneScale.zoomRange
    self.minZoom = max(range.lowerBound, min(range.upperBound, minZoom))
    self.maxZoom = max(self.minZoom, min(range.upperBound, maxZoom))
  }

  /// Where the device is; nil unless ``isMyLocationEnabled`` is set and it is known.
  public var myLocation: CLLocation? {
    guard isMyLocationEnabled else { return nil }
    return locations?.last
  }

  private func followVehicle() {
    vehicle = cameraMode == .free ? nil : VehicleCamera(self)
  }

  private func followMyLocation() {
    locations = isMyLocationEnabled ? MyLocationBridge(map) : nil
    if !isMyLocationEnabled { map.myLocation = nil }
    map.onChange?()
  }
}

/// The kinds of maps of the Maps SDK; a map of cells has one.
public enum GMSMapViewType: UInt, Sendable {
  case normal = 1
  case satellite = 2
  case terrain = 3
  case hybrid = 4
  case none = 5
}

/// What a map offers its user, of the name that it has in the Maps SDK.
@MainActor
@preconcurrency
public final class GMSUISettings {
  private let map: MapView

  init(_ map: MapView) {
    self.map = map
  }

  /// Whether the user may ask the map to show the user's own place.
  public var myLocationButton: Bool {
    get { map.settings.myLocationButton }
    set { map.settings.myLocationButton = newValue }
  }
  /// Whether the SDK shows a compass; kept only.
  public var compassButton = false
  /// Whether the SDK lets the user move the map; kept only, the host decides.
  public var scrollGestures = true
  /// Whether the SDK lets the user zoom; kept only, the host decides.
  public var zoomGestures = true
  /// Whether the SDK lets the user tilt the map; kept only.
  public var tiltGestures = true
  /// Whether the SDK lets the user turn the map; kept only.
  public var rotateGestures = true
  /// Whether the SDK offers the floors of buildings; kept only.
  public var indoorPicker = true

  /// Sets whether the SDK lets the user move, zoom, tilt and turn the map; kept only.
  public func setAllGesturesEnabled(_ enabled: Bool) {
    scrollGestures = enabled
    zoomGestures = enabled
    tiltGestures = enabled
    rotateGestures = enabled
  }
}

/// Where the Maps SDK begins.
public enum GMSServices {
  /// Takes the key of the Maps SDK, which nothing here needs; it is not kept.
  @discardableResult
  public static func provideAPIKey(_ key: String) -> Bool { !key.isEmpty }

  /// The licenses of what the library is made of.
  public static func openSourceLicenseInfo() -> String {
    """
    ridealong is open source; its license is the file LICENSE of its repository. It uses libcurl, \
    OpenSSL, SQLite, zlib and Swift's Foundation, whose licenses are in /usr/share/doc on Debian \
    and Ubuntu.
    """
  }

  /// The version of the library.
  public static func sdkVersion() -> String { ConsumerServices.sdkVersion }

  /// The name and version of the library.
  public static func sdkLongVersion() -> String { ConsumerServices.sdkLongVersion }
}
