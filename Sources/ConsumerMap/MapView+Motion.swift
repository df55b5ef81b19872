internal import Geo
internal import MapCanvas

/// What moves by itself, and how often it is drawn for that.
extension MapView {
  /// The shortest time between two pictures.
  private static let frameTime: Duration = .milliseconds(100)
  private static let slowestFrameTime: Duration = .seconds(1)
  /// The pictures of a move of the camera over a street map.
  private static let cameraSteps = 2

  /// How the camera gets about: over a street map, of which each picture is all new, in few pictures.
  var cameraMotion: CameraPilot.Motion {
    isReducedMotion ? .jump : shown.baseMap == nil ? .smooth : .steps(Self.cameraSteps)
  }

  /// When the picture next changes by itself; nil if it does not.
  func nextChange(_ vehicles: [VehicleMotion.Position], at now: Duration) -> Duration? {
    if let move = autoCamera.pilot.nextChange(after: now, frameTime: Self.frameTime) { return move }
    guard let camera = autoCamera.pilot.camera(at: now) else { return nil }
    let dots = vehicles.filter { $0.speed > 0 }.map {
      Duration.seconds(min(60, camera.metersPerDot / $0.speed))
    }
    return dots.min().map { now + max(Self.frameTime, min(Self.slowestFrameTime, $0)) }
  }
}
