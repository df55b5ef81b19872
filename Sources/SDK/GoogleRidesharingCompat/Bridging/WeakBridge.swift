/// Forwards the library's callbacks to an SDK object's listener, which it holds weakly.
@MainActor class WeakBridge<Owner, Listener>: AnyWeakBridge {
  /// Calls the listener with the SDK object, while both exist.
  final func notify(_ call: (Listener, Owner) -> Void) {
    if let owner = owner as? Owner, let listener = listener as? Listener { call(listener, owner) }
  }
}

/// A bridge to a listener of any type.
@MainActor class AnyWeakBridge {
  fileprivate weak var listener: AnyObject?
  fileprivate weak var owner: AnyObject?

  required init(to listener: AnyObject, of owner: AnyObject) {
    self.listener = listener
    self.owner = owner
  }
}

/// The bridges to an SDK object's listeners.
@MainActor struct WeakBridges<Bridge: AnyWeakBridge> {
  private var bridges: [Bridge] = []

  /// Returns a new bridge to a listener, or nil if the listener was added before.
  mutating func add(_ listener: AnyObject, of owner: AnyObject) -> Bridge? {
    bridges.removeAll { $0.listener == nil }
    guard !bridges.contains(where: { $0.listener === listener }) else { return nil }
    let bridge = Bridge(to: listener, of: owner)
    bridges.append(bridge)
    return bridge
  }

  mutating func remove(_ listener: AnyObject) -> Bridge? {
    bridges.firstIndex { $0.listener === listener }.map { bridges.remove(at: $0) }
  }
}
