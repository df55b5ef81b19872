internal import TrustLimits

/// How a response is sent: in which pieces, and how much of it.
///
/// `Content-Length` is always that of the whole body. Bytes are the body's.
public struct FaultDelivery: Sendable, Hashable {
  /// How a response ends.
  public enum End: Sendable, Hashable {
    /// After its last byte.
    case whole
    /// The connection closes after this many bytes, fewer than announced.
    case truncated(afterBytes: Int)
    /// The connection is reset after this many bytes.
    case reset(afterBytes: Int)
    /// The connection is reset before any byte of the response.
    case resetBeforeAnswer
  }

  /// The number of bytes between two pauses.
  public var pieceBytes: Int
  /// The pause between two pieces, up to 10 minutes; 0 sends everything at once.
  public var pause: Duration
  /// How the response ends.
  public var end: End

  /// Creates a delivery.
  public init(pieceBytes: Int = 1, pause: Duration = .zero, end: End = .whole) {
    self.pieceBytes = pieceBytes
    self.pause = pause
    self.end = end
  }

  /// The whole response at once.
  public static let whole = FaultDelivery()

  /// The number of bytes of a body that are sent.
  func sentBytes(of count: Int) -> Int {
    switch end {
    case .whole: count
    case .truncated(let bytes), .reset(let bytes): min(bytes, count)
    case .resetBeforeAnswer: 0
    }
  }

  /// Checks that everything is within its bounds; the error names the key.
  func check() throws(FaultScriptError) {
    let most = Limits.Faults.bodyBytes
    try FaultKey.pieceBytes.check(pieceBytes, in: 1...most)
    try FaultKey.pause.check(pause)
    switch end {
    case .whole, .resetBeforeAnswer: break
    case .truncated(let bytes): try FaultKey.truncateAfter.check(bytes, in: 0...most)
    case .reset(let bytes): try FaultKey.resetAfter.check(bytes, in: 0...most)
    }
  }
}
