internal import ContractCases
internal import FleetEngine

/// The result of a run of the contract's cases.
struct VerifyReport: Sendable {
  let results: [CaseResult]
  /// The server's address, or `emulator`.
  let server: String
  let time: Timestamp
  let took: Duration

  var failures: [CaseResult] { results.filter { !$0.differences.isEmpty } }

  /// The table, the differences and the sum; not yet cleaned.
  var lines: [String] {
    var lines = TextTable.lines(table)
    for result in failures {
      lines += ["", "\(result.contractCase.name), \(result.edge): \(result.contractCase.title)"]
      lines += result.differences.map { "  " + $0 }
    }
    return lines + [""] + edges.map(sum) + reasons + ["\(tenths) s."]
  }

  var record: JSONRecord {
    var record = JSONRecord("verify", at: time)
    record["version"] = HelpText.version
    record["server"] = server
    record["duration"] = tenths
    record["passed"] = results.count { $0.verdict == .passed }
    record["failed"] = failures.count
    record["not_run"] = results.count { $0.reason != nil }
    record["cases"] = results.map { result in
      var record = result.contractCase.record
      record["edge"] = result.edge
      switch result.verdict {
      case .passed: record["verdict"] = "passed"
      case .failed, .unanswered:
        record["verdict"] = "failed"
        record["differences"] = result.differences
      case .notRun(let reason):
        record["verdict"] = "not run"
        record["reason"] = reason
      }
      return record
    }
    return record
  }

  private var edges: [String] {
    results.reduce(into: []) { edges, result in
      if !edges.contains(result.edge) { edges.append(result.edge) }
    }
  }

  /// The cases of each area by their origins, and how many of those that were run have passed.
  private var table: [[String]] {
    let kinds = ContractCase.Origin.Kind.allCases
    let first = edges.first
    let areas = Dictionary(grouping: results, by: \.contractCase.area).sorted { $0.key < $1.key }
    func row(_ name: String, _ results: [CaseResult]) -> [String] {
      let cases = results.filter { $0.edge == first }
      return [name]
        + kinds.map { kind in number(cases.count { $0.contractCase.origin.kind == kind }) }
        + edges.map { edge in
          let (run, passed) = counts(edge, results)
          return run == 0 ? "" : "\(passed)/\(run)"
        }
    }
    return [["area"] + kinds.map(\.rawValue) + edges] + areas.map { row($0.key, $0.value) }
      + [row("all", results)]
  }

  private func number(_ count: Int) -> String { count == 0 ? "" : "\(count)" }

  private func sum(_ edge: String) -> String {
    let (run, passed) = counts(edge, results)
    return "\(edge): \(passed) of \(run) cases passed."
  }

  /// How many cases were not run, by the reason.
  private var reasons: [String] {
    Dictionary(grouping: results.compactMap(\.reason)) { $0 }.sorted { $0.key < $1.key }
      .map { "Not run: \($0.value.count), because \($0.key)." }
  }

  /// The duration in seconds, to a tenth.
  private var tenths: Double { (took / .seconds(1) * 10).rounded() / 10 }

  /// How many of an interface's cases were run, and passed.
  private func counts(_ edge: String, _ results: [CaseResult]) -> (run: Int, passed: Int) {
    let run = results.filter { $0.edge == edge && $0.reason == nil }
    return (run.count, run.count { $0.verdict == .passed })
  }
}

extension CaseResult {
  /// The differences of a case that failed.
  var differences: [String] {
    switch verdict {
    case .failed(let differences): differences
    case .unanswered(let reason): ["no answer: \(reason)"]
    case .passed, .notRun: []
    }
  }

  /// Why the server did not answer; nil if it did.
  var unanswered: String? { if case .unanswered(let reason) = verdict { reason } else { nil } }

  /// Why the case was not run; nil if it was.
  var reason: String? { if case .notRun(let reason) = verdict { reason } else { nil } }
}

extension ContractCase {
  /// The case as `--json` shows it.
  var record: JSONRecord {
    var record = JSONRecord()
    record["case"] = name
    record["area"] = area
    record["title"] = title
    record["origin"] = origin.kind.rawValue
    record["source"] = origin.reference.isEmpty ? String?.none : origin.reference
    return record
  }
}
