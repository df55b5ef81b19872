package import Geo
internal import Synchronization
internal import TrustLimits

/// A cache of encoded routes, so that each version of a route is encoded once.
///
/// The key of a route is the address of its storage, which the cache keeps alive and unchanged.
package final class RouteTexts: Sendable {
  private struct Key: Hashable {
    let address: UInt
    let count: Int
  }

  private struct Entry {
    /// Keeps the storage, so that no other route gets its address.
    let path: [Coordinate]
    let text: String
  }

  private let known = Mutex(BoundedMemory<Key, Entry>(limit: Limits.Emulator.rememberedRoutePoints))

  /// Creates an empty cache.
  package init() {}

  /// Returns a path in the S2 compressed polyline format.
  package func text(of path: [Coordinate]) -> String {
    // A short path is cheaper to encode than to look up.
    guard path.count >= 8 else { return S2Polyline.encode(path) }
    let key = unsafe path.withUnsafeBufferPointer {
      Key(address: UInt(bitPattern: $0.baseAddress), count: $0.count)
    }
    return known.withLock { known in
      if let entry = known.value(key) { return entry.text }
      let text = S2Polyline.encode(path)
      known.keep(Entry(path: path, text: text), under: key, weight: path.count)
      return text
    }
  }
}
