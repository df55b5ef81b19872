/// A page of the manual, which man shows.
struct ManualPage: Sendable, Hashable {
  /// The name, such as `ridealong-follow`.
  let name: String
  /// The section of the manual: 1 for a command, 5 for a file.
  let number: Int
  let summary: String
  let sections: [ManualSection]

  /// The name and section as other pages cite them, such as `ridealong-follow(1)`.
  var citation: String { "\(name)(\(number))" }
}

/// A titled part of a manual page.
struct ManualSection: Sendable, Hashable {
  /// The title, in capitals.
  let title: String
  var blocks: [ManualBlock] = []
}

/// A block of a manual page.
enum ManualBlock: Sendable, Hashable {
  case paragraph([ManualSpan])
  /// An item of a list.
  case item([ManualSpan])
  /// A term with its description, such as an option.
  case entry([ManualSpan], [ManualSpan])
  /// Lines shown as they are.
  case literal([String])
  case subsection(String)

  static func paragraph(_ text: String) -> ManualBlock { .paragraph([ManualSpan(text)]) }

  /// A term that is typed as it is, with its description.
  static func entry(_ term: String, _ text: String) -> ManualBlock {
    .entry([ManualSpan(term, isLiteral: true)], [ManualSpan(text)])
  }
}

/// A run of text in one font.
struct ManualSpan: Sendable, Hashable {
  let text: String
  /// Whether a user types the text as it is.
  let isLiteral: Bool

  init(_ text: some StringProtocol, isLiteral: Bool = false) {
    (self.text, self.isLiteral) = (String(text), isLiteral)
  }
}

// MARK: Text

extension ManualPage {
  /// The page as a reader without man sees it, in lines of 80 columns.
  var text: [String] {
    let head = citation.uppercased()
    var lines = [head, "", "NAME"] + HelpLayout.wrapped("\(name) - \(summary)", indent: 7)
    for section in sections {
      lines += ["", section.title]
      for (number, block) in section.blocks.enumerated() {
        // Items of a list follow each other without an empty line.
        if number > 0, !block.follows(section.blocks[number - 1]) { lines.append("") }
        lines += block.text
      }
    }
    return lines
  }
}

extension ManualBlock {
  fileprivate func follows(_ other: ManualBlock) -> Bool {
    switch (self, other) {
    case (.item, .item), (_, .subsection): true
    default: false
    }
  }

  fileprivate var isSubsection: Bool { if case .subsection = self { true } else { false } }

  fileprivate var text: [String] {
    switch self {
    case .paragraph(let spans): HelpLayout.wrapped(spans.text, indent: 7)
    case .item(let spans):
      HelpLayout.wrapped(spans.text, indent: 9).enumerated().map { number, line in
        number == 0 ? "       - " + line.dropFirst(9) : line
      }
    case .entry(let term, let spans):
      HelpLayout.wrapped(term.text, indent: 7) + HelpLayout.wrapped(spans.text, indent: 14)
    case .literal(let lines): lines.map { $0.isEmpty ? "" : "           " + $0 }
    case .subsection(let title): ["   " + title]
    }
  }
}

extension [ManualSpan] { var text: String { map(\.text).joined() } }

// MARK: Source

extension ManualPage {
  /// The source of the page, for man.
  var source: [String] {
    var lines = [
      #".\" Written by: ridealong help --man"#,
      ".TH \(name.uppercased()) \(number) \(HelpText.date) \"ridealong \(HelpText.version)\" "
        + "\"ridealong manual\"",
      ".SH NAME", "\(Roff.escaped(name)) \\- \(Roff.escaped(summary))",
    ]
    for section in sections {
      lines.append(".SH \(Roff.argument(section.title))")
      for (number, block) in section.blocks.enumerated() {
        let source = block.source
        // A heading starts a paragraph by itself.
        let isFirst = number == 0 || section.blocks[number - 1].isSubsection
        lines += isFirst && source.first == ".PP" ? Array(source.dropFirst()) : source
      }
    }
    return lines
  }
}

extension ManualBlock {
  fileprivate var source: [String] {
    switch self {
    case .paragraph(let spans): [".PP"] + Roff.lines(spans)
    case .item(let spans): [#".IP \(bu 2"#] + Roff.lines(spans)
    case .entry(let term, let spans):
      // The term is one line of the source, whatever its length.
      [".TP", Roff.guarded(Roff.text(term))] + Roff.lines(spans)
    case .literal(let lines):
      [".PP", ".RS 4", ".EX"] + lines.map { Roff.guarded(Roff.escaped($0)) } + [".EE", ".RE"]
    case .subsection(let title): [".SS \(Roff.argument(title))"]
    }
  }
}

/// The language of manual pages.
enum Roff {
  /// Escapes what the language or a typesetter would change.
  ///
  /// Without escapes, quotes and dashes become typographic ones, which a shell does not understand.
  static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "'": result += #"\(aq"#
      case "\"": result += #"\(dq"#
      case "`": result += #"\(ga"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)]"
      }
    }
  }

  /// Keeps a line from being a request of the language.
  static func guarded(_ line: String) -> String {
    // An empty line would be an empty line of any paragraph.
    line.isEmpty || line.hasPrefix(".") ? #"\&"# + line : line
  }

  /// Quotes the argument of a request.
  static func argument(_ text: String) -> String { "\"\(escaped(text))\"" }

  static func text(_ spans: [ManualSpan]) -> String {
    spans.map { $0.isLiteral ? #"\fB\#(escaped($0.text))\fR"# : escaped($0.text) }.joined()
  }

  static func lines(_ spans: [ManualSpan]) -> [String] {
    HelpLayout.wrapped(text(spans), indent: 0).map(guarded)
  }
}
