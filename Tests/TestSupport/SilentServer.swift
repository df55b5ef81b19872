import Foundation

/// A server on loopback that takes connections and never says a word on them, not even for TLS.
///
/// The system itself takes them, and nobody reads what comes. It ends with its value.
public final class SilentServer: Sendable {
  /// The port that the system picked.
  public let port: Int
  private let listener: Int32

  /// Starts a server.
  ///
  /// - Throws: An error of the system's sockets.
  public init() throws {
    (listener, port) = try LoopbackSocket.listen()
  }

  deinit { close(listener) }
}
