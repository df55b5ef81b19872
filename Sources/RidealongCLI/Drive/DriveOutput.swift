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

  init(_ arguments: Arguments, _ log: LogFile?) {
    isVerbose = arguments.has(.eachUpdate)
    isJSON = arguments.has(.json)
    self.log = log
  }

  init(isVerbose: Bool = false, isJSON: Bool = false, log: LogFile? = nil) {
    (self.isVerbose, self.isJSON, self.log) = (isVerbose, isJSON, log)
  }

  /// Prints a sentence for people and logs it.
  func report(_ text: SafeText, _ level: LogLevel = .info) {
    Console.printError(text)
    log?.record(level, text.description)
  }

  /// Prints an object on a line of its own.
  func print(_ record: some Encodable) throws(CommandError) {
    try Console.print(encoding: record)
  }
}

extension String {
  /// The text, cut to the length that docs/json.md promises.
  var cutForJSON: String {
    guard utf8.count > Limits.Text.bytes else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Limits.Text.bytes)))
  }
}
