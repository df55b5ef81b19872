internal import CellGrid
internal import Viewer

/// The doctor's report as text.
struct DoctorLines: Sendable {
  /// A check, or several with the same sentence.
  private struct Row {
    var name: String
    let mark: Check.Mark
    let sentence: String
    var advice: [String] = []
    var facts: [Check.Fact] = []

    init(_ name: String, _ mark: Check.Mark, _ sentence: String) {
      (self.name, self.mark, self.sentence) = (name, mark, sentence)
    }

    init(_ check: Check) {
      self.init(check.id.rawValue, check.mark, check.sentence)
      (advice, facts) = (check.advice, check.facts)
    }
  }

  private let report: DoctorReport
  private let level: GlyphLevel
  private let glyphs: GlyphSample
  private let width: Int
  /// The column of sentences, after the names of checks; small in narrow terminals.
  private let column: Int

  /// Creates the text for a terminal; 20 to 80 of its columns are used.
  init(_ report: DoctorReport, level: GlyphLevel, columns: Int) {
    self.report = report
    self.level = level
    glyphs = GlyphSample(level)
    width = min(max(columns, 20), HelpLayout.width)
    column = width < 60 ? 3 : 17
  }

  /// One line for each passed check, and the problems at the end; not yet cleaned.
  var short: [String] {
    others.flatMap { lines($0, facts: .none) }
      + problems.flatMap { [""] + lines($0, facts: .sentence) } + [""]
      + block("", summary + " Run with --verbose for details.", indent: 0)
  }

  /// All details, settings and a sample of characters, and the problems at the end; not yet cleaned.
  var all: [String] {
    report.checks.flatMap { lines(Row($0), facts: .table) } + [""] + sample + [""] + settings
      + problems.flatMap { [""] + lines($0, facts: .none) } + [""] + block("", summary, indent: 0)
  }

  // MARK: Content

  /// The problems, with the failures last, where they are seen first; each advice is given once.
  private var problems: [Row] {
    let failed = report.checks.filter { $0.mark == .failed }
    let known = Set(failed.flatMap(\.advice))
    let warnings = report.checks.filter { $0.mark == .warning }.map { check in
      var row = Row(check)
      row.advice.removeAll { known.contains($0) }
      return row
    }
    return warnings + failed.map { Row($0) }
  }

  /// The passed and skipped checks; those that were skipped for the same reason are one row.
  private var others: [Row] {
    var rows: [Row] = []
    func isBrief(_ check: Check) -> Bool { check.mark == .ok && check.id.isBriefIfPassed }
    let brief = report.checks.filter(isBrief).map(\.id.rawValue)
    if !brief.isEmpty { rows.append(Row("passed", .ok, brief.joined(separator: ", "))) }
    for check in report.checks where check.mark == .ok || check.mark == .skipped {
      guard !isBrief(check) else { continue }
      if let last = rows.last, check.mark == .skipped, last.sentence == check.sentence {
        rows[rows.count - 1].name += ", " + check.id.rawValue
      } else {
        rows.append(Row(check))
      }
    }
    let set = report.settings.filter { $0.origin != .standard }.map(\.key)
    if !set.isEmpty {
      rows.append(Row("settings", .ok, "\(set.count) set: \(set.joined(separator: ", "))"))
    }
    return rows
  }

  private var summary: String {
    func part(_ mark: Check.Mark, _ words: (Int) -> String) -> String? {
      let names = report.checks.filter { $0.mark == mark }.map(\.id.rawValue)
      guard !names.isEmpty else { return nil }
      let unique = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return "\(words(names.count)) (\(unique.joined(separator: ", ")))"
    }
    func checks(_ count: Int) -> String { count == 1 ? "1 check" : "\(count) checks" }
    let failed = part(.failed) { "\(checks($0)) failed" }
    let warned = part(.warning) { $0 == 1 ? "1 warning" : "\($0) warnings" }
    let passed = report.checks.count { $0.mark == .ok }
    guard failed != nil || warned != nil else { return "No problems found." }
    return [failed, warned, "\(passed) passed"].compactMap(\.self).joined(separator: ", ") + "."
  }

  private var sample: [String] {
    [
      "Characters, of --glyphs \(level.rawValue); a misaligned bar at the end shows a wide one:",
      "  " + String((0..<40).map { Character("\($0 % 10)") }) + "|",
    ]
      + glyphs.rows.map { row in
        "  " + row + String(repeating: " ", count: max(0, 40 - row.count)) + "|"
      }
  }

  private var settings: [String] {
    let known = report.settings.filter { $0.value != nil }
    var lines = ["Settings:"]
    for setting in known {
      let head = padded("  " + setting.key + " ", 21)
      let value = SafeText(setting.value ?? "").description
      let origin = SafeText("\(setting.origin)").description
      let row = head + padded(value, 24) + "  " + origin
      if SafeText(row).width <= width {
        lines.append(row)
      } else {
        lines += block(head, value, indent: 21)
        lines += block("", "from \(origin)", indent: 21)
      }
    }
    let idle = report.settings.filter { $0.value == nil }.map(\.key)
    if !idle.isEmpty { lines += block("", "Not set: " + idle.joined(separator: ", "), indent: 2) }
    return lines
  }

  // MARK: Layout

  private enum FactForm {
    case none
    /// In one sentence, for failed checks only.
    case sentence
    case table
  }

  private func lines(_ row: Row, facts: FactForm) -> [String] {
    let mark =
      switch row.mark {
      case .ok: glyphs.done
      case .warning: glyphs.warning
      case .failed: glyphs.failed
      case .skipped: glyphs.skipped
      }
    let name = padded(mark, 3) + row.name
    let isLong = SafeText(name).width >= column
    var lines = block(name + (isLong ? ": " : " "), row.sentence, indent: column)
    for advice in row.advice { lines += block(space(column) + "> ", advice, indent: column + 2) }
    switch facts {
    case .none: break
    case .sentence where row.mark != .failed: break
    case .sentence:
      let facts = row.facts.filter { !$0.isDetail }
        .map { "\($0.label) \($0.value)" }.joined(separator: ", ")
      if !facts.isEmpty { lines += block("", "(\(facts))", indent: column) }
    case .table:
      for fact in row.facts {
        lines += block(space(column) + fact.label + " ", fact.value, indent: column + 15)
      }
    }
    return lines
  }

  /// Wraps a text after a head.
  ///
  /// A word that is too long, such as a path, starts at the column of sentences or at the left edge,
  /// so that the terminal does not break it.
  private func block(_ head: String, _ text: String, indent: Int) -> [String] {
    var lines = [padded(head, indent)]
    var end = SafeText(lines[0]).width
    var isAtStart = true
    // Texts of others are cleaned before they are wrapped.
    for word in SafeText(text).description.split(separator: " ").map(String.init) {
      let length = SafeText(word).width
      if end + (isAtStart ? 0 : 1) + length > width {
        end = [indent, min(indent, column)].first { $0 + length <= width } ?? min(indent, 2)
        if isAtStart { lines[lines.count - 1] = head.trimmingBlanks }
        lines.append(space(end))
        isAtStart = true
      }
      lines[lines.count - 1] += (isAtStart ? "" : " ") + word
      end += (isAtStart ? 0 : 1) + length
      isAtStart = false
    }
    return lines
  }

  private func space(_ width: Int) -> String { String(repeating: " ", count: width) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + space(max(0, width - SafeText(text).width))
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }
}
