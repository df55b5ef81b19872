internal import FleetEngine
internal import TrustLimits

/// The calls of a gRPC server and the memory that they hold.
struct GRPCCalls: Sendable {
  var server: HTTP2Server?
  var calls: [UInt64: GRPCCall] = [:]
  /// Entries of the access log of calls that did not begin.
  var refused: [UInt64: (trail: AccessTrail, target: String)] = [:]
  var queue = GRPCQueue()
  var isStopping = false
  /// The bytes of all requests and responses that wait.
  private var heldBytes = 0

  /// Takes the next call that still waits for its answer, if a worker is free.
  mutating func nextWork() -> (id: UInt64, call: GRPCCall)? {
    while let id = queue.next() {
      if let call = calls[id], !call.isAnswered { return (id, call) }
      queue.free()
    }
    return nil
  }

  /// Counts bytes that wait; if there are too many, returns a call of the connection with the most,
  /// which has to be closed so that others are served.
  mutating func hold(_ count: Int, for id: UInt64) -> UInt64? {
    guard calls[id] != nil else { return nil }
    calls[id]?.heldBytes += count
    heldBytes += count
    guard heldBytes > Limits.GRPC.bufferedBytes else { return nil }
    var sums: [UInt64: Int] = [:]
    for (id, call) in calls { sums[HTTP2Server.connection(id), default: 0] += call.heldBytes }
    guard let heaviest = sums.max(by: { $0.value < $1.value })?.key else { return nil }
    let ended = calls.keys.filter { HTTP2Server.connection($0) == heaviest }
    for id in ended {
      heldBytes -= calls[id]?.heldBytes ?? 0
      calls[id]?.heldBytes = 0
    }
    return ended.first
  }

  /// Removes a call that has ended.
  mutating func remove(_ id: UInt64) -> GRPCCall? {
    let call = calls.removeValue(forKey: id)
    queue.remove(id, of: HTTP2Server.connection(id))
    heldBytes -= call?.heldBytes ?? 0
    return call
  }

  /// Appends a part of a request; returns the messages of a call that may have several.
  mutating func append(
    _ bytes: [UInt8],
    to id: UInt64
  ) throws(RPCFailure) -> [GRPCMessages.Message] {
    calls[id]?.messages.append(bytes)
    var messages: [GRPCMessages.Message] = []
    while let message = try calls[id]?.messages.next() {
      calls[id]?.messageCount += 1
      let most = calls[id]?.method.isUnary == true ? 1 : Limits.GRPC.streamedMessages
      guard calls[id]?.messageCount ?? 0 <= most else {
        throw .invalid("The call has more than \(most) request messages.")
      }
      if most == 1 { calls[id]?.request = message } else { messages.append(message) }
    }
    return messages
  }
}
