public import FleetEngine

/// A failed call in one sentence, for pipes, files and the end of a command.
public struct FailureReport: Sendable {
  /// What went wrong and what to do, not yet cleaned.
  public let sentence: String

  /// Puts a failure into words.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - resource: The trip or vehicle that the call was about.
  ///   - backend: The server that was asked.
  public init(_ error: FleetEngineError, resource: String, backend: String) {
    let text = ErrorText(error, tripName: resource, backend: backend, isWatching: false)
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    let advice = text.advice.map { " " + $0 }.joined()
    sentence =
      "\(resource): \(error.code.name)\(status): \(text.summary)"
      + (text.summary.hasSuffix(".") ? "" : ".") + advice
  }
}
