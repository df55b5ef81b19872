/// What a map offers its user.
public struct MapViewSettings: Sendable, Hashable {
  /// Whether the user may ask for ``MapView/showMyLocation()``, by default not.
  public var myLocationButton: Bool

  /// Creates settings.
  public init(myLocationButton: Bool = false) {
    self.myLocationButton = myLocationButton
  }
}
