internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import Viewer

/// What the doctor found, for people and for programs.
struct DoctorReport: Sendable {
  /// The version of the report's form for programs, to which members are only added.
  static let version = 1
  private static let column = 17

  let checks: [Check]
  let settings: [ReportedSetting]
  let time: Timestamp
  /// What was asked about; nil for nothing.
  let asked: FollowedTrips?

  /// The status to end with: that of the first thing that failed.
  var status: ExitStatus { checks.first { $0.mark == .failed }?.status ?? .success }

  // MARK: For people

  /// The report in lines: what is fine in a line each, and at the end what is not.
  ///
  /// - Parameters:
  ///   - level: The characters that may be used.
  ///   - isVerbose: Whether all that was found is told, with the settings and a sample of characters.
  /// - Returns: The lines, not yet cleaned.
  func lines(_ level: GlyphLevel, isVerbose: Bool) -> [String] {
    let glyphs = GlyphSample(level)
    let wrong = self.wrong
    var lines: [String] = []
    if isVerbose {
      lines += checks.flatMap { self.lines($0, glyphs, facts: .table) }
      lines += [""] + sample(level, glyphs) + [""] + settingLines
      if !wrong.isEmpty { lines += [""] + wrong.flatMap { self.lines($0, glyphs, facts: .none) } }
    } else {
      lines += told.flatMap { self.lines($0, glyphs, facts: .none) }
      lines += wrong.flatMap { [""] + self.lines($0, glyphs, facts: .sentence) }
    }
    return lines + [""] + HelpLayout.wrapped(summary(isVerbose: isVerbose), indent: 0)
  }

  /// What is wrong, the worst last, where it is read first; what is to be done is told once.
  private var wrong: [Check] {
    let failed = checks.filter { $0.mark == .failed }
    let known = Set(failed.flatMap(\.advice))
    return checks.filter { $0.mark == .warning }.map { check in
      var check = check
      check.advice.removeAll { known.contains($0) }
      return check
    } + failed
  }

  /// What there is to tell of only where it is not fine.
  private static let quiet = [
    "configuration", "program", "paths", "terminal", "certificate", "clock",
  ]

  /// What is fine or was not looked at, in short; what was not looked at for one reason is one.
  private var told: [Check] {
    var told: [Check] = []
    let fine = checks.filter { $0.mark == .ok && Self.quiet.contains($0.name) }.map(\.name)
    if !fine.isEmpty { told.append(Check("fine", .ok, fine.joined(separator: ", "))) }
    for check in checks where check.mark == .ok || check.mark == .skipped {
      guard !fine.contains(check.name) else { continue }
      if let last = told.last, check.mark == .skipped, last.sentence == check.sentence {
        told[told.count - 1] = Check(last.name + ", " + check.name, last.mark, last.sentence)
      } else {
        told.append(check)
      }
    }
    let set = settings.filter { $0.origin != .standard }.map(\.key)
    if !set.isEmpty {
      told.append(
        Check("settings", .ok, "\(set.count) set: \(set.joined(separator: ", "))")
      )
    }
    return told
  }

  private func summary(isVerbose: Bool) -> String {
    func names(_ mark: Check.Mark) -> String {
      let names = checks.filter { $0.mark == mark }.map(\.name)
      let unique = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return "\(names.count) (\(unique.joined(separator: ", ")))"
    }
    func has(_ mark: Check.Mark) -> Bool { checks.contains { $0.mark == mark } }
    let right = checks.count { $0.mark == .ok }
    let parts = [
      has(.failed) ? "Failed: \(names(.failed))" : nil,
      has(.warning) ? "To be looked at: \(names(.warning))" : nil,
      has(.failed) || has(.warning) ? "Right: \(right)" : "Nothing is wrong",
    ]
    return parts.compactMap { $0.map { $0 + "." } }.joined(separator: " ")
      + (isVerbose ? "" : " --verbose tells all.")
  }

  /// How the facts of a check are told.
  private enum FactForm {
    case none
    /// One after the other.
    case sentence
    /// Each on a line of its own.
    case table
  }

  private func lines(_ check: Check, _ glyphs: GlyphSample, facts: FactForm) -> [String] {
    let mark =
      switch check.mark {
      case .ok: glyphs.done
      case .warning: glyphs.warning
      case .failed: glyphs.failed
      case .skipped: glyphs.skipped
      }
    let head = padded(mark, 3) + check.name
    var lines = block(head + " ", check.sentence, indent: Self.column)
    for advice in check.advice {
      lines += block(Self.space(Self.column) + "> ", advice, indent: Self.column + 2)
    }
    switch facts {
    case .none: break
    case .sentence where check.mark != .failed: break
    case .sentence:
      // How long things took tells little of why they failed, and the rest is in the sentences.
      let told = check.facts
        .filter { !$0.key.hasSuffix("_ms") && !["proxy", "said"].contains($0.key) }
        .map { "\($0.label) \($0.value)" }.joined(separator: ", ")
      if !told.isEmpty { lines += block("", "(\(told))", indent: Self.column) }
    case .table:
      for fact in check.facts {
        let label = Self.space(Self.column) + fact.label + " "
        lines += block(label, fact.value, indent: Self.column + 15)
      }
    }
    return lines
  }

