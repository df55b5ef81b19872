import CellGrid
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `Colors and characters` {
  private let folder = TestFolder()

  /// Follows a ride until it is shown, quits, and returns the terminal as it was then.
  private func follow(
    _ arguments: [String] = [], environment: [String: String] = [:], until text: String = "LIVE",
    keys: String = "q"
  ) throws -> (terminal: PseudoTerminal, frame: Frame) {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ] + arguments, in: folder, environment: environment)
    try terminal.wait { $0.screenText.contains(text) }
    let frame = terminal.frame
    terminal.type(keys)
    #expect(try terminal.waitForExit() == .exited(0))
    return (terminal, frame)
  }

  /// The parameters of the sequences that choose colors and styles, but for the color of the
  /// question whether the terminal shows every color.
  ///
  /// Other text, such as the time of day, has no part in them.
  private func styles(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).matches(of: /\u{1B}\[([0-9;:]*)m/).map(\.output.1)
      .filter { $0 != "48;2;1;2;3" }
  }

  /// The number of sequences that choose a color.
  private func colorCount(_ bytes: [UInt8]) -> Int {
    styles(bytes).count { style in
      style.split(separator: ";").contains { word in
        guard let number = Int(word) else { return false }
        return (30...38).contains(number) || (40...48).contains(number)
          || (90...107).contains(number)
      }
    }
  }

  @Test(
    arguments: [
      ("C", true), ("POSIX", true), ("C.UTF-8", false), ("ja_JP.UTF-8", nil), ("xx_YY.NONE", true),
    ] as [(String, Bool?)]
  )
  func `Colors and characters are those of the locale`(locale: String, isASCII: Bool?) throws {
    let (terminal, _) = try follow(environment: ["LC_ALL": locale, "LANG": locale])
    let isPlainASCII = terminal.rawOutput.allSatisfy { $0 < 0x80 }
    // Where a locale is not installed, it counts as C.
    if let isASCII { #expect(isPlainASCII == isASCII) }
  }

  @Test(
    arguments: [
      (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true), ([:], [], true),
      (["NO_COLOR": "1"], ["--color", "always"], true), ([:], ["--color", "never"], false),
      (["NO_COLOR": "1"], ["--color", "auto"], false), ([:], ["--theme", "mono"], false),
      (["TERM": "vt100"], [], false),
    ] as [([String: String], [String], Bool)]
  )
  func `Colors and characters follow the options`(
    environment: [String: String],
    arguments: [String],
    isColored: Bool
  ) throws {
    let (terminal, _) = try follow(arguments, environment: environment)
    #expect((colorCount(terminal.rawOutput) > 0) == isColored)
  }

  @Test(arguments: [
    ("", "", false), ("truecolor", "", true), ("24bit", "", true), ("yes", "", false),
    ("", "RGB", true), ("", "Tc", true), ("", "RGB#8", true), ("", "RGB=8/8/8", true),
    ("truecolor", #"setaf=\E[38\:5\:%p1%dm, setab=\E[48\:5\:%p1%dm"#, true),
    // Such a description has no palette: a number is a color.
    ("", #"RGB, colors#0x1000000, setaf=\E[38\:2\:\:0\:0\:%p1%dm"#, true),
  ]) func `Colors and characters have exact colors where the terminal says so`(
    variable: String, capabilities: String, areExact: Bool
  ) throws {
    let source = folder.file(
      "terminal",
      "rich|a terminal,\n\t\(capabilities.isEmpty ? "" : capabilities + ", ")use=xterm-256color,\n")
    let compiled = try ChildProcess.run("/usr/bin/tic", "-x", "-o", folder.path + "/info", source)
    #expect(compiled.status == 0, "\(compiled.errors)")
    try folder.keepDemoKeys()
    let terminal = try start(
      ["demo"], in: folder,
      environment: ["TERM": "rich", "TERMINFO": folder.path + "/info", "COLORTERM": variable])
    terminal.answersQuestions = false
    // The town is drawn.
    try terminal.wait(until: { $0.screenText.contains("Auravelle") }, timeout: .seconds(90))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let styles = styles(terminal.rawOutput)
    #expect(styles.contains { $0.contains("8;2;") } == areExact)
    #expect(!styles.contains { $0.contains("38:2") })
  }

  @Test(
    arguments: [
      ("15;0", [], UInt8(36)), ("0;15", [], 23), ("0;default;7", [], 23), ("nonsense", [], 36),
      ("0;15", ["--theme", "dark"], 36), ("15;0", ["--theme", "light"], 23),
      ("15;0", ["--theme", "high-contrast"], 48), ("0;15", ["--theme", "high-contrast"], 22),
    ] as [(String, [String], UInt8)])
  func `Colors and characters suit the background that the environment or the user names`(
    colors: String, arguments: [String], good: UInt8
  ) throws {
    let (_, frame) = try follow(arguments, environment: ["COLORFGBG": colors])
    // The badge LIVE has the color of what is good.
    let marks = frame.cells.filter { $0.base == "V" }.map(\.style.foreground)
    #expect(marks.contains(.indexed(good)))
  }

  @Test(arguments: [
    ("0;8", Appearance.Background.dark), ("0;9", .light), ("0", .unknown),
    ("0;-1", .unknown), ("", .unknown), ("0;15;99", .unknown),
  ])
  func `Colors and characters follow COLORFGBG`(
    value: String,
    background: Appearance.Background
  ) {
    #expect(Environment(variables: ["COLORFGBG": value]).background == background)
  }
}
