internal import CellGrid
internal import Geo
internal import MapCanvas

/// What the camera is to show of all trips that a map shows, or of what was chosen before.
///
/// One trip is shown as its status asks for; several are shown together, each with all that it
/// would be shown with alone.
struct Framing: Sendable, Equatable {
  /// The share of the view, in the middle, in which a vehicle may move without the camera.
  static let calmPart = 0.6
  /// The difference from the ideal zoom at which the camera follows, as what is framed has become half
  /// as large.
  ///
  /// A move draws the whole map anew, which over a slow line is not free.
  static let calmZoom = 1.0
  /// The same where motion is reduced, as it is on slow lines.
  static let reducedCalmZoom = 1.5
  /// The difference from the ideal zoom that nobody sees.
  static let nearZoom = 0.125
  /// The share of the view in which what is framed has to stay.
  static let sightPart = 0.96

  var steering: Steering
  /// The fixed places that are shown.
  var goals: [Coordinate]
  /// The trips whose vehicles the camera follows, by their order among those shown.
  var followed: [Int]
  /// The camera that shows them best.
  var ideal: Camera
  /// What has to be in sight, and in which share of the view, for another camera to do.
  private var kept: CoordinateBounds?
  private var keptPart = Self.sightPart

  /// Finds what to show, or nil if nothing has a place.
  init?(of trips: [ShownJourney], places: [Coordinate], in size: GridSize) {
    let aims = trips.map { CameraAim(of: $0, in: size) }
    self.init(aims, places: places, in: size)
  }

  /// Finds how to show all that is known of all trips, or nil if nothing has a place.
  static func whole(
    of trips: [ShownJourney],
    places: [Coordinate],
    in size: GridSize
  ) -> Framing? {
    Framing(trips.map { CameraAim.wholeTrip($0) }, places: places, in: size)
  }

  /// Whether a camera shows it so well that another picture would not be clearly better.
  func isShownWell(by camera: Camera, in rect: Rect, calmZoom: Double) -> Bool {
    guard let kept, abs(ideal.zoom - camera.zoom) <= calmZoom else { return false }
    let viewport = Viewport(camera: camera, rect: rect)
    return [
      Coordinate(latitude: kept.north, longitude: kept.west),
      Coordinate(latitude: kept.south, longitude: kept.east),
    ].allSatisfy { viewport.shows($0, inMiddle: keptPart) }
  }

  /// Frames what each trip asks for; nil for a trip that asks for nothing.
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
    // Of a place with its surroundings the place is enough, if it is in the middle.
    let isNear = found.allSatisfy { $0.extent == .surroundings }
    kept = CoordinateBounds(enclosing: isNear ? goals : found.flatMap(\.points))
    if isNear { keptPart = Self.calmPart }
  }

  private static func camera(showing aims: [CameraAim], in size: GridSize) -> Camera? {
    let isFollowing = aims.contains { $0.extent == .approach }
    let isNear = aims.allSatisfy { $0.extent == .surroundings }
    return CameraFit.camera(
      showing: aims.flatMap(\.points),
      in: size,
      padding: isFollowing ? CameraAim.padding : CameraAim.wholeTripPadding,
      zoomRange: isNear ? CameraAim.surroundingsZoomRange : CameraAim.zoomRange
    )
  }
}
