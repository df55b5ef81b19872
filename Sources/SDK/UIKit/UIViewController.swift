/// Manages a view and its life cycle.
@MainActor @preconcurrency open class UIViewController {
  /// The title, which a terminal does not show.
  public var title: String?
  /// The view if it is loaded.
  public private(set) var viewIfLoaded: UIView?
  /// The controller that this one presents; nil if it presents none.
  public private(set) var presentedViewController: UIViewController?
  /// The controller that presents this one; nil if none does.
  public private(set) weak var presentingViewController: UIViewController?
  private var isShown = false
  private var isAppearing = false
  /// The view that this controller's view filled last.
  private weak var container: UIView?

  /// Creates a controller whose view is loaded on first use; there are no nib files.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

  /// Creates a controller whose view is loaded on first use.
  public convenience init() { self.init(nibName: nil, bundle: nil) }

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

  /// Whether the view is loaded.
  public var isViewLoaded: Bool { viewIfLoaded != nil }

  /// Loads the view if it is not loaded.
  public func loadViewIfNeeded() {
    guard viewIfLoaded == nil else { return }
    loadView()
    if viewIfLoaded == nil { viewIfLoaded = UIView(frame: UIScreen.main.bounds) }
    viewDidLoad()
  }

  /// Creates the view, by default an empty one of the screen's size.
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  /// Called once, after the view was loaded.
  open func viewDidLoad() {}
  /// Called before the view appears.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called before the view is resized.
  open func viewWillLayoutSubviews() {}
  /// Called after the view was resized.
  open func viewDidLayoutSubviews() {}
  /// Called after the view appeared.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view disappears, also before the app ends.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called after the view disappeared.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Shows another controller's view instead of this one's until it is dismissed, always at once.
  ///
  /// A controller that is not shown presents nothing, and one that is shown is not presented.
  public func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard isShown, let parent = viewIfLoaded?.superview, !viewControllerToPresent.isShown,
      viewControllerToPresent.presentingViewController == nil
    else { return }
    var ancestor: UIViewController? = self
    while let controller = ancestor {
      guard controller !== viewControllerToPresent else { return }
      ancestor = controller.presentingViewController
    }
    presentedViewController = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    disappear()
    viewControllerToPresent.fill(parent)
    completion?()
  }

  /// Shows this controller's view again instead of those that it presents.
  ///
  /// A controller that presents none asks the one that presents it.
  public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
      return
    }
    let parent = front.container
    front.disappear()
    presentedViewController = nil
    presented.presentingViewController = nil
    if let parent { fill(parent) }
    completion?()
  }

  /// The controller whose view is shown in this one's place.
  var front: UIViewController { presentedViewController?.front ?? self }

  /// Shows the view in the whole of another, unless it is dismissed before it has appeared.
  func fill(_ parent: UIView) {
    container = parent
    isAppearing = true
    view.frame = parent.bounds
    guard isAppearing else { return }
    viewWillAppear(false)
    guard isAppearing else { return }
    isAppearing = false
    parent.addSubview(view)
    isShown = true
    viewDidAppear(false)
  }

  func disappear() {
    isAppearing = false
    guard isShown else { return }
    isShown = false
    viewWillDisappear(false)
    viewIfLoaded?.removeFromSuperview()
    viewDidDisappear(false)
  }
}
