import CellGrid
import Foundation
import Testing

/// Whole screens as files beside the tests.
///
/// A missing file is written and the test fails once; `RECORD_SNAPSHOTS=1` writes all anew.
enum Snapshots {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Snapshots")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  /// Compares a frame with its file.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - name: The file's name without its ending.
  ///   - sourceLocation: Where the test is.
  /// - Throws: When the file cannot be written.
  static func expect(
    _ frame: Frame,
    named name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let actual = SampleView.text(frame)
    let file = folder.appendingPathComponent(name + ".txt")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    if expected == actual { return }
    guard let expected, !isRecording else {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
      if !isRecording {
        Issue.record("Recorded the new snapshot \(name)", sourceLocation: sourceLocation)
      }
      return
    }
    Attachment.record(actual, named: "\(name)-actual.txt", sourceLocation: sourceLocation)
    let lines = zip(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      actual.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let different = lines.filter { $0 != $1 }.map { "- \($0)\n+ \($1)" }.joined(separator: "\n")
    Issue.record("\(name) is drawn differently:\n\(different)", sourceLocation: sourceLocation)
  }
}
