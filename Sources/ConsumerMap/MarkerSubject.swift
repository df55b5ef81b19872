/// What a marker of a map stands for, whatever it looks like and wherever it is now.
public struct MarkerSubject: Sendable, Hashable {
  /// The kind of marker.
  public var type: CustomizableMarkerType
  /// The number of a stop, from 1; 0 for all else.
  public var stopNumber: Int
  /// The full name of the trip that it belongs to; nil for the user's own place and for what was
  /// chosen before there is a trip.
  public var tripName: String?
  /// The key in ``MapView/overlays`` of a marker that an app has put on the map; nil for all else.
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

/// What came of a tap on a marker, or of choosing it.
public struct MarkerTap: Sendable, Hashable {
  /// What the marker stands for.
  public var subject: MarkerSubject
  /// Whether the map's delegate says that nothing else is to happen.
  public var isHandled: Bool
  /// Whether the camera followed the trip until now and left that to bring the marker into sight.
  public var endsAutoCamera: Bool

  /// Creates an outcome.
  public init(subject: MarkerSubject, isHandled: Bool, endsAutoCamera: Bool) {
    self.subject = subject
    self.isHandled = isHandled
    self.endsAutoCamera = endsAutoCamera
  }
}
