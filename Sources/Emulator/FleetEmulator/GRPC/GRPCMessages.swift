internal import FleetEngine
internal import Gzip
internal import TrustLimits

/// Cuts a request's body into messages.
///
/// Each message has five bytes before it: whether it is compressed, and its size.
struct GRPCMessages: Sendable {
  struct Message: Sendable {
    let isCompressed: Bool
    let bytes: [UInt8]

    /// The message, inflated within the limit.
    ///
    /// - Parameter encoding: The value of `grpc-encoding`.
    func content(_ encoding: String?) throws(RPCFailure) -> [UInt8] {
      guard isCompressed else { return bytes }
      guard encoding == "gzip" else {
        throw RPCFailure(.unimplemented, "Messages may be compressed with gzip only.")
      }
      do { return try Inflation.inflate(bytes, limit: Limits.GRPC.messageBytes) } catch .tooLarge {
        throw GRPCMessages.tooLarge
      } catch { throw .invalid("The request is not valid gzip data.") }
    }
  }

  static let tooLarge = RPCFailure(
    .resourceExhausted, "The request is larger than \(Limits.GRPC.messageBytes) bytes.")
  private static let prefixBytes = 5

  private var bytes: [UInt8] = []
  private var start = 0

  /// The number of bytes that wait for the rest of their message.
  var count: Int { bytes.count - start }

  mutating func append(_ more: [UInt8]) {
    if start == bytes.count { (bytes, start) = ([], 0) }
    bytes += more
  }

  /// Takes the next message; nil until all of it has arrived.
  mutating func next() throws(RPCFailure) -> Message? {
    guard count >= Self.prefixBytes else { return nil }
    guard bytes[start] <= 1 else { throw .invalid("The message's first byte is not 0 or 1.") }
    let size = bytes[start + 1..<start + Self.prefixBytes].reduce(0) { $0 << 8 | Int($1) }
    guard size <= Limits.GRPC.messageBytes else { throw Self.tooLarge }
    guard count >= Self.prefixBytes + size else { return nil }
    let content = bytes[start + Self.prefixBytes..<start + Self.prefixBytes + size]
    let message = Message(isCompressed: bytes[start] == 1, bytes: Array(content))
    start += Self.prefixBytes + size
    return message
  }

  /// Returns a message with its prefix, uncompressed.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    let size = UInt32(clamping: message.count)
    return [0] + (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + message
  }
}
