import Foundation
import Synchronization
import TestSupport
import Testing
import VectorTiles

@Suite(.limited) struct TileCacheTests {
  private final class Time: Sendable {
    let seconds = Mutex(1_000_000)
    var now: @Sendable () -> Int { { self.seconds.withLock { $0 } } }
    func advance(_ by: Int) { seconds.withLock { $0 += by } }
  }

  private func address(_ x: Int) throws -> TileAddress {
    try #require(TileAddress(z: 14, x: x, y: 3))
  }

  @Test("A tile cache returns a tile for the source that it was kept for") func keeping() throws {
    let folder = try TemporaryFolder()
    let cache = TileCache(directory: folder.path + "/maps", now: Time().now)
    #expect(cache.problem == nil)
    cache.keep([1, 2, 3], of: try address(1), source: "a")
    cache.keep([4], of: try address(1), source: "b")
    #expect(cache.body(of: try address(1), source: "a") == [1, 2, 3])
    #expect(cache.body(of: try address(1), source: "b") == [4])
    #expect(cache.body(of: try address(2), source: "a") == nil)
    cache.keep([9, 9], of: try address(1), source: "a")
    #expect(cache.body(of: try address(1), source: "a") == [9, 9])
    #expect(cache.size == 3)
  }

  @Test("A tile cache cannot be read by other users") func permissions() throws {
    let folder = try TemporaryFolder()
    let cache = TileCache(directory: folder.path + "/maps", now: Time().now)
    cache.keep([1], of: try address(1), source: "a")
    func mode(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + name)
      return try #require(attributes[.posixPermissions] as? Int)
    }
    #expect(try mode("/maps") == 0o700)
    for name in ["", "-wal", "-shm"] {
      #expect(try mode("/maps/" + TileCache.fileName + name) == 0o600)
    }
  }

  @Test("A full tile cache drops the least recently used tiles") func bounded() throws {
    let folder = try TemporaryFolder()
    let time = Time()
    let cache = TileCache(directory: folder.path, limit: 10_000, now: time.now)
    for x in 0..<40 {
      time.advance(4_000)
      cache.keep([UInt8](repeating: UInt8(x), count: 1_000), of: try address(x), source: "a")
      #expect(cache.body(of: try address(0), source: "a") != nil)
    }
    #expect(cache.size <= 10_000)
    #expect(cache.size > 0)
    #expect(cache.body(of: try address(39), source: "a") != nil)
    #expect(cache.body(of: try address(2), source: "a") == nil)
    cache.keep([UInt8](repeating: 0, count: 20_000), of: try address(50), source: "a")
    #expect(cache.body(of: try address(50), source: "a") == nil)
  }

  @Test("A tile cache forgets old tiles") func old() throws {
    let folder = try TemporaryFolder()
    let time = Time()
    let cache = TileCache(directory: folder.path, now: time.now)
    cache.keep([1], of: try address(1), source: "a")
    time.advance(29 * 86_400)
    #expect(cache.body(of: try address(1), source: "a") == [1])
    time.advance(2 * 86_400)
    #expect(cache.body(of: try address(1), source: "a") == nil)
    time.advance(-60 * 86_400)
    #expect(cache.body(of: try address(1), source: "a") == nil)
  }

  @Test("A tile cache outlives its process and is shared by several") func shared() throws {
    let folder = try TemporaryFolder()
    let time = Time()
    let one = TileCache(directory: folder.path, now: time.now)
    let other = TileCache(directory: folder.path, now: time.now)
    one.keep([1], of: try address(1), source: "a")
    other.keep([2], of: try address(2), source: "a")
    #expect(one.body(of: try address(2), source: "a") == [2])
    #expect(other.body(of: try address(1), source: "a") == [1])
    let later = TileCache(directory: folder.path, now: time.now)
    #expect(later.body(of: try address(1), source: "a") == [1])
    #expect(later.size == 2)
  }

  @Test("Concurrent tile caches lose no tiles") func concurrent() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let cache = TileCache(directory: path, now: { 1_000_000 })
          for index in 0..<25 {
            guard let address = TileAddress(z: 14, x: worker, y: index) else { continue }
            cache.keep([UInt8(index)], of: address, source: "a")
          }
        }
      }
    }
    #expect(TileCache(directory: path, now: { 1_000_000 }).size == 100)
  }

  @Test("A damaged tile cache is replaced", arguments: [0, 1]) func damaged(kind: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/" + TileCache.fileName
    if kind == 0 {
      _ = try folder.file(TileCache.fileName, Array(repeating: 0x58, count: 9_000))
    } else {
      do {
        let cache = TileCache(directory: folder.path, now: Time().now)
        for x in 0..<50 {
          cache.keep([UInt8](repeating: 7, count: 900), of: try address(x), source: "a")
        }
      }
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      for index in 100..<bytes.count { bytes[index] = 0xA5 }
      _ = try folder.file(TileCache.fileName, bytes)
    }
    let cache = TileCache(directory: folder.path, now: Time().now)
    #expect(cache.problem == nil)
    cache.keep([1], of: try address(1), source: "a")
    #expect(cache.body(of: try address(1), source: "a") == [1])
    #expect(cache.size == 1)
  }

  @Test("A tile cache that cannot exist reports it and does nothing") func impossible() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("taken", [1])
    let cache = TileCache(directory: file, now: Time().now)
    #expect(cache.problem?.contains("cannot be used") == true)
    cache.keep([1], of: try address(1), source: "a")
    #expect(cache.body(of: try address(1), source: "a") == nil)
    #expect(cache.size == 0)
  }
}
