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

  /// An option that must be given.
  static func missing(_ option: Option, for command: String) -> CommandError {
    .usage("ridealong \(command) needs \(option.name) \(option.value ?? ""): \(option.help).")
  }

  /// A value that is none of the words that it may be.
  ///
  /// - Parameters:
  ///   - name: Whose value it is.
  ///   - text: The value.
  ///   - words: What it may be.
  /// - Returns: The error, with the nearest of the words.
  static func noChoice(_ name: String, _ text: String, among words: [String]) -> CommandError {
    let near = Spelling.nearest(to: text, among: words).map { " Did you mean \($0)?" }
    return .usage("\(name) \(text) is none of \(words.joined(separator: ", ")).\(near ?? "")")
  }
}
