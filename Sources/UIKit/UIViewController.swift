/// Manages a view and its life cycle.
@MainActor
@preconcurrency
open class UIViewController {
  /// The title, which a terminal does not show.
  public var title: String?
  /// The view if it was loaded.
  public private(set) var viewIfLoaded: UIView?
  private var isShown = false

  /// Creates a controller whose view is loaded when it is first needed.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: Ignored: a terminal has no nib files.
  ///   - nibBundleOrNil: Ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

  /// Creates a controller whose view is loaded when it is first needed.
  public convenience init() {
    self.init(nibName: nil, bundle: nil)
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The controller's view, which is loaded on first use; never nil.
  public var view: UIView! {
    get {
      loadViewIfNeeded()
      return viewIfLoaded
    }
    set {
      guard newValue !== viewIfLoaded else { return }
      let former = viewIfLoaded
      viewIfLoaded = newValue
      guard let former, let newValue, let parent = former.superview else { return }
      newValue.frame = former.frame
      former.removeFromSuperview()
      parent.addSubview(newValue)
    }
  }

  /// Whether the view was loaded.
  public var isViewLoaded: Bool { viewIfLoaded != nil }

  /// Loads the view unless it was loaded.
  public func loadViewIfNeeded() {
    guard viewIfLoaded == nil else { return }
    loadView()
    if viewIfLoaded == nil { viewIfLoaded = UIView(frame: UIScreen.main.bounds) }
    viewDidLoad()
  }

  /// Creates the view; by default an empty one of the screen's size.
  open func loadView() {
    view = UIView(frame: UIScreen.main.bounds)
  }

  /// Called once, when the view was loaded.
  open func viewDidLoad() {}
  /// Called before the view is shown.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called before the view's subviews are laid out for another size.
  open func viewWillLayoutSubviews() {}
  /// Called when the view's subviews were laid out for another size.
  open func viewDidLayoutSubviews() {}
  /// Called when the view is shown.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view is no longer shown, also before the app ends.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when the view is no longer shown.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Begins to show the view; `attach` puts it into a window.
  func appear(_ attach: () -> Void) {
    loadViewIfNeeded()
    viewWillAppear(false)
    attach()
    isShown = true
    viewDidAppear(false)
  }

  /// Ends showing the view.
  func disappear() {
    guard isShown else { return }
    isShown = false
    viewWillDisappear(false)
    viewIfLoaded?.removeFromSuperview()
    viewDidDisappear(false)
  }
}
