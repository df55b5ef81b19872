import TestSupport
import Testing
import Viewer

@testable import RidealongCLI

@Suite(.limited)
struct `The help` {
  @Test(arguments: Command.all)
  func `The help lists every command and its options, examples first`(command: Command) throws {
    let lines = HelpText.lines(for: command)
    #expect(lines[0] == "ridealong \(command.name): \(command.summary)")
    #expect(lines[2] == "Examples:")
    #expect(lines[3] == "  " + (try #require(command.examples.first)))
    #expect(lines.contains("Usage: \(command.synopsis)"))
    let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    for option in command.options {
      #expect(lines.contains { $0.hasPrefix("  " + option.name) })
      #expect(words.contains(option.help), "\(option.name)")
    }
    #expect(HelpText.all.contains { $0.hasPrefix("  " + command.name) })
    #expect(lines.suffix(2).first?.contains("~/.config/ridealong/config.toml") == true)
    #expect(lines.last?.hasPrefix("Bug reports: see README.md") == true)
  }

  @Test func `The examples of the help are valid commands`() throws {
    for command in Command.all {
      for example in command.examples {
        guard let words = example.split(separator: "ridealong ").last?.split(separator: " "),
          let first = words.first, example.hasPrefix("ridealong "), !example.contains("'")
        else { continue }
        let isNamed = first == command.name
        #expect(
          isNamed
            || (command.name == "follow"
              && (first.contains("/") || ["TRIP", "42"].contains(first)))
        )
        let rest = words.dropFirst(isNamed ? 1 : 0).filter { $0 != "\\" }.map(String.init)
        _ = try Arguments(rest, options: command.options)
      }
    }
  }

  @Test func `The help fits a terminal of 80 columns, in ASCII`() {
    let all = HelpText.short + HelpText.all + Command.all.flatMap { HelpText.lines(for: $0) }
    // The page of recordings is a document.
    let lines = all + HelpTopic.allCases.filter { $0 != .recording }.flatMap(\.lines)
    #expect(lines.filter { $0.utf8.count > 80 } == [])
    #expect(lines.filter { !$0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } } == [])
    #expect(HelpText.short.count <= 8)
    #expect(HelpText.short[2].hasPrefix("  ridealong demo "))
  }

  @Test func `The help lists all keys that the screen's help lists`() {
    let lines = HelpTopic.keys.lines
    #expect(KeyGuide.all(.standard).count == 4)
    for guide in KeyGuide.all(.standard) {
      #expect(lines.contains(guide.title + ":"))
      #expect(!guide.sections.isEmpty)
      for row in guide.sections.flatMap(\.rows) {
        #expect(lines.contains { $0.hasPrefix("    " + row.keys + " ") && $0.hasSuffix(row.text) })
      }
    }
  }

  @Test func `The help lists every key of the configuration file`() {
    let lines = HelpTopic.config.lines
    for option in Option.configurable {
      #expect(lines.contains { $0.hasPrefix("  \(option.key) ") || $0 == "  \(option.key)" })
      #expect(option.kind.choices.allSatisfy(option.help.contains))
    }
  }

  @Test func `The help wraps prose and tables where they fit`() {
    let word = String(repeating: "w", count: 39)
    #expect(HelpLayout.wrapped("\(word) \(word) x", indent: 1) == [" \(word) \(word)", " x"])
    #expect(
      HelpLayout.paragraphs(["a", "b", "", "", "  c", "d"]) == ["a b", "", "  c", "d"]
    )
    #expect(
      HelpLayout.paragraphs(["  \(word) \(word) x"]) == ["  \(word)", "    \(word) x"]
    )
    #expect(
      HelpLayout.table([("a", "one"), ("long", "two")], indent: 1, column: 5)
        == [" a    one", " long", "      two"]
    )
  }
}