  /// A text in lines beside what stands before it.
  ///
  /// A word that finds no room there, such as a path, begins a line farther to the left, so that the
  /// terminal does not break it.
  private func block(_ head: String, _ text: String, indent: Int) -> [String] {
    // What others say is cleaned before it is broken into lines.
    let words = SafeText(text).description.split(separator: " ").map {
      (String($0), SafeText(String($0)).width)
    }
    var lines = [padded(head, indent)]
    var column = SafeText(lines[0]).width
    var isAtStart = true
    for (word, width) in words {
      if column + (isAtStart ? 0 : 1) + width > HelpLayout.width {
        column = min(indent, max(2, HelpLayout.width - width))
        lines.append(Self.space(column))
        isAtStart = true
      }
      lines[lines.count - 1] += (isAtStart ? "" : " ") + word
      column += (isAtStart ? 0 : 1) + width
      isAtStart = false
    }
    return lines
  }

  private static func space(_ width: Int) -> String { String(repeating: " ", count: width) }

  private func sample(_ level: GlyphLevel, _ glyphs: GlyphSample) -> [String] {
    [
      "Characters, of --glyphs \(level.rawValue); a bar that is off at the end shows a wide one:",
      "  " + String((0..<40).map { Character("\($0 % 10)") }) + "|",
    ]
      + glyphs.rows.map { row in
        "  " + row + String(repeating: " ", count: max(0, 40 - row.count)) + "|"
      }
  }

  /// The settings with where each comes from, on lines that are not too long for a terminal.
  private var settingLines: [String] {
    let known = settings.filter { $0.value != nil }
    let width = known.map { SafeText($0.value ?? "").width }.max() ?? 0
    var lines = ["Settings:"]
    for setting in known {
      let head = "  " + padded(setting.key, 19)
      let value = SafeText(setting.value ?? "").description
      let origin = SafeText("\(setting.origin)").description
      let row = head + padded(value, min(width, 24)) + "  " + origin
      guard SafeText(row).width > HelpLayout.width else {
        lines.append(row)
        continue
      }
      lines += [head + value] + HelpLayout.wrapped("from \(origin)", indent: 21)
    }
    let idle = settings.filter { $0.value == nil }.map(\.key)
    if !idle.isEmpty {
      lines += HelpLayout.wrapped("Not set: " + idle.joined(separator: ", "), indent: 2)
    }
    return lines
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + Self.space(max(0, width - SafeText(text).width))
  }

  // MARK: For programs

  /// The report as one object on a line.
  ///
  /// - Throws: That it cannot be written.
  func json() throws(CommandError) -> JSONLine {
    do {
      let form = Form(
        v: Self.version,
        type: "doctor",
        time: Timestamp(seconds: time.seconds).description,
        trip: asked.flatMap { if case .one(let name) = $0 { name.description } else { nil } },
        vehicle: asked?.vehicle?.description,
        version: HelpText.version,
        status: status.rawValue,
        checks: checks.map(Form.Part.init),
        settings: settings.map(Form.Value.init)
      )
      return JSONLine(escaping: String(decoding: try WireJSON.encode(form), as: UTF8.self))
    } catch {
      throw CommandError(.failure, "The report cannot be written as JSON.")
    }
  }

  private struct Form: Encodable {
    struct Part: Encodable {
      let name: String
      let mark: String
      let text: String
      let advice: [String]
      let facts: [String: String]
      let numbers: [String: Double]

      init(_ check: Check) {
        name = check.name
        mark = check.mark.rawValue
        text = check.sentence
        advice = check.advice
        let texts = check.facts.filter { $0.number == nil }
        facts = Dictionary(texts.map { ($0.key, $0.value) }) { $1 }
        let numbers = check.facts.compactMap { fact in fact.number.map { (fact.key, $0) } }
        self.numbers = Dictionary(numbers.filter { $0.1.isFinite }) { $1 }
      }
    }

    struct Value: Encodable {
      let key: String
      let value: String?
      let origin: String

      init(_ setting: ReportedSetting) {
        (key, value) = (setting.key, setting.value)
        origin = setting.origin.description
      }
    }

    let v: Int
    let type: String
    let time: String
    let trip: String?
    let vehicle: String?
    let version: String
    let status: Int32
    let checks: [Part]
    let settings: [Value]
  }
}
