internal import Gzip
internal import TrustLimits

/// Why a file cannot be used as a route, ride, log or recording.
public struct RouteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  public enum Problem: Sendable, Hashable {
    /// The file could not be read.
    case unreadable
    /// The file or its content exceeds a limit.
    case tooLarge
    /// The content is not JSON.
    case notJSON
    /// The content is not well-formed XML.
    case notXML
    /// The JSON or XML has an unexpected form.
    case unexpectedContent
    /// It is a log in another form than JSON.
    case otherForm
    /// A position is of another device than those before it.
    case otherDevice
    /// There are no points.
    case noPoints
    /// There is one point, or several at the same place.
    case onePlace
    /// A point is not on Earth, or a wait is out of range.
    case outOfRange
  }

  /// The file's name as the user gave it.
  public let file: String
  /// The kind of problem.
  public let problem: Problem
  /// One sentence with the file, the problem and the remedy.
  public let description: String

  package init(_ file: String, _ problem: Problem, _ sentence: String) {
    self.file = file
    self.problem = problem
    self.description = "\(file) \(sentence)"
  }

  init(_ file: String, _ failure: BoundedFile.Failure) {
    let isTooLarge = if case .tooLarge = failure { true } else { false }
    self.init(file, isTooLarge ? .tooLarge : .unreadable, failure.reason + ".")
  }

  /// Reads a file as it is.
  static func bytes(of file: String, limit: Int) throws(RouteSourceError) -> [UInt8] {
    do { return try BoundedFile(path: file, limit: limit).bytes } catch {
      throw RouteSourceError(file, error)
    }
  }

  static func content(of file: String, limit: Int) throws(RouteSourceError) -> [UInt8] {
    try inflated(bytes(of: file, limit: limit), of: file, limit: limit)
  }

  /// A file's content without its gzip compression, if it has one.
  package static func inflated(
    _ bytes: [UInt8], of file: String, limit: Int
  ) throws(RouteSourceError) -> [UInt8] {
    guard Inflation.isGzip(bytes) else { return bytes }
    do {
      let (content, isWhole) = try Inflation.inflateAll(
        bytes, limit: limit,
        allowance: Inflation.Allowance(
          free: Limits.File.freeInflatedBytes, ratio: Limits.Response.inflationRatio))
      // An entry without an end makes readers report that the rest is missing.
      return isWhole ? content : content + Array("\n{".utf8)
    } catch {
      switch error {
      case .tooLarge: throw RouteSourceError(file, .tooLarge(limit: limit))
      case .tooCompressed:
        let ratio = Limits.Response.inflationRatio
        throw RouteSourceError(file, .unreadable, "inflates to more than \(ratio) times its size.")
      case .damaged, .truncated: throw RouteSourceError(file, .unreadable, "is damaged gzip data.")
      }
    }
  }

  /// Throws if a file's content is larger than `limit` bytes.
  static func check(_ bytes: [UInt8], of file: String, limit: Int) throws(RouteSourceError) {
    guard bytes.count <= limit else { throw RouteSourceError(file, .tooLarge(limit: limit)) }
  }
}
