import TestSupport
import Testing
import UIKit

extension KeyWindowTests {
  @Suite(.limited) @MainActor struct `A view controller` {
    @Test func `A view controller loads its view once, on first use`() {
      let controller = LoggingViewController()
      #expect(!controller.isViewLoaded)
      #expect(controller.view.frame == UIScreen.main.bounds)
      controller.loadViewIfNeeded()
      #expect(controller.calls == ["viewDidLoad"])
    }

    @Test
    func `A view controller appears with its window and disappears when another root replaces it`()
    {
      let controller = LoggingViewController()
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = controller
      #expect(controller.calls.isEmpty)
      window.makeKeyAndVisible()
      #expect(UIApplication.shared.keyWindow === window)
      #expect(controller.calls == ["viewDidLoad", "viewWillAppear", "viewDidAppear"])
      #expect(window.subviews.first === controller.view)
      window.rootViewController = LoggingViewController()
      #expect(controller.calls.suffix(2) == ["viewWillDisappear", "viewDidDisappear"])
      #expect(controller.view.superview == nil)
    }

    @Test func `A view controller may replace its view while it is shown`() {
      let controller = UIViewController(nibName: nil, bundle: nil)
      let window = UIWindow()
      window.rootViewController = controller
      window.makeKeyAndVisible()
      let other = UIView()
      controller.view = other
      #expect(window.subviews.count == 1)
      #expect(window.subviews.first === other)
      #expect(other.frame == UIScreen.main.bounds)
    }
  }
}

/// Records the calls of its life cycle.
private final class LoggingViewController: UIViewController {
  var calls: [String] = []

  override func viewDidLoad() { calls.append("viewDidLoad") }
  override func viewWillAppear(_ animated: Bool) { calls.append("viewWillAppear") }
  override func viewDidAppear(_ animated: Bool) { calls.append("viewDidAppear") }
  override func viewWillDisappear(_ animated: Bool) { calls.append("viewWillDisappear") }
  override func viewDidDisappear(_ animated: Bool) { calls.append("viewDidDisappear") }
}
