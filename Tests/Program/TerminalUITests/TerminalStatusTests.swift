import CellGrid
import TestSupport
import Testing

@testable import TerminalUI

@Suite(.limited) struct `A terminal's title and progress` {
  private let start = ContinuousClock.now

  private func frame(_ title: SafeText? = nil, _ progress: Frame.Progress? = nil) -> Frame {
    var frame = Frame(size: GridSize(columns: 1, rows: 1))
    (frame.title, frame.progress) = (title, progress)
    return frame
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `A terminal's progress is written again before the terminal takes it away`() {
    var status = TerminalStatus(setsTitle: false, showsProgress: true, isASCIIOnly: false)
    let half = frame(nil, Frame.Progress(percent: 50, isFailing: false))
    let bytes = "\u{1B}]9;4;1;50\u{1B}\\"
    #expect(text(status.update(for: half, at: start)) == bytes)
    #expect(status.update(for: half, at: start + .seconds(9)) == [])
    #expect(text(status.update(for: half, at: start + .seconds(10))) == bytes)
    #expect(text(status.update(for: frame(), at: start + .seconds(11))) == "\u{1B}]9;4;0\u{1B}\\")
    #expect(status.update(for: frame(), at: start + .seconds(99)) == [])
    status.forget()
    #expect(text(status.update(for: frame(), at: start + .seconds(99))) == "\u{1B}]9;4;0\u{1B}\\")
  }

  @Test(arguments: [(true, "..."), (false, "…")])
  func `A terminal's long title ends with what its locale has`(isASCIIOnly: Bool, end: String) {
    var status = TerminalStatus(setsTitle: true, showsProgress: false, isASCIIOnly: isASCIIOnly)
    let long = frame(SafeText(String(repeating: "x", count: 100)))
    #expect(text(status.update(for: long, at: start)).hasSuffix("x\(end)\u{1B}\\"))
    #expect(status.update(for: long, at: start) == [])
  }
}
