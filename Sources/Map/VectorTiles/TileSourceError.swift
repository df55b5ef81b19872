internal import TrustLimits

/// Why a tile source cannot be used or did not deliver a tile.
public struct TileSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds that a caller may handle differently.
  public enum Kind: Sendable, Hashable {
    /// The file or its directory does not exist or may not be read.
    case unreadable
    /// The file is not a tile archive, or is damaged.
    case malformed
    /// The archive or address is of a kind that cannot be drawn.
    case unsupported
    case tooLarge
    /// The server refuses the request for good, for example because a key is missing.
    case refused
    /// The server cannot be reached or has failed; trying again may help.
    case unavailable
    /// The response is not a tile but, for example, an error page.
    case notATile
    /// The archive was replaced while it was read.
    case changed
    /// The caller cancelled the load.
    case cancelled
  }

  /// The kind of error.
  public let kind: Kind
  /// The file's path or the server's name, without the address's query, which may contain a key.
  public let source: String
  /// Sentences that say what is wrong and what to do; they may contain untrusted text.
  public let reason: String

  /// Creates an error.
  public init(_ kind: Kind, source: String, reason: String) {
    self.kind = kind
    self.source = source
    self.reason = reason
  }

  /// The reason, then the source, for places that may cut off the end.
  public var notice: String { "\(reason) (\(source))" }

  /// The source and the reason.
  public var description: String { EscapedText.line("\(source): \(reason)", limit: 1_000) }
}

extension TileSourceError {
  static func unreadable(_ source: String, _ reason: String) -> Self {
    Self(.unreadable, source: source, reason: reason)
  }

  static func malformed(_ source: String, _ reason: String) -> Self {
    Self(.malformed, source: source, reason: reason)
  }

  static func unsupported(_ source: String, _ reason: String) -> Self {
    Self(.unsupported, source: source, reason: reason)
  }

  static func tooLarge(_ source: String, _ reason: String) -> Self {
    Self(.tooLarge, source: source, reason: reason)
  }

  static func notATile(_ source: String, _ reason: String) -> Self {
    Self(.notATile, source: source, reason: reason)
  }
}
