import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// The doctor, run as a program.
struct DoctorRun {
  let folder = TestFolder()

  /// Runs it.
  func examine(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> RunningProgram.Outcome {
    let outcome = try RunningProgram.run(["doctor"] + words, in: folder, environment: environment)
    #expect(isPlain(outcome.bytes))
    return outcome
  }

  /// The checks of a report for programs, by their names.
  func checks(_ outcome: RunningProgram.Outcome) throws -> [String: [String: Any]] {
    #expect(outcome.output.split(separator: "\n").count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let report = try #require(object as? [String: Any])
    #expect(report["v"] as? Int == 1)
    #expect(report["type"] as? String == "doctor")
    #expect(report["status"] as? Int32 == outcome.status)
    let checks = try #require(report["checks"] as? [[String: Any]])
    return Dictionary(checks.map { ($0["name"] as? String ?? "", $0) }) { $1 }
  }
}
