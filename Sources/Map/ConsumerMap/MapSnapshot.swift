public import CellGrid
public import Geo
public import MapCanvas

/// The content of a map at one time.
public struct MapSnapshot: Sendable, Equatable {
  /// The lines and markers.
  public var scene = MapScene()
  /// The base map below the scene; nil without one or before its first tile.
  public var baseMap: NamedBaseMap?
  /// Whether the base map's first tile is being read.
  package var awaitsBaseMap = false
  /// The base map's attribution, which has to be shown with it.
  public var attribution: SafeText?
  /// Why the base map is missing or incomplete, as a sentence; nil without a problem.
  public var baseMapProblem: SafeText?
  /// The subjects of the scene's markers, in their order.
  public var markerSubjects: [MarkerSubject] = []
  /// The camera; nil while the map has no size, or nothing to show and no ``MapView/defaultCamera``.
  public var camera: Camera?
  /// Whether the camera follows the trips.
  public var isAutoCamera: Bool
  /// The subject that steers the camera; nil without a subject or after code has set the camera.
  public var steering: Steering?
  /// The drawn place of the last session's vehicle, which is an estimate between two reports.
  public var vehicle: Coordinate?
  /// The heading there in degrees clockwise from north, along the route if it is on it; nil if unknown.
  package var vehicleHeading: Double?
  /// How long the last session's vehicle has stood between two places of its trip, if for at least a minute.
  package var halt: Duration?
  /// The name of the street that the vehicle is on; nil if unknown.
  public var vehicleStreet: SafeText?
  /// Whether the camera or a vehicle moves.
  public var isMoving = false
  /// When the content next changes, on the clock of the snapshot's time; nil if it does not.
  public var nextChange: Duration?

  /// Creates the snapshot of an empty map.
  public init(isAutoCamera: Bool = true) { self.isAutoCamera = isAutoCamera }
}
