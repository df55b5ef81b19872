import Glibc

/// A rule that the simulated world has broken.
enum Failure {
  /// Writes the recordings of the world that is running.
  nonisolated(unsafe) static var writeRecording: () -> String? = { nil }
  nonisolated(unsafe) static var seed: UInt64 = 0

  /// Prints the broken rule as a line of JSON, and ends the process.
  static func report(_ rule: String, _ message: String) -> Never {
    let recording = writeRecording()
    let fields = [
      ("seed", "\(seed)"), ("rule", quoted(rule)), ("message", quoted(message)),
      ("step", "\(Scheduler.steps)"), ("seconds", "\(Scheduler.now / .seconds(1))"),
      ("recording", recording.map(quoted) ?? "null"),
    ]
    print("{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}")
    fflush(nil)
    _exit(1)
  }

  /// Reports a rule unless it holds.
  static func check(_ holds: Bool, _ rule: String, _ message: @autoclosure () -> String) {
    if !holds { report(rule, message()) }
  }

  /// Whether a text holds a signed token.
  ///
  /// Other text in base64, as an encoded path, may have a token's first letters by chance.
  static func holdsToken(_ text: String) -> Bool {
    text.contains(".eyJ") || text.contains("eyJhbGciOi") || text.contains("eyJ0eXAiOi")
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: scalar.value < 0x20 ? " " : String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
