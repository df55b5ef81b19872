import CellGrid
import Foundation
import Glibc
import SystemTestSupport
import TestSupport
import Testing

/// A terminal multiplexer between the terminal and the program.
enum Multiplexer: String, CaseIterable, CustomTestStringConvertible {
  case tmux
  case screen

  var testDescription: String { rawValue }

  var path: String { "/usr/bin/\(rawValue)" }

  var isInstalled: Bool { access(path, X_OK) == 0 }

  /// Starts a program in it, with a separate server.
  func start(_ program: String, folder: String) throws -> PseudoTerminal {
    // In force before the program starts: a status line that goes away later would resize it.
    let settings =
      switch self {
      case .tmux: "set -g status off\nset -g mouse on\n"
      case .screen: "startup_message off\nmousetrack off\naltscreen on\n"
      }
    let file = folder + "/settings"
    try Data(settings.utf8).write(to: URL(fileURLWithPath: file))
    mkdir(folder + "/sockets", 0o700)
    return try PseudoTerminal(
      executable: path,
      arguments: self == .tmux
        ? ["-L", "t", "-f", file, "new-session", program] : ["-U", "-c", file, "-S", "t", program],
      environment: environment(folder))
  }

  /// Ends its server and what that has started.
  func stop(folder: String) {
    let arguments = self == .tmux ? ["-L", "t", "kill-server"] : ["-S", "t", "-X", "quit"]
    // It has ended already, unless the test failed.
    _ = try? ChildProcess(path, arguments, environment: environment(folder))
      .finish(timeout: .seconds(10))
  }

  private func environment(_ folder: String) -> [String: String] {
    PseudoTerminal.environment.merging([
      "TMUX_TMPDIR": folder, "SCREENDIR": folder + "/sockets", "HOME": folder, "SHELL": "/bin/sh",
    ]) { $1 }
  }
}

@Suite(.blocking) struct `A screen in a multiplexer` {
  @Test(arguments: Multiplexer.allCases.filter(\.isInstalled))
  func `A multiplexer shows the same screen and passes keys, mouse and pastes`(
    _ kind: Multiplexer
  ) throws {
    // The path of the server's socket has at most 107 bytes, and a folder and the socket take 71.
    let parent = FileManager.default.temporaryDirectory.path
    let folder = try TemporaryFolder(in: parent.utf8.count <= 36 ? parent : "/tmp")
    // Others may look into /tmp.
    chmod(folder.path, 0o700)
    defer { kind.stop(folder: folder.path) }
    let direct = try probe()
    try direct.wait { $0.cell(79, 23).base == "#" }
    let terminal = try kind.start(BuiltProduct.path("ScreenProbe"), folder: folder.path)
    try terminal.wait {
      $0.rowText(0).hasPrefix("probe 80x24 events 0.") && $0.cell(79, 23).base == "#"
    }
    for row in 1..<24 {
      // Wide characters are a matter of the terminal model below as well.
      #expect(terminal.rowText(row) == direct.rowText(row), "row \(row)")
    }
    #expect(terminal.cell(0, 1).style.foreground == direct.cell(0, 1).style.foreground)

    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(terminal.screenText.contains("character(\"x\")"))
    terminal.type("\u{1B}[200~qF\u{1B}[201~")
    try terminal.wait { $0.screenText.contains("paste(\"qF\")") }
    terminal.type("\u{1B}[<0;11;6M")
    try terminal.wait { $0.screenText.contains("Action.press") }

    terminal.type("q")
    _ = try terminal.waitForExit()
    #expect(!terminal.isAlternateScreen)
  }
}
