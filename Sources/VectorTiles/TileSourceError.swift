/// Why a source of tiles cannot be used, or has not given a tile.
public struct TileSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a caller can do differently about it.
  public enum Kind: Sendable, Hashable {
    /// The file or its directory may not be read, or does not exist.
    case unreadable
    /// What was read is no archive of tiles, or a damaged one.
    case malformed
    /// The archive or address is of a kind that cannot be drawn.
    case unsupported
    /// Something is larger than it may be.
    case tooLarge
    /// The server refuses the request for good, for example for want of a key.
    case refused
    /// The server cannot be reached or has failed, which may pass.
    case unavailable
    /// What came is not a tile, for example an error page.
    case notATile
    /// The archive was replaced by another one while it was read.
    case changed
    /// Loading was given up by its caller.
    case cancelled
  }

  /// What happened.
  public let kind: Kind
  /// The file's path or the server's name; never an address's query, which may hold a key.
  public let source: String
  /// What is wrong and what to do about it, as sentences; may hold untrusted text.
  public let reason: String

  /// Creates an error.
  public init(_ kind: Kind, source: String, reason: String) {
    self.kind = kind
    self.source = source
    self.reason = reason
  }

  /// The reason and then the source, for where the end may be cut off.
  public var notice: String { "\(reason) (\(source))" }

  /// The source and the reason.
  public var description: String { "\(source): \(reason)" }
}
