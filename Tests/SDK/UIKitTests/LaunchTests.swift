import TestSupport
import Testing

@testable import UIKit

extension KeyWindowTests {
  @Suite(.limited) @MainActor struct `An app's launch` {
    init() { UIApplication.shared.keyWindow = nil }

    @Test func `An app's launch shows the initial view controller in a window of its own`() {
      let delegate = StoryboardDelegate()
      #expect(TerminalApp.launch(delegate))
      let window = UIApplication.shared.keyWindow
      #expect(window?.rootViewController is InitialViewController)
      #expect(window?.frame == UIScreen.main.bounds)
      #expect(delegate.window === window)
      #expect(delegate.launches == 1)
      #expect(UIApplication.shared.delegate === delegate)
    }

    @Test func `An app's launch keeps the window that the delegate has shown`() {
      let delegate = WindowDelegate()
      #expect(TerminalApp.launch(delegate))
      #expect(UIApplication.shared.keyWindow === delegate.window)
      #expect(delegate.window?.rootViewController is InitialViewController == false)
    }

    @Test func `An app's launch fails without a window`() {
      #expect(!TerminalApp.launch(EmptyDelegate()))
    }
  }
}

private final class InitialViewController: UIViewController {}

private final class StoryboardDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private(set) var launches = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    launches += 1
    return true
  }

  static func makeInitialViewController() -> UIViewController? { InitialViewController() }
}

private final class WindowDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
    return true
  }

  static func makeInitialViewController() -> UIViewController? { InitialViewController() }
}

private final class EmptyDelegate: UIResponder, UIApplicationDelegate {}
