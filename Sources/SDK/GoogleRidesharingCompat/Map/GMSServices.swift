internal import ConsumerMap
internal import RidesharingConsumer

/// The entry point of the Maps SDK.
public enum GMSServices {
  /// Ignores the key of the Maps SDK, which is not needed; returns false for an empty one.
  @discardableResult public static func provideAPIKey(_ key: String) -> Bool { !key.isEmpty }

  /// Returns the licenses of the library's components.
  public static func openSourceLicenseInfo() -> String {
    """
    ridealong is open source; its license is the file LICENSE of its repository. It uses libcurl, \
    OpenSSL, SQLite, zlib and Swift's Foundation, whose licenses are in /usr/share/doc on Debian \
    and Ubuntu.
    """
  }

  /// Returns the version of the library.
  public static func sdkVersion() -> String { ConsumerServices.sdkVersion }

  /// Returns the name and version of the library.
  public static func sdkLongVersion() -> String { ConsumerServices.sdkLongVersion }
}

/// The kinds of maps of the Maps SDK; a map of cells has one.
public enum GMSMapViewType: UInt, Sendable {
  case normal = 1
  case satellite = 2
  case terrain = 3
  case hybrid = 4
  case none = 5
}

/// The controls and gestures of a map, as in the Maps SDK.
@MainActor @preconcurrency public final class GMSUISettings {
  private let map: MapView

  init(_ map: MapView) { self.map = map }

  /// Whether the user can move the map to the device's location.
  public var myLocationButton: Bool {
    get { map.settings.myLocationButton }
    set { map.settings.myLocationButton = newValue }
  }
  /// Whether a compass is shown; kept only.
  public var compassButton = false
  /// Whether the user can scroll the map; kept only.
  public var scrollGestures = true
  /// Whether the user can zoom the map; kept only.
  public var zoomGestures = true
  /// Whether the user can tilt the map; kept only.
  public var tiltGestures = true
  /// Whether the user can rotate the map; kept only.
  public var rotateGestures = true
  /// Whether the floors of buildings are offered; kept only.
  public var indoorPicker = true

  /// Sets all gestures; kept only.
  public func setAllGesturesEnabled(_ enabled: Bool) {
    scrollGestures = enabled
    zoomGestures = enabled
    tiltGestures = enabled
    rotateGestures = enabled
  }
}
