import TestSupport
import Testing

@testable import CellGrid

@Suite(.limited) struct `The input parser` {
  private func parse(_ text: String) -> [InputEvent] {
    var parser = InputParser()
    return parser.feed(text.utf8) + parser.flush()
  }

  @Test(
    arguments: [
      ("a", Key.character("a"), Modifiers()), ("é", .character("é"), []),
      ("\u{1F697}", .character("\u{1F697}"), []), ("\u{03}", .character("c"), .control),
      ("\0", .character(" "), .control), ("\u{1C}", .character("\\"), .control),
      ("\r", .enter, []), ("\t", .tab, []), ("\u{7F}", .backspace, []),
      ("\u{1B}", .escape, []), ("\u{1B}x", .character("x"), .alt),
      ("\u{1B}é", .character("é"), .alt),
      ("\u{1B}[", .character("["), .alt), ("\u{1B}O", .character("O"), .alt),
      ("\u{1B}]", .character("]"), .alt), ("\u{1B}[A", .up, []), ("\u{1B}OB", .down, []),
      ("\u{1B}[1;5C", .right, .control), ("\u{1B}[1;2D", .left, .shift), ("\u{1B}[H", .home, []),
      ("\u{1B}[4~", .end, []), ("\u{1B}[3;3~", .delete, .alt), ("\u{1B}[5~", .pageUp, []),
      ("\u{1B}[Z", .tab, .shift), ("\u{1B}OP", .function(1), []), ("\u{1B}[[B", .function(2), []),
      ("\u{1B}[24~", .function(12), []), ("\u{1B}[97;5u", .character("a"), .control),
      // Kitty's keyboard mode: presses, repetitions, other characters with Shift, the text after all.
      ("\u{1B}[112u", .character("p"), []), ("\u{1B}[112;1:1u", .character("p"), []),
      ("\u{1B}[112;1:2u", .character("p"), []), ("\u{1B}[112;2u", .character("P"), []),
      ("\u{1B}[112:80;2:1;80u", .character("P"), []), ("\u{1B}[49:33;2u", .character("!"), []),
      ("\u{1B}[113::97;5:1u", .character("q"), .control), ("\u{1B}[112;65u", .character("p"), []),
      ("\u{1B}[1;1:2A", .up, []), ("\u{1B}[6;5:1~", .pageDown, .control),
    ] as [(String, Key, Modifiers)]
  )
  func `The input parser reads keys`(text: String, key: Key, modifiers: Modifiers) {
    #expect(parse(text) == [.key(key, modifiers)])
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;300;7M", MouseEvent.Action.press, 299, 6), ("\u{1B}[<32;2;2M", .drag, 1, 1),
      ("\u{1B}[<2;3;4M", .rightPress, 2, 3),
      ("\u{1B}[<0;1;1m", .release, 0, 0), ("\u{1B}[<64;5;6M", .wheelUp, 4, 5),
      ("\u{1B}[<65;5;6M", .wheelDown, 4, 5), ("\u{1B}[<80;5;6M", .wheelUp, 4, 5),
      ("\u{1B}[M !!", .press, 0, 0),
    ] as [(String, MouseEvent.Action, Int, Int)]
  )
  func `The input parser reads the mouse`(
    text: String,
    action: MouseEvent.Action,
    column: Int,
    row: Int
  ) {
    let position = GridPoint(column: column, row: row)
    #expect(parse(text) == [.mouse(MouseEvent(action, at: position))])
  }

  @Test func `The input parser reports the focus`() {
    #expect(parse("\u{1B}[Ia\u{1B}[O") == [.focus(true), .key(.character("a"), []), .focus(false)])
    // Tab on a keypad.
    #expect(parse("\u{1B}OI") == [.key(.tab, [])])
  }

  @Test(arguments: [
    "\u{1B}[?62;22c", "\u{1B}[12;40R", "\u{1B}[?2026;2$y", "\u{1B}]11;rgb:0/0/0\u{07}",
    "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[2I", "\u{1B}[1;2O", "\u{1B}[?1u",
    "\u{1B}[?997;1n", "\u{1B}[?997;3n",
    "\u{1B}[<0;0;1M", "\u{1B}[<99999999999999999999;1;1M", "\u{1B}[<0;1M", "\u{1B}[<1;1;1M",
    "\u{1B}[999~", "\u{1B}[;;;~", "\u{1B}[99999999999999999999q",
    // Releases of keys in kitty's keyboard mode, and a press of Shift alone.
    "\u{1B}[112;1:3u", "\u{1B}[113;5:3u", "\u{1B}[112:80;2:3;80u", "\u{1B}[1;1:3A",
    "\u{1B}[5;1:3~", "\u{1B}[1;1:3P", "\u{1B}[13;1:3u", "\u{1B}[57441;2u",
  ])
  func `The input parser ignores replies and unknown sequences`(text: String) {
    var parser = InputParser()
    #expect(parser.feed(text.utf8) == [])
    #expect(parser.feed("k".utf8) == [.key(.character("k"), [])])
  }

