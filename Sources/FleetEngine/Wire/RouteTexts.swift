package import Geo
internal import Synchronization
internal import TrustLimits

/// The encoded texts of routes that were written lately, so that each version of a route is encoded
/// once.
///
/// A route is known by its storage, which cannot change while it is remembered.
package final class RouteTexts: Sendable {
  private struct Key: Hashable {
    let address: UInt
    let count: Int
  }

  private struct Entry {
    /// Holds the storage, so that no other route gets its address.
    let path: [Coordinate]
    let text: String
  }

  /// The fewest points that are worth remembering.
  private static let fewest = 8

  private let known = Mutex(
    BoundedMemory<Key, Entry>(limit: Limits.Emulator.rememberedRoutePoints)
  )

  /// Creates an empty memory.
  package init() {}

  /// The text of a path in the S2 compressed polyline format.
  package func text(of path: [Coordinate]) -> String {
    guard path.count >= Self.fewest else { return S2Polyline.encode(path) }
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
