/// A base class for an app's delegate.
///
/// A `UIViewController` is not a subclass here: the delegate is created by its class, which takes a
/// required initializer.
@MainActor
@preconcurrency
open class UIResponder {
  /// Creates a responder.
  public required init() {}
}
