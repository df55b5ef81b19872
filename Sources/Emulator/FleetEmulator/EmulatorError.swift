/// Why an emulator does not start.
public struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Sendable, Hashable {
    /// The address to listen on, for example because the port is in use.
    case address
    /// The data directory or a file in it.
    case storage
    /// The keys of the accounts.
    case keys
    /// The configuration.
    case configuration
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
}
