internal import CellGrid

/// The running app.
@MainActor @preconcurrency public final class UIApplication {
  /// A key of the launch options, which a terminal never sets.
  public struct LaunchOptionsKey: Hashable, Sendable, RawRepresentable {
    /// The key's name.
    public let rawValue: String

    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The app.
  public static let shared = UIApplication()

  /// The app's delegate, which the app keeps alive.
  public var delegate: (any UIApplicationDelegate)?
  /// The shown window; nil until a window is made key and visible.
  public internal(set) var keyWindow: UIWindow?

  private init() {}
}

/// The terminal's screen.
@MainActor @preconcurrency public final class UIScreen {
  /// The screen of the app's terminal.
  public static let main = UIScreen()

  /// The terminal's size in cells, 80 by 24 until it is known.
  public private(set) var bounds = CGRect(x: 0, y: 0, width: 80, height: 24)

  private init() {}

  func resize(to size: GridSize) {
    bounds = CGRect(x: 0, y: 0, width: size.columns, height: size.rows)
  }
}

/// A base class for an app's delegate.
///
/// Unlike in iOS, `UIViewController` is not a subclass, because this class has a required
/// initializer, with which an app creates its delegate.
@MainActor @preconcurrency open class UIResponder {
  /// Creates a responder.
  public required init() {}
}
