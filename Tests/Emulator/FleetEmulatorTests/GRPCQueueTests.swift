import TestSupport
import Testing
import TrustLimits

@testable import FleetEmulator

@Suite(.limited) struct `The queue of gRPC calls` {
  private func add(
    _ calls: some Sequence<UInt64>, of connection: UInt64, to queue: inout GRPCQueue
  ) -> Bool {
    var isRoom = true
    for call in calls { isRoom = queue.add(call, of: connection) && isRoom }
    return isRoom
  }

  /// Takes calls, and frees each worker at once.
  private func taken(_ queue: inout GRPCQueue, most: Int = .max) -> [UInt64] {
    var calls: [UInt64] = []
    while calls.count < most, let call = queue.next() {
      calls.append(call)
      queue.free()
    }
    return calls
  }

  @Test func `The queue of gRPC calls takes them from their connections in turn`() {
    var queue = GRPCQueue()
    let isRoom = [
      add(1...4, of: 1, to: &queue), add([21], of: 2, to: &queue), add(31...32, of: 3, to: &queue),
    ]
    #expect(isRoom == [true, true, true])
    let calls = taken(&queue)
    #expect(calls == [1, 21, 31, 2, 32, 3, 4])
    #expect(queue.count == 0)
  }

  @Test func `The queue of gRPC calls gives no more of them than there are workers`() {
    var queue = GRPCQueue()
    for call in UInt64(1)...9 { _ = queue.add(call, of: call) }
    let first = (0..<9).compactMap { _ in queue.next() }
    #expect(first.count == Limits.GRPC.workers)
    queue.free()
    let (third, none) = (queue.next(), queue.next())
    #expect(third == UInt64(Limits.GRPC.workers + 1))
    #expect(none == nil)
    // A call that a fault delays has no worker meanwhile, and gets one afterwards.
    queue.free()
    let fourth = queue.next()
    #expect(fourth != nil)
    queue.resume()
    queue.free()
    let last = queue.next()
    #expect(last == nil)
  }

  @Test func `The queue of gRPC calls forgets those that are over`() {
    var queue = GRPCQueue()
    for call in UInt64(1)...3 { _ = queue.add(call, of: 1) }
    _ = queue.add(4, of: 2)
    queue.remove(1, of: 1)
    queue.remove(4, of: 2)
    queue.remove(9, of: 1)
    queue.remove(9, of: 9)
    #expect(queue.count == 2)
    let calls = taken(&queue)
    #expect(calls == [2, 3])
  }

  @Test func `The queue of gRPC calls has a bounded number of them`() {
    var queue = GRPCQueue()
    for call in 0..<UInt64(Limits.GRPC.waitingCalls) { _ = queue.add(call, of: call % 7) }
    let isRoom = queue.add(1, of: 100)
    #expect(!isRoom)
    let calls = taken(&queue, most: 1)
    #expect(calls.count == 1)
    let (isRoomNow, isRoomLater) = (queue.add(1, of: 100), queue.add(2, of: 100))
    #expect(isRoomNow && !isRoomLater)
  }
}
