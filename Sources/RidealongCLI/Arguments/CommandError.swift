/// Why a command failed, and what to do, in sentences for people.
struct CommandError: Error, Sendable, Hashable {
  let status: ExitStatus
  /// What failed; may hold control characters.
  let summary: String
  /// What to do about it, sentence by sentence.
  let advice: [String]

  /// The summary and the advice as one text.
  var message: String { ([summary] + advice).joined(separator: " ") }

  init(_ status: ExitStatus, _ summary: String, advice: [String] = []) {
    (self.status, self.summary, self.advice) = (status, summary, advice)
  }

  static func usage(_ summary: String, advice: [String] = []) -> CommandError {
    CommandError(.usage, summary, advice: advice)
  }

  /// An option that must be given.
  static func missing(_ option: Option, for command: Command) -> CommandError {
    .usage(
      "ridealong \(command.rawValue) needs \(option.name) \(option.value ?? ""): \(option.help)."
    )
  }

  /// A value that is not one of the allowed words.
  static func noChoice(_ name: String, _ text: String, among words: [String]) -> CommandError {
    let list = words.joined(separator: ", ")
    return .usage(
      "\(name) must be one of \(list), not \(text).\(Spelling.question(text, among: words))"
    )
  }
}
