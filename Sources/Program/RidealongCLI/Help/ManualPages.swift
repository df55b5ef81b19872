internal import ManualSources
internal import Viewer

extension ManualPage {
  /// All pages: the program's, one for each command, and those of its files.
  static var all: [ManualPage] {
    [program] + Command.all.map(ManualPage.init) + [configuration, recording]
  }

  /// The word that names the page in `ridealong help --man`, such as `follow` or `config`.
  var word: String { name == "ridealong" ? name : String(name.dropFirst("ridealong-".count)) }

  /// Whether a word is the page's own, its name, or its citation, such as `ridealong-follow(1)`.
  func isNamed(_ word: String) -> Bool { [self.word, name, citation].contains(word) }

  private static var program: ManualPage {
    ManualPage(
      name: "ridealong", number: 1, summary: "follow a ride of Fleet Engine live in the terminal",
      sections: [
        ManualSection(
          title: "SYNOPSIS",
          blocks: [
            .literal(["ridealong TRIP... [OPTIONS]", "ridealong COMMAND [ARGUMENTS] [OPTIONS]"])
          ]),
        ManualSection(
          title: "DESCRIPTION",
          blocks: [
            .paragraph(
              "ridealong shows a trip of Google's Fleet Engine live in a terminal: a map with the "
                + "vehicle and its route, next to status and arrival times. It also books rides, "
                + "drives simulated vehicles, records and replays rides, and emulates Fleet Engine."
            ),
            .paragraph(
              "TRIP is providers/PROVIDER/trips/ID, or the ID alone if --provider or the "
                + "configuration sets the provider."),
          ]),
        ManualSection(
          title: "COMMANDS", blocks: Command.all.map { .entry(ManualPage($0).citation, $0.summary) }
        ),
        ManualSection(title: "EXAMPLES", blocks: [.literal(Command.follow.examples)]),
        ManualSection(title: "KEYS", blocks: keys),
        ManualSection(
          title: "EXIT STATUS", blocks: HelpText.exitStatuses.map { .entry($0.status, $0.meaning) }),
        ManualSection(
          title: "ENVIRONMENT",
          blocks: [
            .entry("RIDEALONG_CONFIG", "The configuration file to read instead of yours, or none."),
            .entry(
              "RIDEALONG_...",
              "Each key of the configuration, in capitals with _ for -, such as RIDEALONG_CONTEXT."),
            .entry("NO_COLOR", "Draws without colors, unless --color always is given."),
            .entry("ACCESSIBLE", "Describes rides in plain sentences, like --plain."),
            .entry(
              "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_DATA_HOME",
              "Where files are, instead of below ~/.config, ~/.local/state, ~/.cache and "
                + "~/.local/share."),
          ]),
        ManualSection(
          title: "FILES",
          blocks: [
            .entry(HelpText.configurationPath, "The configuration, see ridealong-config(5)."),
            .entry(Configuration.systemPath, "The configuration of all users."),
            .entry("~/.local/state/ridealong/ridealong.log", "The log of runs with a screen."),
            .entry("~/.local/share/ridealong", "What the viewer saves, such as snapshots."),
          ]
        ),
        seeAlso(["ridealong-config(5)", "ridealong-recording(5)"]),
      ])
  }

  private static var keys: [ManualBlock] {
    KeyGuide.all(.standard).flatMap { guide in
      guide.sections.flatMap { section in
        [.subsection("\(guide.title): \(section.title.lowercased())")]
          + section.rows.map { ManualBlock.entry($0.keys, $0.text) }
      }
    }
  }

