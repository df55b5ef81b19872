internal import CellGrid
public import ConsumerMap
public import Foundation
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
  /// What guides the vehicle.
  public let navigator: GMSNavigator?
  /// Where the vehicle's places on the road come from; the navigator follows them.
  public let roadSnappedLocationProvider: GMSRoadSnappedLocationProvider?

  /// Creates a map.
  ///
  /// - Parameter frame: Where it is in its superview; its size is the map's. Without a size the map
  ///   takes that of the view that it is added to.
  public override init(frame: CGRect) {
    let navigator = Navigator(router: GMSNavigator.router)
    let provider = RoadSnappedLocationProvider()
    provider.add(navigator)
    self.settings = GMSUISettings(map)
    self.navigator = GMSNavigator(navigator)
    self.roadSnappedLocationProvider = GMSRoadSnappedLocationProvider(provider)
    super.init(frame: frame)
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
  }
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
}

/// Where the Maps SDK begins.
public enum GMSServices {
  /// Takes the key of the Maps SDK, which nothing here needs; it is not kept.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether there is one.
  @discardableResult
  public static func provideAPIKey(_ key: String) -> Bool { !key.isEmpty }
}
