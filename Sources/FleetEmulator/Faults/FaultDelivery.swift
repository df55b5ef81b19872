internal import TrustLimits

/// How an answer goes out: in which pieces, and how far.
///
/// The announced length is always the whole answer's. Bytes are the body's.
public struct FaultDelivery: Sendable, Hashable {
  /// How an answer ends.
  public enum End: Sendable, Hashable {
    /// With its last byte.
    case whole
    /// With the connection's regular end after so many bytes, which are fewer than announced.
    case truncated(afterBytes: Int)
    /// With a reset of the connection after so many bytes.
    case reset(afterBytes: Int)
    /// With a reset of the connection before any byte of the answer.
    case resetBeforeAnswer
  }

  /// The bytes that are sent at once.
  public var pieceBytes: Int
  /// The time between two pieces, up to 10 minutes; 0 sends all of them at once.
  public var pause: Duration
  /// How the answer ends.
  public var end: End

  /// Creates a way to go out.
  public init(pieceBytes: Int = 1, pause: Duration = .zero, end: End = .whole) {
    self.pieceBytes = pieceBytes
    self.pause = pause
    self.end = end
  }

  /// All of it, at once.
  public static let whole = FaultDelivery()

  /// How many bytes of a body are sent.
  func sentBytes(of count: Int) -> Int {
    switch end {
    case .whole: count
    case .truncated(let bytes), .reset(let bytes): min(bytes, count)
    case .resetBeforeAnswer: 0
    }
  }

  /// Checks that everything is within its bounds.
  ///
  /// - Throws: Which part is not, by its key in a script's file.
  func check() throws(FaultScriptError) {
    let bytes = Limits.Faults.bodyBytes
    guard (1...bytes).contains(pieceBytes) else {
      throw FaultScriptError("pieceBytes", "has to be 1 to \(bytes)")
    }
    guard (.zero...Limits.Faults.delay).contains(pause) else {
      throw FaultScriptError("pause", "has to be 0 to \(Limits.Faults.delay.components.seconds) s")
    }
    switch end {
    case .whole, .resetBeforeAnswer: break
    case .truncated(let after):
      guard (0...bytes).contains(after) else {
        throw FaultScriptError("truncateAfter", "has to be 0 to \(bytes)")
      }
    case .reset(let after):
      guard (0...bytes).contains(after) else {
        throw FaultScriptError("resetAfter", "has to be 0 to \(bytes)")
      }
    }
  }
}
