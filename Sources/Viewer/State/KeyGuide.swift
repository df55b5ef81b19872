/// What the keys do, for help outside of the screen.
public struct KeyGuide: Sendable, Hashable {
  /// Keys that belong together.
  public struct Section: Sendable, Hashable {
    /// What they are for, in capitals.
    public let title: String
    /// The keys and what they do, in ASCII.
    public let rows: [Row]
  }

  /// One or more keys.
  public struct Row: Sendable, Hashable {
    /// How the keys are written.
    public let keys: String
    /// What they do.
    public let text: String
  }

  /// When the keys do that.
  public let title: String
  /// The keys in the order of the screen's help.
  public let sections: [Section]

  /// The keys while a ride is followed, while several are, and while one is booked.
  public static func all(_ keys: KeyTable) -> [KeyGuide] {
    [
      KeyGuide("While a ride is followed", keys.lines(of: .following)),
      KeyGuide("While several rides are listed", keys.lines(of: .listing)),
      KeyGuide("While a ride is chosen and booked", keys.lines(of: .booking)),
    ]
  }

  private init(_ title: String, _ lines: [KeyTable.Line]) {
    self.title = title
    sections = KeyTable.Section.allCases.compactMap { section in
      let lines = lines.filter { $0.section == section }
      guard !lines.isEmpty else { return nil }
      return Section(
        title: section.rawValue,
        rows: lines.map { Row(keys: $0.keys, text: $0.text) }
      )
    }
  }
}
