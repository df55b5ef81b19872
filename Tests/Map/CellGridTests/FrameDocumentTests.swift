import CellGrid
import TestSupport
import Testing

@Suite(.limited) struct FrameDocumentTests {
  private var frame: Frame {
    var frame = Frame(size: GridSize(columns: 8, rows: 2))
    frame.draw("a<é漢", column: 0, row: 0, style: CellStyle(foreground: .indexed(1)))
    frame.draw(
      "⣿▚", column: 6, row: 0,
      style: CellStyle(
        foreground: .rgb(red: 1, green: 2, blue: 3), background: .indexed(16), attributes: .bold))
    return frame
  }

  @Test func `A frame as text has its characters without trailing spaces`() {
    #expect(frame.document(.txt) == "a<é漢 ⣿▚\n\n")
  }

  @Test func `A frame as ANSI text sets each style once and resets it at the end of a row`() {
    #expect(
      frame.document(.ansi, hasExactColors: true)
        == "\u{1B}[0;31ma<é漢\u{1B}[0m \u{1B}[0;1;38;2;1;2;3;48;5;16m⣿▚\u{1B}[m\n\n")
    #expect(frame.document(.ansi).contains("\u{1B}[0;1;38;5;16;48;5;16m⣿▚"))
  }

  @Test func `A frame as SVG draws dots and blocks as shapes and escapes text`() {
    let picture = frame.document(.svg, background: .light)
    #expect(
      picture.contains("<text x=\"0\" y=\"12\" fill=\"#cd0000\" textLength=\"40\">a&lt;é漢</text>"))
    #expect(picture.contains("<path stroke=\"#010203\" d=\"M50 1v2"))
    // The block's quadrants: upper left and lower right.
    #expect(picture.contains("M56 0h4v8h-4zm4 8h4v8h-4z\"/>"))
    #expect(picture.contains("<path fill=\"#000000\" d=\"M48 0h16v16h-16z\"/>"))
    #expect(picture.contains("fill=\"#ffffff\""))
  }

  @Test(arguments: FrameFormat.allCases)
  func `A frame of no cells is a document all the same`(format: FrameFormat) {
    let document = Frame(size: GridSize(columns: 0, rows: 0)).document(format)
    #expect(document.isEmpty == (format != .svg))
  }

  @Test func `An animation has the first frame and the words and shapes that change`() {
    var animation = FrameAnimation(frameTime: .milliseconds(500))
    #expect(animation.text.isEmpty)
    var frame = Frame(size: GridSize(columns: 20, rows: 2))
    frame.draw(SafeText("at 12 m, on time"), column: 0, row: 0)
    animation.add(frame)
    animation.add(frame)
    frame.draw(SafeText("3"), column: 4, row: 0)
    animation.add(frame)
    let text = animation.text
    // Three frames of half a second, and three seconds for the last one.
    #expect(text.contains(".f{animation-duration:4.5s;"))
    #expect(text.contains("@keyframes f2{0%{visibility:hidden}22.222%{visibility:visible}}"))
    #expect(!text.contains("f1"))
    #expect(text.contains("prefers-reduced-motion"))
    #expect(text.split(separator: "<text").count == 3)
    #expect(text.contains("<text x=\"24\" y=\"12\" fill=\"#d0d0d0\" textLength=\"16\">13</text>"))
    // What was there before is covered.
    #expect(text.contains("<path fill=\"#101418\" d=\"M24 0h16v16h-16z\"/>"))
  }
}
