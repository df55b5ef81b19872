import Synchronization
import TestSupport
import Testing

@testable import FleetEngine

@Suite(.limited) struct `Turns of decoding` {
  private final class Count: Sendable {
    let state = Mutex<(present: Int, most: Int, all: Int)>((0, 0, 0))
  }

  @Test func `One large response is decoded at a time`() async {
    let (turns, count) = (DecodingTurns(), Count())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          await turns.begin()
          count.state.withLock { $0 = ($0.present + 1, max($0.most, $0.present + 1), $0.all + 1) }
          await Task.yield()
          count.state.withLock { $0.present -= 1 }
          turns.end()
        }
      }
    }
    #expect(count.state.withLock(\.most) == 1)
    #expect(count.state.withLock(\.all) == 100)
  }
}
