public import Foundation

/// A rectangle of the screen, of UIKit's name.
///
/// Lengths are in cells.
@MainActor
@preconcurrency
open class UIView {
  /// Where it is in its superview.
  ///
  /// A subview that fills the view keeps filling it when the size changes.
  public var frame: CGRect {
    didSet {
      if frame.size != oldValue.size { layOutSubviews(from: oldValue.size) }
      frameDidChange()
    }
  }
  /// Its own rectangle: the frame's size at the origin.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// Whether it and its subviews are left out of the picture.
  public var isHidden = false
  /// What it is filled with; nil leaves what is behind it.
  public var backgroundColor: UIColor?
  /// The view that contains it.
  public private(set) weak var superview: UIView?
  /// The views that it contains, back to front.
  public private(set) var subviews: [UIView] = []

  /// Creates a view.
  ///
  /// - Parameter frame: Where it is in its superview.
  public init(frame: CGRect) {
    self.frame = frame
  }

  /// Creates a view without a size.
  public convenience init() {
    self.init(frame: .zero)
  }

  /// Adds a view in front of the other subviews, and removes it from its former superview.
  ///
  /// A map without a size gets this view's. A view is never added to itself or to a view inside it.
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

  /// Called when the frame was set.
  func frameDidChange() {}

  /// Whether the view takes its superview's size while it has none.
  var fillsSuperviewWithoutSize: Bool { false }

  private func layOutSubviews(from former: CGSize) {
    for view in subviews { view.fill(bounds.size, from: former) }
  }

  /// Takes the superview's size if this view filled it before, or has no size and needs one.
  private func fill(_ size: CGSize, from former: CGSize) {
    let filled = former.isSized && frame == CGRect(origin: .zero, size: former)
    guard size.isSized, filled || (fillsSuperviewWithoutSize && !frame.size.isSized) else { return }
    frame = CGRect(origin: .zero, size: size)
  }

  private func isInside(_ other: UIView) -> Bool {
    var view: UIView? = self
    while let current = view {
      if current === other { return true }
      view = current.superview
    }
    return false
  }
}

extension CGSize {
  /// Whether there is room for anything.
  fileprivate var isSized: Bool { width > 0 && height > 0 }
}
