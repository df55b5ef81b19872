/// The running app.
@MainActor
@preconcurrency
public final class UIApplication {
  /// A key of the launch options, which are never given in a terminal.
  public struct LaunchOptionsKey: Hashable, Sendable, RawRepresentable {
    /// The key's name.
    public let rawValue: String

    /// Creates a key.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The app.
  public static let shared = UIApplication()

  /// The app's delegate, which the app keeps alive.
  public var delegate: (any UIApplicationDelegate)?
  /// The window that is shown; nil until one was made key and visible.
  public internal(set) var keyWindow: UIWindow?

  private init() {}
}
