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
  /// The trip that was asked about; nil for none.
  let trip: String?

  /// The status to end with: that of the first thing that failed.
  var status: ExitStatus { checks.first { $0.mark == .failed }?.status ?? .success }

  // MARK: For people

  /// The report in lines.
  ///
  /// - Parameter level: The characters that may be used.
  /// - Returns: The lines, not yet cleaned.
  func lines(_ level: GlyphLevel) -> [String] {
    let glyphs = GlyphSample(level)
    var lines = checks.flatMap { self.lines($0, glyphs) }
    lines += [
      "",
      "Characters, of --glyphs \(level.rawValue); a bar that is off at the end shows a wide one:",
    ]
    lines += ["  " + String((0..<40).map { Character("\($0 % 10)") }) + "|"]
    lines += glyphs.rows.map { row in
      "  " + row + String(repeating: " ", count: max(0, 40 - row.count)) + "|"
    }
    lines += ["", "Settings:"]
    let known = settings.filter { $0.value != nil }
    let width = known.map { SafeText($0.value ?? "").width }.max() ?? 0
    lines += known.map { setting in
      "  " + padded(setting.key, 19) + padded(setting.value ?? "", min(width, 40) + 2)
        + "\(setting.origin)"
    }
    let idle = settings.filter { $0.value == nil }.map(\.key)
    if !idle.isEmpty {
      lines += HelpLayout.wrapped("Not set: " + idle.joined(separator: ", "), indent: 2)
    }
    return lines + ["", summary]
  }

  private var summary: String {
    func count(_ mark: Check.Mark) -> Int { checks.count { $0.mark == mark } }
    let (failed, warnings) = (count(.failed), count(.warning))
    guard failed + warnings > 0 else { return "Nothing is wrong." }
    return "\(failed) failed, \(warnings) to be looked at, \(count(.ok)) right."
  }

  private func lines(_ check: Check, _ glyphs: GlyphSample) -> [String] {
    let mark =
      switch check.mark {
      case .ok: glyphs.done
      case .warning: glyphs.warning
      case .failed: glyphs.failed
      case .skipped: glyphs.skipped
      }
    let head = padded(padded(mark, 3) + check.name, Self.column)
    // What others say is cleaned before it is broken into lines.
    func wrapped(_ text: String, indent: Int) -> [String] {
      HelpLayout.wrapped(SafeText(text).description, indent: indent)
    }
    var lines = wrapped(check.sentence, indent: Self.column)
    lines[0] = head + lines[0].dropFirst(Self.column)
    for advice in check.advice {
      var more = wrapped(advice, indent: Self.column + 2)
      more[0] =
        String(repeating: " ", count: Self.column) + "> "
        + more[0].dropFirst(Self.column + 2)
      lines += more
    }
    for fact in check.facts {
      var more = wrapped(fact.value, indent: Self.column + 15)
      more[0] =
        String(repeating: " ", count: Self.column) + padded(fact.label, 15)
        + more[0].dropFirst(Self.column + 15)
      lines += more
    }
    return lines
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - SafeText(text).width))
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
        trip: trip,
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
    let version: String
    let status: Int32
    let checks: [Part]
    let settings: [Value]
  }
}
