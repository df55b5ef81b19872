import Foundation
import GoogleRidesharingCompat

// Stand-ins for what the listings take from UIKit and the product has no use for.

@MainActor
class UIResponder {
  init() {}
}

@MainActor
final class UIApplication {
  struct LaunchOptionsKey: Hashable, Sendable {
    let rawValue: String
  }
}

@MainActor
protocol UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

@MainActor
final class UIScreen {
  static let main = UIScreen()
  /// A terminal's usual size in cells.
  let bounds = CGRect(x: 0, y: 0, width: 80, height: 24)
}

@MainActor
class UIViewController: UIResponder {
  let view = UIView(frame: UIScreen.main.bounds)
  func viewDidLoad() {}
}
