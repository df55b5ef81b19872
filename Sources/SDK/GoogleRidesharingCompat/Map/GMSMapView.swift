internal import CellGrid
public import ConsumerMap
public import CoreLocation
public import Foundation
internal import RidesharingDriver

/// A map with lengths in cells, as in the Maps SDK and the Navigation SDK.
@MainActor @preconcurrency public class GMSMapView: UIView {
  /// The library's map; the host draws its snapshots.
  public let map = MapView()
  /// The map's controls and gestures.
  public let settings: GMSUISettings
  /// Receives the map's events; a ``GMTCMapView`` calls the methods of ``GMTCMapViewDelegate`` too.
  public weak var delegate: (any GMSMapViewDelegate)? { didSet { bridge?.tellInitialized() } }
  /// Guides the vehicle.
  public let navigator: GMSNavigator?
  /// Delivers the vehicle's locations on the road, also to the navigator.
  public let roadSnappedLocationProvider: GMSRoadSnappedLocationProvider?

  /// Simulates the vehicle; nil without a navigator.
  public private(set) lazy var locationSimulator = navigator.flatMap { navigator in
    roadSnappedLocationProvider.map { GMSLocationSimulator(navigator, $0) }
  }
  /// Whether the driver is guided on this map; kept only.
  public var isNavigationEnabled = false
  /// How the camera follows the vehicle of the location provider: `following` centers it, `overview`
  /// shows it with the rest of its route.
  public var cameraMode = GMSNavigationCameraMode.free {
    didSet { vehicle = cameraMode == .free ? nil : VehicleCamera(self) }
  }
  /// The marker whose title and snippet are shown.
  public var selectedMarker: GMSMarker? {
    didSet {
      guard selectedMarker !== oldValue else { return }
      oldValue?.redraw()
      selectedMarker?.redraw()
    }
  }
  /// Whether the map marks the device's location, which needs the authorization of Core Location.
  public var isMyLocationEnabled = false {
    didSet { if isMyLocationEnabled != oldValue { followMyLocation() } }
  }
  /// The space at the map's edges, in points, that is kept free when the camera fits bounds.
  public var padding = UIEdgeInsets.zero
  /// The camera's minimum zoom.
  public private(set) var minZoom = PhoneScale.zoomRange.lowerBound
  /// The camera's maximum zoom.
  public private(set) var maxZoom = PhoneScale.zoomRange.upperBound
  /// The kind of map; kept only.
  public var mapType = GMSMapViewType.normal
  /// Whether traffic is shown on all streets; kept only.
  public var isTrafficEnabled = false
  /// Whether buildings are shown; kept only.
  public var isBuildingsEnabled = true
  /// Whether floor plans of buildings are shown; kept only.
  public var isIndoorEnabled = true
  /// The app's overlays by increasing keys.
  var overlays: [Int: GMSOverlay] = [:]
  var lastOverlayID = 0
  /// The camera update that waits for the map's size.
  var waitingUpdate: GMSCameraUpdate?
  private var locations: MyLocationBridge?
  private var vehicle: VehicleCamera?
  private var bridge: MapViewDelegateBridge?

  /// Creates a map with a frame in its superview; without a size it is resized to the superview.
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
    map.defaultCamera = defaultCamera
    frameDidChange()
  }

  /// Resizes the map at the next turn of the main actor, so that the app can first set the delegate
  /// that is notified.
  override func frameDidChange() {
    // Unstructured: the initializer cannot wait.
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

  /// Sets the range of the camera's zoom.
  public func setMinZoom(_ minZoom: Float, maxZoom: Float) {
    let range = PhoneScale.zoomRange
    self.minZoom = max(range.lowerBound, min(range.upperBound, minZoom))
    self.maxZoom = max(self.minZoom, min(range.upperBound, maxZoom))
    map.defaultCamera = defaultCamera
  }

  /// The device's location; nil if unknown or not ``isMyLocationEnabled``.
  public var myLocation: CLLocation? { isMyLocationEnabled ? locations?.last : nil }

  private func followMyLocation() {
    locations = isMyLocationEnabled ? MyLocationBridge(map) : nil
    if !isMyLocationEnabled { map.myLocation = nil }
    map.onChange?()
  }
}
