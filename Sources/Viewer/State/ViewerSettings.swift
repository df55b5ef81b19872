/// What the user and the terminal decide about a viewer before it starts.
public struct ViewerSettings: Sendable {
  /// The characters that may be shown.
  public var glyphs: GlyphLevel
  /// The most frames in a second, for what moves by itself.
  public var framesPerSecond: Int
  /// Whether nothing moves between updates.
  public var isMotionReduced: Bool
  /// The factor by which the followed world runs faster than the clock; 1 for the real one.
  public var speed: Double
  /// The user's clock.
  public var localTime: LocalTime
  /// The server that is asked, for people.
  public var backend: String
  /// What credentials are used, for people and without any secret.
  public var credentials: String

  /// Creates settings.
  public init(
    glyphs: GlyphLevel = .full,
    framesPerSecond: Int = 10,
    isMotionReduced: Bool = false,
    speed: Double = 1,
    localTime: LocalTime = .system,
    backend: String = "",
    credentials: String = ""
  ) {
    self.glyphs = glyphs
    self.framesPerSecond = framesPerSecond
    self.isMotionReduced = isMotionReduced
    self.speed = speed
    self.localTime = localTime
    self.backend = backend
    self.credentials = credentials
  }
}
