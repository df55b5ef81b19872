import Foundation

/// A server on loopback that accepts connections and never sends a byte, not even for TLS.
///
/// The system accepts the connections, and nothing reads from them. It closes with its value.
public final class SilentServer: Sendable {
  /// The port that the system has chosen.
  public let port: Int
  private let listener: Int32

  /// Starts a server.
  ///
  /// - Throws: An error of the system's sockets.
  public init() throws { (listener, port) = try LoopbackSocket.listen() }

  deinit { close(listener) }
}
