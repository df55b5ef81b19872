import TestSupport
import Testing

@testable import UIKit

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

    @Test func `A view controller presents another one in its place and is shown again after it`() {
      let (first, second, third) =
        (LoggingViewController(), LoggingViewController(), LoggingViewController())
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = first
      window.makeKeyAndVisible()
      var presented = 0
      first.present(second, animated: true) { presented += 1 }
      second.present(third, animated: false) { presented += 1 }
      #expect(presented == 2)
      #expect(window.subviews.map { $0 === third.view } == [true])
      #expect(first.presentedViewController === second)
      #expect(third.presentingViewController === second)
      #expect(first.calls.suffix(2) == ["viewWillDisappear", "viewDidDisappear"])
      window.resize(to: CGRect(x: 0, y: 0, width: 40, height: 10))
      #expect(third.view.frame.width == 40)

      third.dismiss(animated: true)
      #expect(window.subviews.map { $0 === second.view } == [true])
      #expect(third.presentingViewController == nil)
      #expect(second.view.frame.width == 40)
      second.present(third, animated: true)
      first.dismiss(animated: true)
      #expect(window.subviews.map { $0 === first.view } == [true])
      #expect(first.presentedViewController == nil)
      #expect(third.calls.suffix(2) == ["viewWillDisappear", "viewDidDisappear"])
    }

    @Test func `A view controller presents nothing while it is not shown, and no one twice`() {
      let (hidden, shown) = (UIViewController(), UIViewController())
      hidden.present(shown, animated: true)
      #expect(hidden.presentedViewController == nil)
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = shown
      window.makeKeyAndVisible()
      shown.present(shown, animated: true)
      #expect(shown.presentedViewController == nil)
      shown.dismiss(animated: true)
      #expect(window.subviews.count == 1)
      shown.present(hidden, animated: true)
      window.rootViewController = UIViewController()
      #expect(hidden.view.superview == nil)
    }

    @Test func `A view controller presents none of those that present it`() {
      let (first, second) = (UIViewController(), UIViewController())
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = first
      window.makeKeyAndVisible()
      first.present(second, animated: true)
      second.present(first, animated: true)
      #expect(second.presentedViewController == nil)
      #expect(window.subviews.map { $0 === second.view } == [true])
    }

    @Test(arguments: [true, false])
    func `A view controller that is dismissed before it has appeared leaves the one before it`(
      whileLoading: Bool
    ) {
      let (first, second) = (UIViewController(), HastyViewController())
      second.isHastyWhileLoading = whileLoading
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = first
      window.makeKeyAndVisible()
      first.present(second, animated: true)
      #expect(first.presentedViewController == nil)
      #expect(window.subviews.map { $0 === first.view } == [true])
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

/// Dismisses itself before it has appeared.
private final class HastyViewController: UIViewController {
  var isHastyWhileLoading = false

  override func viewDidLoad() { if isHastyWhileLoading { dismiss(animated: false) } }
  override func viewWillAppear(_ animated: Bool) { dismiss(animated: false) }
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
