public import RidesharingDriver
internal import JSON
internal import FleetEngine
internal import TrustLimits

/// Reads locations from lines of JSON as they come, from a file, a pipe or gpsd.
///
/// A line is an object with `latitude` and `longitude` and, if they are known, `time` (RFC 3339),
/// `heading`, `speed`, `altitude` and `accuracy`; or it is a report of gpsd, of whose classes only
/// `TPV` tells a location. Blank lines are skipped.
public struct LocationLineReader: Sendable {
  private let source: String
  private var pending: [UInt8] = []
  private var line = 1
  /// Whether the line has more bytes than are accepted, which are dropped up to its end.
  private var isTooLong = false

  /// Creates a reader at the first line of a source, which errors name.
  public init(source: String) {
    self.source = source
  }

  /// Reads bytes, which need not end at the end of a line.
  ///
  /// The result has a location or an error with its line number for each completed line that should
  /// have a location.
  public mutating func read(
    _ bytes: some Collection<UInt8>
  ) -> [Result<LocationFix, RouteSourceError>] {
    var results: [Result<LocationFix, RouteSourceError>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      if let result = finish() { results.append(result) }
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
    return results
  }

  /// Ends the last line at the end of a file; nil if it need not have a location.
  public mutating func finish() -> Result<LocationFix, RouteSourceError>? {
    defer {
      pending = []
      isTooLong = false
      line += 1
    }
    do throws(RouteSourceError) {
      return try location().map { .success($0) }
    } catch {
      return .failure(error)
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    isTooLong = isTooLong || pending.count + bytes.count > Limits.File.lineBytes
    if !isTooLong { pending += bytes }
  }

  private func location() throws(RouteSourceError) -> LocationFix? {
    guard !isTooLong else {
      throw error(.tooLarge, "is longer than \(Limits.File.lineBytes) bytes")
    }
    guard !pending.allSatisfy(Self.isBlank) else { return nil }
    let content: LocationLine
    do {
      content = try JSONCoding.decode(LocationLine.self, from: pending)
    } catch .unexpected {
      throw error(.unexpectedContent, "is not an object of a location or of gpsd")
    } catch {
      throw self.error(.notJSON, "is not JSON")
    }
    do {
      return try content.fix
    } catch {
      throw self.error(error.problem, error.reason)
    }
  }

  private func error(_ problem: RouteSourceError.Problem, _ reason: String) -> RouteSourceError {
    RouteSourceError(source, problem, "has a line that \(reason), line \(line).")
  }
}
