internal import CellGrid
internal import Geo
internal import MapCanvas

/// The part of all trips, or else of the chosen places, that the camera shows.
///
/// A single trip is framed for its status. Several trips are framed together, each with the points
/// that would be framed for it alone.
struct Framing: Sendable, Equatable {
  /// The central part of the view in which a vehicle moves without moving the camera.
  static let calmPart = 0.6
  /// The difference from the ideal zoom at which the camera follows; a move redraws the whole map.
  static let calmZoom = 1.0
  /// The same if motion is reduced, as on slow connections.
  static let reducedCalmZoom = 1.5
  /// An invisible difference from the ideal zoom.
  static let nearZoom = 0.125
  /// The part of the view in which the framed points have to stay.
  static let sightPart = 0.96

  var steering: Steering
  var goals: [Coordinate]
  /// The indices of the trips whose vehicles the camera follows.
  var followed: [Int]
  var ideal: Camera
  /// The bounds that another camera has to show, and in which part of the view.
  private var kept: CoordinateBounds?
  private var keptPart = Self.sightPart

  /// Frames the trips, or else the chosen places; nil if nothing has a place.
  init?(of trips: [ShownJourney], places: [Coordinate], in size: GridSize) {
    let aims = trips.map { CameraAim(of: $0, in: size) }
    self.init(aims, places: places, in: size)
  }

  /// Frames all places of all trips, or else the chosen places; nil if nothing has a place.
  static func whole(of trips: [ShownJourney], places: [Coordinate], in size: GridSize) -> Framing? {
    Framing(trips.map { CameraAim.wholeTrip($0) }, places: places, in: size)
  }

  /// Returns whether a camera is good enough to stay.
  func isShownWell(by camera: Camera, in rect: Rect, calmZoom: Double) -> Bool {
    guard let kept, abs(ideal.zoom - camera.zoom) <= calmZoom else { return false }
    let viewport = Viewport(camera: camera, rect: rect)
    return [
      Coordinate(latitude: kept.north, longitude: kept.west),
      Coordinate(latitude: kept.south, longitude: kept.east),
    ].allSatisfy { viewport.shows($0, inMiddle: keptPart) }
  }

  /// Frames the aims of the trips, nil for a trip without one.
  private init?(_ aims: [CameraAim?], places: [Coordinate], in size: GridSize) {
    var found = aims.compactMap { $0 }
    if found.isEmpty, let chosen = CameraAim.chosen(places) { found = [chosen] }
    followed = aims.indices.filter { aims[$0]?.extent == .approach }
    goals = found.flatMap(\.goals)
    if found.count > 1 {
      steering = .trips(found.count)
      guard let camera = Self.camera(showing: found, in: size) else { return nil }
      ideal = camera
    } else {
      guard let aim = found.first, let camera = aim.camera(in: size) else { return nil }
      steering = aim.steering
      ideal = camera
    }
    // Of a place with its surroundings only the place has to stay in the central part.
    let isNear = found.allSatisfy { $0.extent == .surroundings }
    kept = CoordinateBounds(enclosing: isNear ? goals : found.flatMap(\.points))
    if isNear { keptPart = Self.calmPart }
  }

  private static func camera(showing aims: [CameraAim], in size: GridSize) -> Camera? {
    let isFollowing = aims.contains { $0.extent == .approach }
    let isNear = aims.allSatisfy { $0.extent == .surroundings }
    return CameraFit.camera(
      showing: aims.flatMap(\.points), in: size,
      padding: isFollowing ? CameraAim.padding : CameraAim.wholeTripPadding, margins: .markers,
      zoomRange: isNear ? CameraAim.surroundingsZoomRange : CameraAim.zoomRange)
  }
}