  /// The page of a command, from its help.
  private init(_ command: Command) {
    let options = command.options + [.help]
    var sections = [ManualSection(title: "SYNOPSIS", blocks: [.literal([command.synopsis])])]
    if !command.detail.isEmpty {
      sections.append(ManualSection(title: "DESCRIPTION", blocks: Self.blocks(command.detail)))
    }
    sections += [
      ManualSection(
        title: "OPTIONS",
        blocks: options.map { option in
          .entry(
            [ManualSpan(option.name, isLiteral: true)]
              + (option.value.map { [ManualSpan(" " + $0)] } ?? []),
            [ManualSpan(option.help + (option.standard.map { "; default: \($0)" } ?? ""))])
        }
      ),
      ManualSection(title: "EXAMPLES", blocks: [.literal(command.examples)]),
      ManualSection(
        title: "EXIT STATUS",
        blocks: [.paragraph("The statuses of all commands are in ridealong(1).")]),
      Self.seeAlso(["ridealong(1)", "ridealong-config(5)"]),
    ]
    self.init(
      name: "ridealong-\(command.name)", number: 1, summary: command.summary, sections: sections)
  }

  private static var configuration: ManualPage {
    let document = MarkdownDocument(unsafe String(cString: ridealong_configuration_document()))
    let keys = Option.configurable.map { option in
      ManualBlock.entry(option.key, HelpTopic.meaning(of: option))
    }
    return ManualPage(
      name: "ridealong-config", number: 5, summary: "configuration of ridealong",
      sections: [
        ManualSection(title: "DESCRIPTION", blocks: document.introduction),
        ManualSection(
          title: "KEYS",
          blocks: [.paragraph("All but context may be set in [contexts.NAME] too.")] + keys),
      ] + document.sections.map(\.inCapitals) + [seeAlso(["ridealong(1)"])])
  }

  private static var recording: ManualPage {
    let document = MarkdownDocument(unsafe String(cString: ridealong_recordings_document()))
    return ManualPage(
      name: "ridealong-recording", number: 5, summary: "recordings of rides",
      sections: [ManualSection(title: "DESCRIPTION", blocks: document.introduction)]
        + document.sections.map(\.inCapitals)
        + [seeAlso(["ridealong-replay(1)", "ridealong-dump(1)", "ridealong-inspect(1)"])]
    )
  }

  private static func seeAlso(_ pages: [String]) -> ManualSection {
    ManualSection(title: "SEE ALSO", blocks: [.paragraph(pages.joined(separator: ", "))])
  }

  /// The blocks of a command's help, whose tables become entries.
  static func blocks(_ lines: [String]) -> [ManualBlock] {
    var blocks: [ManualBlock] = []
    var paragraph: [String] = []
    func end() {
      if !paragraph.isEmpty { blocks.append(.paragraph(paragraph.joined(separator: " "))) }
      paragraph = []
    }
    let column = 2 + HelpLayout.entryColumn
    for line in lines {
      guard line.hasPrefix("  ") else {
        if line.isEmpty { end() } else { paragraph.append(line) }
        continue
      }
      end()
      let margin = String(line.prefix(column))
      let text = String(line.dropFirst(column))
      if margin.count == column, margin.hasSuffix("  "), !text.hasPrefix(" ") {
        let term = margin.split(separator: " ").joined(separator: " ")
        if !term.isEmpty {
          blocks.append(.entry(term, text))
          continue
        }
        // Another line of the description, or the first one below a long term.
        switch blocks.last {
        case .entry(let term, let spans):
          blocks[blocks.count - 1] = .entry(term, [ManualSpan(spans.text + " " + text)])
          continue
        case .literal(let terms):
          blocks.removeLast()
          if terms.count > 1 { blocks.append(.literal(terms.dropLast())) }
          blocks.append(.entry(terms[terms.count - 1], text))
          continue
        default: break
        }
      }
      if case .literal(let lines) = blocks.last {
        blocks[blocks.count - 1] = .literal(lines + [String(line.dropFirst(2))])
      } else {
        blocks.append(.literal([String(line.dropFirst(2))]))
      }
    }
    end()
    return blocks
  }
}

extension ManualSection {
  fileprivate var inCapitals: ManualSection {
    ManualSection(title: title.uppercased(), blocks: blocks)
  }
}
