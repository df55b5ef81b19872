import CellGrid
import Foundation
import Testing

@testable import Viewer

/// Whole screens as files next to the tests: a file for each screen, with its sizes, its ASCII form and
/// its styles one below the other.
///
/// A missing file is written and the test fails once; `RECORD_SNAPSHOTS=1` writes all of them again.
enum Snapshots {
  /// A picture of a screen.
  struct Picture {
    let title: String
    let text: String

    init(_ frame: Frame, _ variant: String) {
      title = "== \(frame.size.columns)x\(frame.size.rows) \(variant) =="
      text = SampleView.text(frame)
    }

    /// A picture of a frame's styles: a letter for each cell whose style shows, then what the letters
    /// mean.
    init(stylesOf frame: Frame, _ variant: String) {
      title = "== \(frame.size.columns)x\(frame.size.rows) \(variant), styles =="
      var styles: [CellStyle] = []
      let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
      var rows = ""
      for row in 0..<frame.size.rows {
        var line = ""
        for column in 0..<frame.size.columns {
          let cell = frame[column, row]
          guard cell.style != .plain, !cell.looksLike(.blank) else {
            line.append(cell.looksLike(.blank) ? " " : "·")
            continue
          }
          let index = styles.firstIndex(of: cell.style) ?? styles.count
          if index == styles.count { styles.append(cell.style) }
          line.append(index < letters.count ? letters[index] : "?")
        }
        rows += String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
      }
      text =
        rows
        + zip(letters, styles).map { "\($0) = \(Self.description(of: $1))\n" }.joined()
    }

    private static func description(of style: CellStyle) -> String {
      func name(_ color: Color) -> String? {
        switch color {
        case .standard: nil
        case .indexed(let index): "\(index)"
        case .rgb(let red, let green, let blue): "rgb \(red) \(green) \(blue)"
        }
      }
      let attributes: [(CellStyle.Attributes, String)] = [
        (.bold, "bold"), (.dim, "dim"), (.reverse, "reverse"), (.underline, "underline"),
      ]
      let words =
        [name(style.foreground), name(style.background).map { "on " + $0 }].compactMap { $0 }
        + attributes.filter { style.attributes.contains($0.0) }.map(\.1)
      return words.joined(separator: " ")
    }
  }

  /// The pictures of a screen at three sizes; at 80 × 24 other levels of characters and the styles too.
  static func pictures(
    levels: [GlyphLevel] = [.full, .ascii], _ frame: (GridSize, GlyphLevel) throws -> Frame
  ) rethrows -> [Picture] {
    var result: [Picture] = []
    for (columns, rows) in [(120, 40), (80, 24), (40, 12)] {
      let size = GridSize(columns: columns, rows: rows)
      for level in rows == 24 ? levels : [.full] {
        result.append(Picture(try frame(size, level), level.rawValue))
      }
      guard rows == 24 else { continue }
      result.append(Picture(stylesOf: try frame(size, .full), GlyphLevel.full.rawValue))
    }
    return result
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
    _ pictures: [Picture], named name: String, sourceLocation: SourceLocation = #_sourceLocation
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
      sourceLocation: sourceLocation)
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
