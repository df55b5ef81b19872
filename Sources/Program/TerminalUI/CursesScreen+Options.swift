public import CellGrid

extension CursesScreen {
  /// When the screen uses a mode of the terminal.
  public enum ModeUse: Sendable, Hashable {
    /// If the terminal says that it has the mode.
    case automatic
    case on
    case off

    /// Creates the use of a mode that is wanted or not, and that the terminal may be known to have.
    public init(isWanted: Bool, isKnown: Bool) {
      self = isWanted ? isKnown ? .on : .automatic : .off
    }
  }

  /// The options of a screen.
  public struct Options: Sendable {
    /// The colors to draw with.
    public var colorDepth: ColorDepth
    /// Whether the terminal shows every color, and not only those of the palette.
    public var hasExactColors = false
    /// Whether the terminal is asked about that; ``TerminalCapabilities/asksColors``.
    public var asksColors = false
    /// Whether the mouse is reported; the terminal then selects text only with Shift held.
    public var reportsMouse: Bool
    /// Whether the terminal's title is set; ``TerminalCapabilities/takesTitle``.
    public var setsTitle = false
    /// Whether a progress is shown outside of the cells; ``TerminalCapabilities/takesProgress``.
    public var showsProgress = false
    /// Whether names of files are links; ``TerminalCapabilities/takesLinks``.
    public var makesLinks = false
    /// The file for standard error while the screen is open; nil leaves standard error alone.
    public var logFile: String?
    /// The text that a crash leaves on the terminal, at most 1,024 bytes.
    public var crashNote: [SafeText]
    /// The time for answers to questions about the terminal; nil to ask none.
    public var answerTime: Duration?
    /// The time after the questions in which the end of the program waits for answers, which would otherwise be typed
    /// into the shell.
    public var lateAnswerTime: Duration = .seconds(1)
    /// Whether to measure the width of a character of ambiguous width by drawing one.
    public var asksWidth = true
    /// Whether Ctrl-C ends the program, so that a second one ends the process if it did not.
    public var interruptEnds = true
    /// When updates are synchronized, so that the terminal shows each at once (2026).
    public var synchronizedOutput: ModeUse
    /// When the terminal says whether the user types into its window (1004).
    public var focusReports = ModeUse.off
    /// When the terminal says that its color scheme changes (2031).
    public var schemeReports = ModeUse.off
    /// Whether a second process restores the terminal when the program is killed.
    ///
    /// The program must then call ``TerminalGuardian/runIfMeant()`` first.
    public var hasGuardian: Bool

    /// Creates options.
    public init(
      colorDepth: ColorDepth, reportsMouse: Bool = true, logFile: String? = nil,
      crashNote: [SafeText] = [], answerTime: Duration? = .milliseconds(150),
      synchronizedOutput: ModeUse = .automatic, hasGuardian: Bool = true
    ) {
      self.colorDepth = colorDepth
      self.reportsMouse = reportsMouse
      self.logFile = logFile
      self.crashNote = crashNote
      self.answerTime = answerTime
      self.synchronizedOutput = synchronizedOutput
      self.hasGuardian = hasGuardian
    }

    /// The modes in which the terminal reports what happens to its window.
    var reportModes: [(mode: Int, use: ModeUse)] {
      [(TerminalModes.focus, focusReports), (TerminalModes.scheme, schemeReports)]
    }
  }
}