  @Test(
    arguments: [
      ("\u{1B}[?997;1n\u{1B}[?997;2n", [.scheme(isLight: false), .scheme(isLight: true)]),
      ("\u{1B}[?997;3n\u{1B}[?997n\u{1B}[997;1n\u{1B}[?996;1n", []),
      ("\u{1B}[?62;22c", [.attributes]), ("\u{1B}[?2026;2$y", [.mode(2026, state: 2)]),
      ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", [.color(11, red: 255, green: 128, blue: 0)]),
      ("\u{1B}]11;rgba:f/0/80/ff\u{1B}\\", [.color(11, red: 255, green: 0, blue: 128)]),
      ("\u{1B}]11;#1e2f3a\u{7}", [.color(11, red: 30, green: 47, blue: 58)]),
      ("\u{1B}P1+r524742\u{1B}\\", [.exactColors]),
      ("\u{1B}P1+r524742=382F\u{1B}\\", [.exactColors]),
      ("\u{1B}P0+r524742\u{1B}\\", []), ("\u{1B}P1+r524742=2D31\u{1B}\\", []),
      ("\u{1B}P1+r5247423D\u{1B}\\", []),
      ("\u{1B}P1$r48;2;1;2;3m\u{1B}\\", [.exactColors]),
      ("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\", [.exactColors]),
      ("\u{1B}P1$r0;48:2:0:1:2:3m\u{1B}\\", [.exactColors]),
      ("\u{1B}P1$r0;48:5:16m\u{1B}\\", []), ("\u{1B}P0$r\u{1B}\\", []),
      ("\u{1B}P1$r48;2;1;2\u{1B}\\", []), ("\u{1B}P1$rm\u{1B}\\", []),
      ("\u{1B}]11;rgb:fffff/0/0\u{7}", []), ("\u{1B}]11;rgb:0/0\u{7}", []),
      ("\u{1B}]11;rgb:+1/0/0\u{7}", []), ("\u{1B}]-1;rgb:0/0/0\u{7}", []), ("\u{1B}]11;\u{7}", []),
      ("\u{1B}[?62;22$c", []), ("\u{1B}[>0;1c", []), ("\u{1B}[?2026$y", []), ("\u{1B}[1;2R", []),
    ] as [(String, [TerminalReply])]
  )
  func `The input parser keeps the replies of the terminal`(text: String, replies: [TerminalReply])
  {
    for cut in 0...text.utf8.count {
      var parser = InputParser()
      let events = parser.feed(text.utf8.prefix(cut)) + parser.feed(text.utf8.dropFirst(cut))
      #expect(parser.takeReplies() == replies)
      #expect(parser.takeReplies() == [])
      #expect(events == (text.hasSuffix("R") ? [.key(.function(3), .shift)] : []))
    }
  }

  @Test func `The input parser recognises a cursor report only while one is expected`() {
    var parser = InputParser()
    parser.expectsCursorReport = true
    #expect(parser.feed("\u{1B}[1;2R".utf8) == [])
    #expect(parser.takeReplies() == [.cursor(column: 2, row: 1)])
    #expect(parser.feed("\u{1B}[1;2R".utf8) == [.key(.function(3), .shift)])
    #expect(parser.takeReplies() == [])
  }

  @Test func `The input parser limits unread replies`() {
    var parser = InputParser()
    for _ in 0..<1_000 { _ = parser.feed("\u{1B}[?62c".utf8) }
    #expect(parser.takeReplies().count == 16)
  }

  @Test(arguments: [
    (0, 0, 0, false), (255, 255, 255, true), (40, 42, 54, false), (253, 246, 227, true),
  ]) func `A terminal answer distinguishes a light background from a dark one`(
    red: UInt8, green: UInt8, blue: UInt8, isLight: Bool
  ) {
    #expect(TerminalAnswer.background(red: red, green: green, blue: blue).isLight == isLight)
    #expect(TerminalAnswer.ambiguousWidth(1).isLight == nil)
  }

  @Test func `The input parser merges redundant events of a batch`() {
    func wheel(_ action: MouseEvent.Action, _ column: Int) -> InputEvent {
      .mouse(MouseEvent(action, at: GridPoint(column: column, row: 0)))
    }
    let turns = Array(repeating: wheel(.wheelUp, 3), count: 10_000)
    #expect(InputEvent.coalesced(turns) == Array(turns.prefix(64)))
    #expect(InputEvent.coalesced(turns + [wheel(.wheelUp, 4)] + turns).count == 129)
    let drags = (0..<50).map { wheel(.drag, $0) }
    let whole = [wheel(.press, 0)] + drags + [wheel(.release, 49)]
    #expect(InputEvent.coalesced(whole) == [whole[0], drags[49], whole[51]])
    let others: [InputEvent] = [.key(.up, []), .key(.up, []), .paste("a"), .paste("a")]
    #expect(InputEvent.coalesced(others) == others)
  }

  @Test func `The input parser loses no key if the wheel turned while a program was busy`() {
    let turn = InputEvent.mouse(MouseEvent(.wheelUp, at: GridPoint(column: 0, row: 0)))
    let keys = ["a", "b", "c", "d"].map { InputEvent.key(.character($0), []) }
    var waiting: [InputEvent] = []
    for event in [keys[0], turn, turn, keys[1], keys[2], turn, keys[3]] {
      InputEvent.append(event, to: &waiting, most: 3)
    }
    #expect(waiting == [keys[0], keys[1], keys[2]])
    waiting = []
    for event in [turn, turn, turn, keys[0], turn] {
      InputEvent.append(event, to: &waiting, most: 3)
    }
    #expect(waiting == [turn, keys[0], turn])
  }

  @Test func `The input parser ignores bytes that are not UTF-8`() {
    var parser = InputParser()
    let bytes: [UInt8] = [0xFF, 0xC0, 0x80, 0xE2, 0x82, 0x61, 0xED, 0xA0, 0x80, 0xC2, 0x9B, 0x62]
    #expect(parser.feed(bytes) == [.key(.character("a"), []), .key(.character("b"), [])])
  }

  @Test func `The input parser makes no keys from a paste, and limits its length`() {
    #expect(parse("\u{1B}[200~q\u{03}\u{1B}[A\r\u{1B}[201~") == [.paste("q\u{03}\u{1B}[A\r")])
    let long = String(repeating: "ab", count: 500_000)
    let start = String(long.prefix(256))
    #expect(
      parse("\u{1B}[200~\(long)\u{1B}\u{1B}[201~x") == [.paste(start), .key(.character("x"), [])])
  }

