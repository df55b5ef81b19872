/// What a map offers its user.
///
/// Source: contract 5.6 and the guides' `settings.myLocationButton`.
public struct MapViewSettings: Sendable, Hashable {
  /// Whether the user may ask for ``MapView/showMyLocation()``, by default not.
  public var myLocationButton: Bool

  /// Creates settings.
  public init(myLocationButton: Bool = false) {
    self.myLocationButton = myLocationButton
  }
}
