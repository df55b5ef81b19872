internal import TrustLimits

/// A file that cannot be used as a route, ride, log or recording.
public struct RouteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, which decides what helps.
  public enum Problem: Sendable, Hashable {
    /// The file could not be read.
    case unreadable
    /// The file is larger than what is accepted.
    case tooLarge
    /// The content is not JSON.
    case notJSON
    /// The content is not well-formed XML.
    case notXML
    /// The JSON or XML is something else than what is accepted.
    case unexpectedContent
    /// There are no points.
    case noPoints
    /// There is one point, or several at the same place.
    case onePlace
    /// A point is not on Earth, or a wait is out of range.
    case outOfRange
  }

  /// The file, as the user named it.
  public let file: String
  /// What is wrong.
  public let problem: Problem
  /// One sentence that names the file, what is wrong and what to do.
  public let description: String

  init(_ file: String, _ problem: Problem, _ sentence: String) {
    self.file = file
    self.problem = problem
    self.description = "\(file) \(sentence)"
  }

  init(_ file: String, _ failure: BoundedFile.Failure) {
    let isTooLarge = if case .tooLarge = failure { true } else { false }
    self.init(file, isTooLarge ? .tooLarge : .unreadable, failure.reason + ".")
  }
}
