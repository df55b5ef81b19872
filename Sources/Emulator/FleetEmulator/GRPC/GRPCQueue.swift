internal import TrustLimits

/// Calls that wait for a worker, taken from their connections in turn.
///
/// One connection with many calls delays its own calls, not those of others.
struct GRPCQueue: Sendable {
  private var waiting: [UInt64: [UInt64]] = [:]
  /// The connections with waiting calls, the next one first.
  private var turns: [UInt64] = []
  /// The calls at work.
  private var running = 0

  /// The calls that wait.
  private(set) var count = 0

  /// Adds a call of a connection; returns whether there was room for it.
  mutating func add(_ call: UInt64, of connection: UInt64) -> Bool {
    guard count < Limits.GRPC.waitingCalls else { return false }
    if waiting[connection] == nil { turns.append(connection) }
    waiting[connection, default: []].append(call)
    count += 1
    return true
  }

  /// Removes a call that is over before its work began.
  mutating func remove(_ call: UInt64, of connection: UInt64) {
    guard let index = waiting[connection]?.firstIndex(of: call) else { return }
    waiting[connection]?.remove(at: index)
    count -= 1
    guard waiting[connection]?.isEmpty == true else { return }
    waiting[connection] = nil
    turns.removeAll { $0 == connection }
  }

  /// Takes the next call if a worker is free.
  mutating func next() -> UInt64? {
    guard running < Limits.GRPC.workers, !turns.isEmpty else { return nil }
    let connection = turns.removeFirst()
    guard let call = waiting[connection]?.removeFirst() else { return nil }
    count -= 1
    if waiting[connection]?.isEmpty == true {
      waiting[connection] = nil
    } else {
      turns.append(connection)
    }
    running += 1
    return call
  }

  /// Frees the worker of a call that is done, or that a fault delays.
  mutating func free() { running -= 1 }

  /// Gives a worker to a call whose delay is over.
  mutating func resume() { running += 1 }
}
