/// How long the parts of an exchange took, each counted from its start.
public struct HTTPTimings: Sendable, Hashable {
  /// Until the host's name was resolved.
  public var nameLookup: Duration?
  /// Until the connection was up, TLS included.
  public var connect: Duration?
  /// Until the first byte of the answer.
  public var firstByte: Duration?
  /// Until the last byte of the answer.
  public var total: Duration?

  /// Creates timings, unknown where nil.
  public init(
    nameLookup: Duration? = nil,
    connect: Duration? = nil,
    firstByte: Duration? = nil,
    total: Duration? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.firstByte = firstByte
    self.total = total
  }
}
