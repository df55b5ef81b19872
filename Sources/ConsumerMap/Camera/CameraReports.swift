internal import MapCanvas

/// Finds out of the cameras of a map's pictures when the camera begins to move, moves and rests.
struct CameraReports {
  enum Event: Equatable {
    case willMove(isGesture: Bool)
    case didChange(Camera)
    case idle(Camera)
  }

  /// Whether the user moved the camera since it last rested.
  var isGesture = false
  private var last: Camera?
  private var isMoving = false

  /// Takes the camera of the newest picture.
  mutating func events(for camera: Camera?, isOnItsWay: Bool) -> [Event] {
    guard let camera else { return [] }
    var events: [Event] = []
    if camera != last {
      if !isMoving { events.append(.willMove(isGesture: isGesture)) }
      events.append(.didChange(camera))
      (last, isMoving) = (camera, true)
    }
    if isMoving, !isOnItsWay {
      events.append(.idle(camera))
      (isMoving, isGesture) = (false, false)
    }
    return events
  }
}
