internal import MapCanvas

/// Where a camera is and where it goes, as a function of the time.
struct CameraPilot: Sendable, Equatable {
  /// How a camera gets from one place to another.
  enum Motion: Sendable, Equatable {
    /// At once.
    case jump
    /// In some pictures, the first of them at once; for what is dear to draw.
    case steps(Int)
    /// As smoothly as pictures are asked for.
    case smooth
  }

  /// How long the camera takes from one place to another.
  static let easing: Duration = .milliseconds(500)

  private var transition: CameraTransition?
  private var startedAt: Duration = .zero
  /// The time from one picture of a move to the next; nil where any moment has one of its own.
  private var step: Duration?

  /// Where it is going, or rests; nil before it was anywhere.
  var target: Camera? { transition?.end }

  /// Where it is at a moment.
  func camera(at now: Duration) -> Camera? { transition?.camera(after: elapsed(at: now)) }

  /// Whether it is on its way.
  func isMoving(at now: Duration) -> Bool {
    transition.map { !$0.isFinished(after: elapsed(at: now)) } ?? false
  }

  /// When it is next elsewhere; nil while it rests.
  func nextChange(after now: Duration, frameTime: Duration) -> Duration? {
    guard isMoving(at: now) else { return nil }
    return step == nil ? now + frameTime : startedAt + elapsed(at: now)
  }

  /// Puts it somewhere.
  mutating func jump(to camera: Camera) {
    transition = CameraTransition(from: camera, to: camera, duration: .zero)
  }

  /// Sends it somewhere, from where it is; the first time it is there at once.
  mutating func go(to camera: Camera, at now: Duration, motion: Motion) {
    guard let present = self.camera(at: now), present != camera else { return jump(to: camera) }
    transition = CameraTransition(
      from: present,
      to: camera,
      duration: Self.easing,
      isMotionReduced: motion == .jump
    )
    startedAt = now
    step = if case .steps(let count) = motion { Self.easing / max(1, count) } else { nil }
  }

  /// How much of a move is shown: of one in steps as much as at the end of the step that has begun.
  private func elapsed(at now: Duration) -> Duration {
    let elapsed = now - startedAt
    guard let step else { return elapsed }
    return step * (Int(max(.zero, elapsed) / step) + 1)
  }
}
