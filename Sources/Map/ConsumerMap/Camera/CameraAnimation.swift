internal import MapCanvas

/// The position and movement of a camera, as a function of the time.
struct CameraAnimation: Sendable, Equatable {
  enum Motion: Sendable, Equatable {
    /// Immediately.
    case jump
    /// In a number of frames, the first immediately, because a redraw is expensive.
    case steps(Int)
    /// With a new position in every frame.
    case smooth
  }

  static let easing: Duration = .milliseconds(500)

  private var transition: CameraTransition?
  private var startedAt: Duration = .zero
  /// The time between the frames of a movement in steps; nil for a smooth movement.
  private var step: Duration?

  /// The end of the movement; nil before the first camera.
  var target: Camera? { transition?.end }

  func camera(at now: Duration) -> Camera? { transition?.camera(after: elapsed(at: now)) }

  func isMoving(at now: Duration) -> Bool {
    transition.map { !$0.isFinished(after: elapsed(at: now)) } ?? false
  }

  /// Returns the time of the next frame; nil while the camera does not move.
  func nextChange(after now: Duration, frameTime: Duration) -> Duration? {
    guard isMoving(at: now) else { return nil }
    return step == nil ? now + frameTime : startedAt + elapsed(at: now)
  }

  mutating func jump(to camera: Camera) {
    transition = CameraTransition(from: camera, to: camera, duration: .zero)
  }

  /// Moves to a camera from the current one; jumps if there is none.
  mutating func go(to camera: Camera, at now: Duration, motion: Motion) {
    guard let present = self.camera(at: now), present != camera else { return jump(to: camera) }
    transition = CameraTransition(
      from: present, to: camera, duration: Self.easing, isMotionReduced: motion == .jump)
    startedAt = now
    step = if case .steps(let count) = motion { Self.easing / max(1, count) } else { nil }
  }

  /// The elapsed time of the movement, in steps rounded up to the end of the step.
  private func elapsed(at now: Duration) -> Duration {
    let elapsed = now - startedAt
    guard let step else { return elapsed }
    return step * (Int(max(.zero, elapsed) / step) + 1)
  }
}

/// Derives the start, the frames and the end of camera movements from the cameras of snapshots.
struct CameraReports {
  enum Event: Equatable {
    case willMove(isGesture: Bool)
    case didChange(Camera)
    case idle(Camera)
  }

  /// Whether the user has moved the camera since it last stopped.
  var isGesture = false
  private var last: Camera?
  private var isMoving = false

  /// Returns the events of a new snapshot's camera.
  mutating func events(for camera: Camera?, isMoving isPilotMoving: Bool) -> [Event] {
    guard let camera else { return [] }
    var events: [Event] = []
    if camera != last {
      if !isMoving { events.append(.willMove(isGesture: isGesture)) }
      events.append(.didChange(camera))
      (last, isMoving) = (camera, true)
    }
    if isMoving, !isPilotMoving {
      events.append(.idle(camera))
      (isMoving, isGesture) = (false, false)
    }
    return events
  }
}
