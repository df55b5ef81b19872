internal import Geo

/// A smooth move between cameras, as a function of the elapsed time.
public struct CameraTransition: Sendable, Hashable {
  /// The first camera.
  public let start: Camera
  /// The last camera.
  public let end: Camera
  /// The duration; zero jumps.
  public let duration: Duration

  /// Creates a transition, which jumps if motion is reduced or the duration is not positive.
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

  /// Whether the camera has arrived.
  public func isFinished(after elapsed: Duration) -> Bool { elapsed >= duration || start == end }

  /// The camera at a time since the start, exactly `end` after the duration.
  ///
  /// The center moves with the scale, so that one place of the map keeps its position on the screen.
  public func camera(after elapsed: Duration) -> Camera {
    if isFinished(after: elapsed) { return end }
    if elapsed <= .zero { return start }
    let eased = Self.ease(elapsed / duration)
    let zoom = start.zoom + (end.zoom - start.zoom) * eased
    let from = WebMercator.worldPoint(start.center)
    let to = WebMercator.nearest(WebMercator.worldPoint(end.center), to: from.x)
    // The world for each dot, which shrinks as the zoom grows.
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
  private static func ease(_ part: Double) -> Double { part * part * (3 - 2 * part) }
}
