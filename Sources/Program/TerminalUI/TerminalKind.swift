internal import CellGrid

/// A terminal that is known by its name or its variables, with its version.
struct TerminalKind {
  enum Program {
    case alacritty, conEmu, contour, foot, ghostty, iTerm, kitty, konsole, mintty, terminalApp,
      urxvt, vte, wezTerm,
      windowsTerminal
  }

  let program: Program
  /// Up to three numbers; empty if unknown.
  let version: [Int]

  /// The programs that have a name of their own in `TERM`, by its start.
  private static let named: [(name: String, program: Program)] = [
    ("xterm-kitty", .kitty), ("xterm-ghostty", .ghostty), ("foot", .foot), ("wezterm", .wezTerm),
    ("alacritty", .alacritty), ("rxvt-unicode", .urxvt), ("contour", .contour), ("mintty", .mintty),
  ]
  /// Those that call themselves xterm, by `TERM_PROGRAM`.
  private static let xterms: [String: Program] = [
    "ghostty": .ghostty, "iTerm.app": .iTerm, "WezTerm": .wezTerm, "mintty": .mintty,
    "Apple_Terminal": .terminalApp,
  ]

  /// Recognizes the terminal; nil for others, and in a multiplexer, which hides the terminal that it is in.
  ///
  /// A terminal that was started from another one has the variables of both, but mostly a name of its own.
  init?(_ environment: [String: String]) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    guard !TerminalCapabilities.isInMultiplexer(environment), value("XTERM_VERSION").isEmpty else {
      return nil
    }
    let term = value("TERM")
    if let known = Self.named.first(where: { term.hasPrefix($0.name) })?.program {
      let isSame = Self.xterms[value("TERM_PROGRAM")] == known
      self.init(known, isSame ? value("TERM_PROGRAM_VERSION") : "")
    } else if !["xterm", "vte", "konsole"].contains(where: term.hasPrefix) {
      return nil
    } else if let known = Self.xterms[value("TERM_PROGRAM")] {
      self.init(known, value("TERM_PROGRAM_VERSION"))
    } else if !value("KONSOLE_VERSION").isEmpty {
      self.init(.konsole, value("KONSOLE_VERSION"))
    } else if !value("WT_SESSION").isEmpty {
      self.init(.windowsTerminal)
    } else if value("ConEmuANSI") == "ON" {
      self.init(.conEmu)
    } else if !value("VTE_VERSION").isEmpty {
      self.init(.vte, value("VTE_VERSION"))
    } else {
      return nil
    }
  }

  private init(_ program: Program, _ version: String = "") {
    self.program = program
    self.version = Self.numbers(version)
  }

  /// The first three numbers of a version.
  static func numbers(_ version: String) -> [Int] {
    version.split { !$0.isASCII || !$0.isNumber }.prefix(3).map { Int($0) ?? 0 }
  }

  /// Whether the version is known and not older than another one; an empty one is as old as any.
  private func isFrom(_ first: [Int]) -> Bool {
    first.isEmpty || !version.isEmpty && !version.lexicographicallyPrecedes(first)
  }

  /// Whether it shows a progress (OSC 9;4); others may show the sequence as a notification.
  ///
  /// Source: https://terminfo.dev/osc/osc-9-4
  var takesProgress: Bool {
    switch program {
    case .vte: isFrom([8_000])
    case .konsole: isFrom([250_400])
    case .ghostty: isFrom([1, 2])
    case .iTerm: isFrom([3, 6, 6])
    case .wezTerm: isFrom([20_250_301])
    case .mintty: isFrom([3, 6])
    case .windowsTerminal, .conEmu: true
    case .alacritty, .contour, .foot, .kitty, .terminalApp, .urxvt: false
    }
  }

  /// The message that it shows; nil for none.
  ///
  /// Source: https://github.com/kovidgoyal/kitty/issues/9948
  var message: TerminalNotice.Form? {
    switch program {
    case .kitty: .osc99
    case .foot, .ghostty, .urxvt, .wezTerm: .osc777
    case .iTerm: .osc9
    case .alacritty, .conEmu, .contour, .konsole, .mintty, .terminalApp, .vte, .windowsTerminal: nil
    }
  }

  /// Whether it makes a link of text (OSC 8).
  ///
  /// Source: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
  var takesLinks: Bool {
    switch program {
    case .vte: isFrom([5_002])
    case .konsole: isFrom([201_200])
    case .alacritty, .contour, .foot, .ghostty, .iTerm, .kitty, .mintty, .wezTerm, .windowsTerminal:
      true
    case .conEmu, .terminalApp, .urxvt: false
    }
  }

  /// The finest block elements that it draws itself.
  var blockElements: BlockElements {
    switch program {
    case .foot, .ghostty, .kitty: .octant
    case .contour, .wezTerm: .sextant
    case .vte: isFrom([7_800]) ? .octant : isFrom([6_200]) ? .sextant : .quadrant
    case .alacritty, .conEmu, .iTerm, .konsole, .mintty, .terminalApp, .urxvt, .windowsTerminal:
      .quadrant
    }
  }
}
