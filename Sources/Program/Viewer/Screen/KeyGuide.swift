internal import CellGrid

/// The keys of one screen, for help outside of the screen.
public struct KeyGuide: Sendable, Hashable {
  /// Keys that belong together.
  public struct Section: Sendable, Hashable {
    /// The title, in capitals.
    public let title: String
    /// The keys and what they do, in ASCII.
    public let rows: [Row]
  }

  /// One or more keys.
  public struct Row: Sendable, Hashable {
    /// How the keys are written.
    public let keys: String
    /// The effect of the keys.
    public let text: String
  }

  /// When the keys apply.
  public let title: String
  /// The sections in the order of the screen's help.
  public let sections: [Section]

  /// The guides for following a ride, for several rides, for booking, and for the command line.
  public static func all(_ keys: KeyTable) -> [KeyGuide] {
    [
      KeyGuide("While a ride is followed", keys.lines(of: .following)),
      KeyGuide("While several rides are listed", keys.lines(of: .listing)),
      KeyGuide("While a ride is chosen and booked", keys.lines(of: .booking)), commands,
    ]
  }

  private static var commands: KeyGuide {
    let rows = PromptCommand.allCases.map { Row(keys: $0.form, text: $0.entry.text) }
    return KeyGuide(
      title: "On the command line", sections: [Section(title: "COMMANDS", rows: rows)])
  }

  private init(title: String, sections: [Section]) {
    (self.title, self.sections) = (title, sections)
  }

  private init(_ title: String, _ lines: [KeyTable.Line]) {
    self.title = title
    sections = KeyTable.Section.allCases.compactMap { section in
      let rows = lines.filter { $0.section == section }.map { Row(keys: $0.keys, text: $0.text) }
      return rows.isEmpty ? nil : Section(title: section.title, rows: rows)
    }
  }
}
