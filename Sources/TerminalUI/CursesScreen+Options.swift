public import CellGrid

extension CursesScreen {
  /// Whether updates are synchronized.
  public enum SynchronizedOutput: Sendable, Hashable {
    /// Where the terminal says that it can.
    case automatic
    /// Always.
    case on
    /// Never.
    case off
  }

  /// What a screen is opened with.
  public struct Options: Sendable {
    /// The colors to draw with.
    public var colorDepth: ColorDepth
    /// Whether the mouse is reported; then the terminal selects text only with Shift held.
    public var reportsMouse: Bool
    /// The file that standard error goes to while the screen is open; nil leaves it alone.
    public var logFile: String?
    /// What a crash leaves on the terminal, at most 1,024 bytes.
    public var crashNote: [SafeText]
    /// How long the terminal has time to answer what it is asked about itself; nil to ask nothing.
    public var answerTime: Duration?
    /// Whether the terminal is asked how wide it draws a character of ambiguous width, by drawing one.
    public var asksWidth = true
    /// Whether Ctrl-C ends the program, so that a second one ends the process where it did not.
    public var interruptEnds = true
    /// Whether each update is shown at once.
    public var synchronizedOutput: SynchronizedOutput
    /// Whether a process beside the program gives the terminal back when the program is killed.
    ///
    /// The program then calls ``TerminalGuardian/runIfMeant()`` first of all.
    public var hasGuardian: Bool

    /// Creates options.
    ///
    /// `answerTime`: how long the terminal has time to answer; nil to ask nothing.
    public init(
      colorDepth: ColorDepth,
      reportsMouse: Bool = true,
      logFile: String? = nil,
      crashNote: [SafeText] = [],
      answerTime: Duration? = .milliseconds(150),
      synchronizedOutput: SynchronizedOutput = .automatic,
      hasGuardian: Bool = true
    ) {
      self.colorDepth = colorDepth
      self.reportsMouse = reportsMouse
      self.logFile = logFile
      self.crashNote = crashNote
      self.answerTime = answerTime
      self.synchronizedOutput = synchronizedOutput
      self.hasGuardian = hasGuardian
    }
  }
}
