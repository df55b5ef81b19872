/// Why a command ends without having done its work, in one sentence for people.
struct CommandError: Error, Sendable, Hashable {
  let status: ExitStatus
  /// What was wrong and what to do, not yet cleaned.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  static func usage(_ message: String) -> CommandError {
    CommandError(.usage, message)
  }
}
