internal import Viewer

extension Command {
  static let help = Command(
    name: "help", synopsis: "ridealong help [COMMAND|keys|config] [--man]", summary: "show help",
    examples: ["ridealong help follow", "ridealong help keys", "ridealong help --man config"],
    detail: [
      "--man shows a page of the manual: of a command, of the program (ridealong), of the configuration",
      "(config) or of recordings (recording); without one it shows all of them. On a terminal it shows",
      "text, elsewhere the source for man: ridealong help --man follow | man -l -",
    ],
    options: [.manual],
    actions: HelpTopic.allCases.map(\.rawValue),
    operands: .commands,
    onlyPrints: true, run: HelpCommand.run)
}

/// `ridealong help` and `ridealong version`.
enum HelpCommand {
  static func run(_ context: CommandContext) throws(CommandError) -> ExitStatus {
    let arguments = context.arguments
    if arguments.has(.manual) {
      try Console.print(whole: manual(arguments))
    } else if let word = arguments.positionals.first {
      try arguments.expect(["a command"])
      try Console.print(help(on: word))
    } else {
      try Console.print(HelpText.all)
    }
    return .success
  }

  static func version(_ context: CommandContext) throws(CommandError) -> ExitStatus {
    try context.arguments.expect([])
    try Console.print(["ridealong \(HelpText.version)"])
    return .success
  }

  /// The page of the manual that the words name, or all pages.
  private static func manual(_ arguments: Arguments) throws(CommandError) -> [String] {
    var pages = ManualPage.all
    if let word = arguments.positionals.first {
      try arguments.expect(["a page"], for: "help --man")
      guard pages.contains(where: { $0.isNamed(word) }) else {
        throw .noChoice("the page", word, among: pages.map(\.word))
      }
      pages.removeAll { !$0.isNamed(word) }
    }
    guard Console.outputIsTerminal else { return pages.flatMap(\.source) }
    return pages.enumerated().flatMap { number, page in (number > 0 ? [""] : []) + page.text }
  }

  private static func help(on word: String) throws(CommandError) -> [String] {
    if let topic = HelpTopic(rawValue: word) { return topic.lines }
    if let command = Command.named(word) { return HelpText.lines(for: command) }
    throw .usage(
      "there is no help on \(word).\(Spelling.question(word, among: Command.help.firstWords)) "
        + "ridealong help lists the commands.")
  }
}

extension Command {
  static let version = Command(
    name: "version", synopsis: "ridealong version", summary: "show the version",
    examples: ["ridealong version"], onlyPrints: true, run: HelpCommand.version)
}
