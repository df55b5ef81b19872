public import CellGrid
public import Geo
public import MapCanvas

/// What a map shows at a moment.
public struct MapSnapshot: Sendable, Equatable {
  /// The lines and markers.
  public var scene: MapScene
  /// The street map below the scene; nil without one, and while none of it is on hand.
  public var baseMap: NamedBaseMap?
  /// Whom the street map is owed to, which has to be shown with it.
  public var attribution: SafeText?
  /// Why the street map is not there or not whole, as a sentence; nil while all is well.
  public var baseMapProblem: SafeText?
  /// What the scene's markers stand for, in their order.
  public var markerSubjects: [MarkerSubject]
  /// What the map looks at; nil while there is nothing to show or the map has no size.
  public var camera: Camera?
  /// Whether the camera follows the trip by itself.
  public var isAutoCamera: Bool
  /// Who steers the camera; nil while there is nothing to show, and while a camera that code has
  /// set holds.
  public var steering: Steering?
  /// Where the vehicle is shown, of several the one of the session that was shown last and has one;
  /// between two reports that is not where it was reported.
  public var vehicle: Coordinate?
  /// The street of the street map that the vehicle is on; nil where none is near or known.
  public var vehicleStreet: SafeText?
  /// Whether the camera or the vehicle moves by itself.
  public var isMoving: Bool
  /// When the picture next changes by itself, on the clock of the moment asked for; nil if it does
  /// not.
  public var nextChange: Duration?

  /// Creates a snapshot of an empty map.
  public init(isAutoCamera: Bool = true) {
    self.scene = MapScene()
    self.markerSubjects = []
    self.camera = nil
    self.isAutoCamera = isAutoCamera
    self.steering = nil
    self.vehicle = nil
    self.isMoving = false
    self.nextChange = nil
  }
}
