internal import JSON
internal import CellGrid
internal import FleetEngine
internal import TrustLimits
internal import Viewer

/// Where a drive says what happens: sentences on standard error, objects on standard output, the log.
struct DriveOutput: Sendable {
  /// Whether each update has a line on standard error.
  let isVerbose: Bool
  /// Whether each update is an object on standard output.
  let isJSON: Bool
  /// The log; nil for none.
  let log: LogFile?

  init(_ arguments: Arguments, _ wiring: Wiring) {
    isVerbose = arguments.has(.eachUpdate)
    isJSON = arguments.has(.json)
    log = wiring.log
  }

  init(isVerbose: Bool = false, isJSON: Bool = false, log: LogFile? = nil) {
    (self.isVerbose, self.isJSON, self.log) = (isVerbose, isJSON, log)
  }

  /// Prints a sentence for people and logs it.
  ///
  /// - Parameters:
  ///   - text: The sentence.
  ///   - level: How grave it is.
  func note(_ text: SafeText, _ level: LogLevel = .info) {
    Console.note(text)
    log?.note(level, text.description)
  }

  /// Prints an object on a line of its own.
  ///
  /// - Parameter record: The object.
  /// - Throws: That it could not be printed.
  func print(_ record: some Encodable) throws(CommandError) {
    let line: JSONLine
    do {
      line = JSONLine(escaping: String(decoding: try JSONCoding.encode(record), as: UTF8.self))
    } catch {
      throw CommandError(.failure, "A line of JSON could not be written.")
    }
    try Console.print(line)
  }
}

extension String {
  /// The text, cut to the length that docs/json.md promises.
  var cutForJSON: String {
    guard utf8.count > Limits.Text.bytes else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Limits.Text.bytes)))
  }
}
