extension UIView {
  /// Always true: there is no Auto Layout here, and setting it does nothing.
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { true }
    set {}
  }
}
