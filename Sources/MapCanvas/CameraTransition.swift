internal import Geo

/// A smooth move from one camera to another, as a function of the time that has passed.
public struct CameraTransition: Sendable, Hashable {
  /// Where it starts.
  public let start: Camera
  /// Where it ends.
  public let end: Camera
  /// How long it takes; zero jumps.
  public let duration: Duration

  /// Creates a transition; a duration of zero or less and reduced motion jump.
  public init(
    from start: Camera,
    to end: Camera,
    duration: Duration,
    isMotionReduced: Bool = false
  ) {
    self.start = start
    self.end = end
    self.duration = isMotionReduced ? .zero : max(.zero, duration)
  }

  /// Whether the camera has arrived after a time since the start.
  public func isFinished(after elapsed: Duration) -> Bool {
    elapsed >= duration || start == end
  }

  /// The camera after a time since the start, exactly `end` once the duration is over.
  ///
  /// The middle moves with the magnification, so that one place of the map stays where it is
  /// instead of swinging by.
  public func camera(after elapsed: Duration) -> Camera {
    if isFinished(after: elapsed) { return end }
    if elapsed <= .zero { return start }
    let eased = Self.ease(elapsed / duration)
    let zoom = start.zoom + (end.zoom - start.zoom) * eased
    let from = WebMercator.worldPoint(start.center)
    let to = WebMercator.nearest(WebMercator.worldPoint(end.center), to: from.x)
    // The world seen per dot, which shrinks as the zoom grows.
    let (first, last) = (Maths.exp2(-start.zoom), Maths.exp2(-end.zoom))
    let progress =
      abs(start.zoom - end.zoom) > 0.01 ? (Maths.exp2(-zoom) - first) / (last - first) : eased
    return Camera(
      worldCenter: WorldPoint(
        x: from.x + (to.x - from.x) * progress,
        y: from.y + (to.y - from.y) * progress
      ),
      zoom: zoom
    )
  }

  /// Slow at both ends.
  private static func ease(_ part: Double) -> Double {
    part * part * (3 - 2 * part)
  }
}
