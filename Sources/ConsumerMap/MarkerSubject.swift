/// What a marker represents, independent of its look and place.
public struct MarkerSubject: Sendable, Hashable {
  /// The kind of marker.
  public var type: CustomizableMarkerType
  /// The number of a stop, from 1; 0 for other kinds.
  public var stopNumber: Int
  /// The full name of the marker's trip; nil for the user's location and chosen places.
  public var tripName: String?
  /// The ID of an app's marker in ``MapView/overlays``; nil for other kinds.
  public var overlayID: Int?

  /// Creates a subject.
  public init(
    _ type: CustomizableMarkerType,
    stopNumber: Int = 0,
    tripName: String? = nil,
    overlayID: Int? = nil
  ) {
    self.type = type
    self.stopNumber = stopNumber
    self.tripName = tripName
    self.overlayID = overlayID
  }
}

/// The result of tapping or choosing a marker.
public struct MarkerTap: Sendable, Hashable {
  /// What the marker represents.
  public var subject: MarkerSubject
  /// Whether the map's delegate handled the tap.
  public var isHandled: Bool
  /// Whether the camera stopped following the trips to bring the marker into view.
  public var endsAutoCamera: Bool

  /// Creates a result.
  public init(subject: MarkerSubject, isHandled: Bool, endsAutoCamera: Bool) {
    self.subject = subject
    self.isHandled = isHandled
    self.endsAutoCamera = endsAutoCamera
  }
}