  @Test(arguments: ["", "\u{1B}", "\u{1B}[201"])
  func `The input parser ends a paste whose end is lost`(cut: String) {
    var parser = InputParser()
    #expect(parser.feed(Array("\u{1B}[200~text\u{03}\(cut)".utf8)) == [])
    #expect(parser.isPasting)
    #expect(parser.flush() == [.paste("text\u{03}")])
    #expect(!parser.isPasting)
    #expect(parser.feed([0x03]) == [.key(.character("c"), .control)])
    // The late end is not a key.
    #expect(parser.feed(Array("\u{1B}[201~".utf8)) == [])
  }

  @Test func `The input parser waits only if the bytes may be the Escape key`() {
    var parser = InputParser()
    #expect(!parser.isWaiting)
    #expect(parser.feed([0x1B]) == [])
    #expect(parser.isWaiting)
    #expect(parser.flush() == [.key(.escape, [])])
    #expect(!parser.isWaiting)
    #expect(parser.feed(Array("\u{1B}[?2026".utf8)) == [])
    #expect(!parser.isWaiting)
    #expect(parser.flush() == [])
    #expect(parser.feed(Array(";2$yq".utf8)) == [.key(.character("q"), [])])
  }

  @Test func `The input parser recognizes Ctrl-C within any unfinished sequence except a paste`() {
    for start in ["\u{1B}]0;", "\u{1B}P", "\u{1B}[1;", "\u{1B}", "\u{1B}O"] {
      #expect(
        parse(start + "\u{03}").contains {
          if case .key(.character("c"), let modifiers) = $0 {
            modifiers.contains(.control)
          } else {
            false
          }
        })
    }
  }

  @Test(arguments: UInt64(0)..<64)
  func `The input parser does not depend on how bytes are divided`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [[UInt8]] = [
      [0x1B], Array("[".utf8), Array("O".utf8), Array("<".utf8), Array(";".utf8), Array("M".utf8),
      Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), Array("é漢".utf8), Array("~A1u".utf8),
      [0x9B, 0xFF, 0xE2], Array("]P".utf8), [0x07], Array("\\".utf8), [0x03, 0x0D],
      Array("$y".utf8),
    ]
    var bytes: [UInt8] = []
    for _ in 0..<2_000 {
      if Bool.random(using: &generator) {
        bytes += alphabet.randomElement(using: &generator) ?? []
      } else {
        bytes.append(UInt8.random(in: .min ... .max, using: &generator))
      }
    }
    var whole = InputParser()
    let expected = whole.feed(bytes)
    var cut = InputParser()
    var events: [InputEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...7, using: &generator)
      events += cut.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(events == expected)
  }
}
