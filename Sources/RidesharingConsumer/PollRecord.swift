public import FleetEngine

/// What one poll was, for those who want to see how the server answers.
public struct PollRecord: Sendable, Hashable {
  /// When the request left, on the wall clock.
  public var time: Timestamp
  /// What came of it; `ok` for a good answer.
  public var code: RPCCode
  /// The HTTP status of a failure's answer, 100 to 599; nil for a good answer and where none came.
  public var httpStatus: Int?
  /// From the request's leaving, with the wait for its token, to its end.
  public var duration: Duration
  /// The bytes of a good answer's body.
  public var bodyBytes: Int?
  /// Which attempt it was: 1 after a good answer, one more after each failure.
  public var attempt: Int

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - time: When the request left.
  ///   - code: What came of it.
  ///   - httpStatus: The HTTP status of a failure's answer.
  ///   - duration: How long it took.
  ///   - bodyBytes: The bytes of a good answer's body.
  ///   - attempt: Which attempt it was, from 1.
  public init(
    time: Timestamp,
    code: RPCCode,
    httpStatus: Int? = nil,
    duration: Duration,
    bodyBytes: Int? = nil,
    attempt: Int = 1
  ) {
    self.time = time
    self.code = code
    self.httpStatus = httpStatus
    self.duration = duration
    self.bodyBytes = bodyBytes
    self.attempt = attempt
  }
}
