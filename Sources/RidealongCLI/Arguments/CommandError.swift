/// Why a command failed, in one sentence for people.
struct CommandError: Error, Sendable, Hashable {
  let status: ExitStatus
  /// What failed and what to do; may hold control characters.
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

  /// A value that is not one of the allowed words.
  ///
  /// - Parameters:
  ///   - name: The option that has the value.
  ///   - text: The value.
  ///   - words: The allowed words.
  /// - Returns: The error, with the words that were likely meant.
  static func noChoice(_ name: String, _ text: String, among words: [String]) -> CommandError {
    let list = words.joined(separator: ", ")
    return .usage(
      "\(name) must be one of \(list), not \(text).\(Spelling.question(text, among: words))"
    )
  }
}
