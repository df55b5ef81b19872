internal import MapCanvas

/// Where a camera is and where it goes, as a function of the time.
struct CameraPilot: Sendable, Equatable {
  /// How long the camera takes from one place to another.
  static let easing: Duration = .milliseconds(500)

  private var transition: CameraTransition?
  private var startedAt: Duration = .zero

  /// Where it is going, or rests; nil before it was anywhere.
  var target: Camera? { transition?.end }

  /// Where it is at a moment.
  func camera(at now: Duration) -> Camera? { transition?.camera(after: now - startedAt) }

  /// Whether it is on its way.
  func isMoving(at now: Duration) -> Bool {
    transition.map { !$0.isFinished(after: now - startedAt) } ?? false
  }

  /// Puts it somewhere.
  mutating func jump(to camera: Camera) {
    transition = CameraTransition(from: camera, to: camera, duration: .zero)
  }

  /// Sends it somewhere, from where it is; the first time it is there at once.
  mutating func go(to camera: Camera, at now: Duration, isMotionReduced: Bool) {
    guard let present = self.camera(at: now), present != camera else { return jump(to: camera) }
    transition = CameraTransition(
      from: present,
      to: camera,
      duration: Self.easing,
      isMotionReduced: isMotionReduced
    )
    startedAt = now
  }
}
