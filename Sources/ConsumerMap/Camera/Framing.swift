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
  /// The difference from the ideal zoom at which the camera follows.
  static let calmZoom = 0.5

  var steering: Steering
  /// The fixed places that are shown.
  var goals: [Coordinate]
  /// The trips whose vehicles the camera follows, by their order among those shown.
  var followed: [Int]
  /// The camera that shows them best.
  var ideal: Camera

  /// Finds what to show, or nil if nothing has a place.
  ///
  /// - Parameters:
  ///   - trips: The trips in the order in which they were shown.
  ///   - places: The places that were chosen before there is a trip; shown while no trip has any.
  ///   - size: The map's size in cells.
  init?(of trips: [ShownJourney], places: [Coordinate], in size: GridSize) {
    let aims = trips.map { CameraAim(of: $0, in: size) }
    self.init(aims, places: places, in: size)
  }

  /// Finds how to show all that is known of all trips, or nil if nothing has a place.
  ///
  /// - Parameters:
  ///   - trips: The trips in the order in which they were shown.
  ///   - places: The places that were chosen before there is a trip; shown while no trip has any.
  ///   - size: The map's size in cells.
  /// - Returns: The framing.
  static func whole(
    of trips: [ShownJourney],
    places: [Coordinate],
    in size: GridSize
  ) -> Framing? {
    Framing(trips.map { CameraAim.wholeTrip($0) }, places: places, in: size)
  }

  /// Frames what each trip asks for; nil for a trip that asks for nothing.
  private init?(_ aims: [CameraAim?], places: [Coordinate], in size: GridSize) {
    let found = aims.compactMap { $0 }
    followed = aims.indices.filter { aims[$0]?.extent == .approach }
    goals = found.flatMap(\.goals)
    if found.count > 1 {
      steering = .trips(found.count)
      guard let camera = Self.camera(showing: found, in: size) else { return nil }
      ideal = camera
    } else {
      guard let aim = found.first ?? .chosen(places), let camera = aim.camera(in: size) else {
        return nil
      }
      steering = aim.steering
      goals = aim.goals
      ideal = camera
    }
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
