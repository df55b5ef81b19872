/// What stands between a listener of the SDK, held weakly, and the library.
@MainActor
protocol WeakBridge: AnyObject {
  /// The listener; nil once it is gone.
  var target: AnyObject? { get }
}

/// Bridges to listeners that are not kept alive.
@MainActor
struct WeakBridges<Bridge: WeakBridge> {
  private var bridges: [Bridge] = []

  func contains(_ listener: AnyObject) -> Bool {
    bridges.contains { $0.target === listener }
  }

  mutating func add(_ bridge: Bridge) {
    bridges.removeAll { $0.target == nil }
    bridges.append(bridge)
  }

  mutating func remove(_ listener: AnyObject) -> Bridge? {
    bridges.removeAll { $0.target == nil }
    guard let index = bridges.firstIndex(where: { $0.target === listener }) else { return nil }
    return bridges.remove(at: index)
  }
}
