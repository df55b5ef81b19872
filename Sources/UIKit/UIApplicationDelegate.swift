/// An app's entry point and the owner of its window.
///
/// `@main` on a delegate's class runs the app on the terminal; Swift's older `@UIApplicationMain`
/// compiles on Apple's platforms only.
@MainActor
@preconcurrency
public protocol UIApplicationDelegate: AnyObject {
  /// Creates the delegate.
  init()

  /// The app's window; nil for one that shows `makeInitialViewController()`.
  var window: UIWindow? { get set }

  /// Called once, before anything is shown.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - launchOptions: Always nil.
  /// - Returns: Ignored.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Called when the app ends, after the terminal was given back.
  func applicationWillTerminate(_ application: UIApplication)

  /// Creates the first view controller, which an iPhone app has in its main storyboard.
  ///
  /// - Returns: The controller; nil if the app makes a window key and visible itself.
  static func makeInitialViewController() -> UIViewController?
}

extension UIApplicationDelegate {
  /// Nil; setting it does nothing.
  public var window: UIWindow? {
    get { nil }
    set {}
  }

  /// Returns true.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}

  /// Returns nil.
  public static func makeInitialViewController() -> UIViewController? { nil }
}
