/// Why an emulator does not start.
public struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a caller can do differently about it.
  public enum Kind: Sendable, Hashable {
    /// The listening address cannot be had, for example because the port is in use.
    case address
    /// The data directory or a file in it cannot be used.
    case storage
    /// The keys cannot be made or read.
    case keys
    /// The configuration itself is not acceptable.
    case configuration
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// One sentence that names the thing and what to do, without any secret.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
