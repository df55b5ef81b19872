internal import HTTPMessages
internal import SystemLibrary

/// Why an emulator does not start, or cannot do what a test wants.
public struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Sendable, Hashable {
    /// The address to listen on, for example because the port is in use.
    case address
    /// The data directory or a file in it.
    case storage
    /// The keys of the accounts.
    case keys
    /// The configuration, or a seed or a snapshot.
    case configuration
    /// Something did not happen in time.
    case timeout
    /// The task that waits was cancelled.
    case cancelled
  }

  /// The kind of error.
  public let kind: Kind
  /// One sentence with the cause and what to do, without any secret.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static func wrapping<Value, Failure: Error>(
    _ kind: Kind = .configuration, _ body: () throws(Failure) -> Value
  ) throws(EmulatorError) -> Value {
    do throws(Failure) { return try body() } catch { throw EmulatorError(kind, "\(error)") }
  }

  /// Explains the error code of a server that cannot listen; 0 if the code is unknown.
  init(code: Int32, listeningOn address: String, _ port: UInt16, hasTLS: Bool) {
    switch code {
    case EADDRINUSE:
      self.init(.address, "Port \(port) of \(address) is in use; use port 0 for a free one.")
    case EACCES: self.init(.address, "Port \(port) needs rights; use port 0 for a free one.")
    case EINVAL: self.init(.address, "\(address) is not a numeric address; listen on 127.0.0.1.")
    case ENOSYS:
      self.init(
        .configuration,
        "The library libmicrohttpd cannot be loaded; install it (on Debian, libmicrohttpd12).")
    case 0 where hasTLS:
      self.init(.configuration, "The TLS library refuses the certificate or its key.")
    default: self.init(.address, "The emulator cannot listen on \(address) port \(port).")
    }
  }
}

extension HTTPURL {
  /// Creates the address of a server, which other machines may reach only if that is allowed.
  init(listeningOn address: String, hasTLS: Bool, _ allowsOtherHosts: Bool) throws(EmulatorError) {
    self.init(scheme: hasTLS ? .https : .http, host: address)
    guard allowsOtherHosts || isLoopback else {
      throw EmulatorError(
        .address, "\(address) can be reached from other machines; listen on 127.0.0.1.")
    }
  }
}
