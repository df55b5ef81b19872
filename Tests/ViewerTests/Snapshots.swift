import CellGrid
import Foundation
import Testing

/// Whole screens as files beside the tests: a file for each screen, with all its sizes and levels of
/// characters one below the other.
///
/// A missing file is written and the test fails once; `RECORD_SNAPSHOTS=1` writes all anew.
enum Snapshots {
  /// A picture of a screen.
  struct Picture {
    let title: String
    let text: String

    init(_ frame: Frame, _ variant: String) {
      title = "== \(frame.size.columns)x\(frame.size.rows) \(variant) =="
      text = SampleView.text(frame)
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Snapshots")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  /// Compares the pictures of a screen with its file.
  ///
  /// - Parameters:
  ///   - pictures: The pictures in the order of the file.
  ///   - name: The file's name without its ending.
  ///   - sourceLocation: Where the test is.
  /// - Throws: When the file cannot be written.
  static func expect(
    _ pictures: [Picture],
    named name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let actual = pictures.map { $0.title + "\n" + $0.text }.joined(separator: "\n")
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
    Issue.record(
      "\(name) is drawn differently:\n\(differences(expected, pictures))",
      sourceLocation: sourceLocation
    )
  }

  private static func differences(_ expected: String, _ pictures: [Picture]) -> String {
    func lines(_ text: some StringProtocol) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
    }
    var result: [String] = []
    for picture in pictures {
      guard let start = expected.range(of: picture.title + "\n") else {
        result.append(picture.title + " is new")
        continue
      }
      let rest = expected[start.upperBound...]
      let old = lines(rest[..<(rest.range(of: "\n\n==")?.lowerBound ?? rest.endIndex)])
      let different = zip(old, lines(picture.text)).filter { $0 != $1 }
      if !different.isEmpty {
        result.append(picture.title)
        result += different.map { "- \($0)\n+ \($1)" }
      }
    }
    return result.prefix(120).joined(separator: "\n")
  }
}
