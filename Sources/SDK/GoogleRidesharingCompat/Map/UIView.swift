public import Foundation

/// A rectangle of the screen, with UIKit's name and lengths in cells.
@MainActor @preconcurrency open class UIView {
  /// The view's rectangle in its superview; subviews that fill the view are resized with it.
  public var frame: CGRect {
    didSet {
      if frame.size != oldValue.size {
        for view in subviews { view.fill(bounds.size, from: oldValue.size) }
      }
      frameDidChange()
    }
  }
  /// The frame's size at the origin.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// Whether the view and its subviews are hidden.
  public var isHidden = false
  /// The background color; nil for transparent.
  public var backgroundColor: UIColor?
  /// The view that contains this one.
  public private(set) weak var superview: UIView?
  /// The views in this one, back to front.
  public private(set) var subviews: [UIView] = []
  /// Always true: there is no Auto Layout here, and setting it has no effect.
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { true }
    set {}
  }

  /// Creates a view with a frame in its superview.
  public init(frame: CGRect) { self.frame = frame }

  /// Creates a view without a size.
  public convenience init() { self.init(frame: .zero) }

  /// Adds a view in front of the other subviews, and removes it from its former superview.
  ///
  /// A map without a size is resized to this view. Adding a view to itself or to one of its subviews
  /// does nothing.
  public func addSubview(_ view: UIView) {
    guard !isInside(view) else { return }
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    view.fill(bounds.size, from: .zero)
  }

  /// Moves a subview in front of the others.
  public func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.append(subviews.remove(at: index))
  }

  /// Moves a subview behind the others.
  public func sendSubviewToBack(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.insert(subviews.remove(at: index), at: 0)
  }

  /// Removes the view from its superview.
  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  func frameDidChange() {}

  /// Whether a view without a size is resized to its superview.
  var fillsSuperviewWithoutSize: Bool { false }

  /// Resizes the view to its superview if it filled it before, or has no size and needs one.
  private func fill(_ size: CGSize, from former: CGSize) {
    let filled = former.isSized && frame == CGRect(origin: .zero, size: former)
    guard size.isSized, filled || (fillsSuperviewWithoutSize && !frame.size.isSized) else { return }
    frame = CGRect(origin: .zero, size: size)
  }

  private func isInside(_ other: UIView) -> Bool {
    self === other || superview?.isInside(other) ?? false
  }
}

extension CGSize { fileprivate var isSized: Bool { width > 0 && height > 0 } }
