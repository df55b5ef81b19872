/// The entry point of an app and the owner of its window.
///
/// `@main` on a delegate's class runs the app in the terminal; the older `@UIApplicationMain` compiles
/// on Apple's platforms only.
@MainActor @preconcurrency public protocol UIApplicationDelegate: AnyObject {
  /// Creates the delegate.
  init()

  /// The app's window; nil for a window that shows `makeInitialViewController()`.
  var window: UIWindow? { get set }

  /// Called once, before anything is shown; the launch options are nil and the result is ignored.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// Called when the app ends, after the terminal was restored.
  func applicationWillTerminate(_ application: UIApplication)

  /// Creates the first view controller; nil if the app makes a window key and visible itself.
  static func makeInitialViewController() -> UIViewController?
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension UIApplicationDelegate {
  /// Always nil; setting it has no effect.
  public var window: UIWindow? {
    get { nil }
    set {}
  }

  public func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func applicationWillTerminate(_: UIApplication) {}
  public static func makeInitialViewController() -> UIViewController? { nil }
}
