/// A view of the terminal's size that shows a view controller's view.
@MainActor @preconcurrency open class UIWindow: UIView {
  /// The controller whose view fills the window; setting it replaces a shown view.
  public var rootViewController: UIViewController? {
    didSet {
      guard oldValue !== rootViewController else { return }
      if isKeyWindow { oldValue?.front.disappear() }
      oldValue?.front.viewIfLoaded?.removeFromSuperview()
      if isKeyWindow { showRoot() }
    }
  }

  /// Whether the terminal shows this window.
  public var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  /// Shows the window instead of the current one.
  public func makeKeyAndVisible() {
    guard !isKeyWindow else { return }
    UIApplication.shared.keyWindow?.rootViewController?.front.disappear()
    UIApplication.shared.keyWindow = self
    if frame.isEmpty { frame = UIScreen.main.bounds }
    isHidden = false
    showRoot()
  }

  /// Resizes the window and its controller's view.
  func resize(to bounds: CGRect) {
    let controller = rootViewController?.front
    controller?.viewWillLayoutSubviews()
    frame = bounds
    controller?.viewIfLoaded?.frame = bounds
    controller?.viewDidLayoutSubviews()
  }

  private func showRoot() { rootViewController?.front.fill(self) }
}
