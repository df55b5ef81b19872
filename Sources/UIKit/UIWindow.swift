/// A view of the terminal's size that shows a view controller.
@MainActor
@preconcurrency
open class UIWindow: UIView {
  /// The controller whose view fills the window.
  ///
  /// Replacing it in a window that is shown ends the life cycle of the former controller's view and
  /// begins the new one's.
  public var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      if isKeyWindow { oldValue?.disappear() }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if isKeyWindow { showRoot() }
    }
  }

  /// Whether this is the window that the terminal shows.
  public var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  /// Shows the window in the place of the one that was shown.
  public func makeKeyAndVisible() {
    guard !isKeyWindow else { return }
    UIApplication.shared.keyWindow?.rootViewController?.disappear()
    UIApplication.shared.keyWindow = self
    isHidden = false
    showRoot()
  }

  /// Gives the window and what it shows the terminal's size.
  func resize(to bounds: CGRect) {
    rootViewController?.viewWillLayoutSubviews()
    frame = bounds
    rootViewController?.viewIfLoaded?.frame = bounds
    rootViewController?.viewDidLayoutSubviews()
  }

  private func showRoot() {
    guard let controller = rootViewController else { return }
    controller.view.frame = bounds
    controller.appear { addSubview(controller.view) }
  }
}
