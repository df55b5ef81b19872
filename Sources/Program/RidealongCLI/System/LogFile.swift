internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// The level of detail of the log; each level includes those before it.
enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The failure that ended the program.
  case error
  /// A recoverable problem.
  case warning
  /// The trip's progress.
  case info
  case debug

  static func < (one: LogLevel, other: LogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// The program's log: one line for each event, in a file that only the user may read.
///
/// It contains no tokens, keys, queries of URLs or arguments of commands. A large file is
/// renamed, and only some old files are kept. A failure to write is reported once and does not stop
/// the program. If the user did not request the log, its lines are held back until the screen opens, and so is
/// standard error, which goes to the same file.
final class LogFile: Sendable {
  static let name = "ridealong.log"

  private struct State {
    var file: AppendedFile?
    /// The held lines; nil after ``begin()``.
    var held: [String]?
    var hasFailed = false
  }

  let path: String
  private let level: LogLevel
  private let wallNow: @Sendable () -> Timestamp
  private let fileBytes: Int
  private let onProblem: @Sendable (SafeText) -> Void
  private let state = Mutex(State())

  /// Opens a log for appending, as ``AppendedFile/log(_:)`` does.
  ///
  /// A held log writes nothing before ``begin()``. `onProblem` is called with the first failure in a
  /// row.
  init(
    _ path: String, level: LogLevel, wallNow: @escaping @Sendable () -> Timestamp,
    fileBytes: Int = Limits.Log.fileBytes, isHeld: Bool = false,
    onProblem: @escaping @Sendable (SafeText) -> Void = { Console.printError($0) }
  ) {
    self.path = path
    self.level = level
    self.wallNow = wallNow
    self.fileBytes = fileBytes
    self.onProblem = onProblem
    guard !isHeld else {
      state.withLock { $0.held = [] }
      return
    }
    perform { _ throws(AppendedFile.Failure) in }
  }

  /// Whether the lines go to standard error, which no screen may be open with.
  var isStandardError: Bool { AppendedFile.isStandardError(path) }

  var isHeld: Bool { state.withLock { $0.held != nil } }

  /// Writes the held lines, and stops holding lines back.
  func begin() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    for line in held ?? [] { write(line) }
  }

  deinit { state.withLock { $0.file?.close() } }

  var isWritten: Bool { state.withLock { $0.file != nil && !$0.hasFailed } }

  func record(_ level: LogLevel, _ text: @autoclosure () -> String) {
    guard level <= self.level else { return }
    let now = wallNow()
    // Milliseconds are enough to tell events apart.
    let time = Timestamp(
      seconds: now.seconds, nanoseconds: Int64(now.nanoseconds) / 1_000_000 * 1_000_000)
    let priority = isStandardError ? Journal.prefix(level) : ""
    let line = "\(priority)\(time) \(level.rawValue) \(SafeText(text()))\n"
    let isHeld = state.withLock { state in
      guard var held = state.held else { return false }
      // The first lines are kept; a run without a screen never writes any.
      if held.count < Limits.Log.heldLines { held.append(line) }
      state.held = held
      return true
    }
    if !isHeld { write(line) }
  }

  private func write(_ line: String) {
    perform { file throws(AppendedFile.Failure) in
      if file.size > 0, file.size + line.utf8.count > fileBytes { try rotate(&file) }
      guard try file.write(line) else {
        throw AppendedFile.Failure(reason: "accepts no lines; they are skipped")
      }
    }
  }

  /// Runs an action on the open file; reports the first failure in a row.
  private func perform(_ action: (inout AppendedFile) throws(AppendedFile.Failure) -> Void) {
    let problem = state.withLock { state -> String? in
      do throws(AppendedFile.Failure) {
        var file: AppendedFile
        if let open = state.file { file = open } else { file = try AppendedFile.log(path) }
        // Kept even if the following fails, so that it is closed once.
        defer { state.file = file }
        try file.reopenIfMoved()
        try action(&file)
        state.hasFailed = false
        return nil
      } catch {
        defer { state.hasFailed = true }
        return state.hasFailed ? nil : error.reason
      }
    }
    if let problem {
      onProblem(SafeText("The log \(path) \(problem). The program continues without it."))
    }
  }

  /// Renames the full file and opens a new one.
  private func rotate(_ file: inout AppendedFile) throws(AppendedFile.Failure) {
    let errors = AppendedFile.FileID(STDERR_FILENO)
    let takesErrors = errors != nil && errors == AppendedFile.FileID(file.descriptor)
    Self.rotate(path)
    try file.reopenIfMoved()
    // While the screen is open, standard error goes to the log too.
    if takesErrors { dup2(file.descriptor, STDERR_FILENO) }
  }

  /// Renames a file and the older ones; the oldest is replaced.
  private static func rotate(_ path: String) {
    for number in stride(from: Limits.Log.files - 2, through: 0, by: -1) {
      let old = number == 0 ? path : "\(path).\(number)"
      // A missing file needs no new name, and one that cannot be renamed only grows.
      _ = unsafe rename(old, "\(path).\(number + 1)")
    }
  }

  /// Renames the log if it is full, before something else writes to it.
  static func rotateIfFull(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > Limits.Log.fileBytes
    else { return }
    rotate(path)
  }
}

extension Environment {
  /// Creates the state directory if it is missing; nil, after a warning, if that fails.
  func madeStateDirectory() -> String? {
    guard let path = stateDirectory else {
      let advice = "Set HOME or XDG_STATE_HOME, or give --log-file FILE."
      Console.printError(SafeText("No log is kept: \(homeProblem). \(advice)"))
      return nil
    }
    do throws(CommandError) {
      try UserFolder.makeAll(path)
      return path
    } catch {
      Console.printError(SafeText("No log is kept: \(error.message)"))
      return nil
    }
  }

  /// Whether there is a log or a state, which the first open screen leaves.
  var hasState: Bool {
    stateDirectory.map { directory in
      [LogFile.name, StateFile.name].contains { unsafe access(directory + "/" + $0, F_OK) == 0 }
    } ?? true
  }
}

/// The journal of systemd, which takes the priority of a line from its start.
///
/// Source: https://www.freedesktop.org/software/systemd/man/latest/sd-daemon.html
enum Journal {
  /// Whether standard error leads to the journal, as systemd says in `JOURNAL_STREAM`.
  static let takesErrors: Bool = {
    guard let text = unsafe getenv("JOURNAL_STREAM") else { return false }
    return isStream(unsafe String(cString: text), AppendedFile.FileID(STDERR_FILENO))
  }()

  /// Whether `device:number` names a file.
  static func isStream(_ text: String, _ file: AppendedFile.FileID?) -> Bool {
    guard let file else { return false }
    return text == "\(file.device):\(file.number)"
  }

  /// The start of a line of a level; empty where standard error leads elsewhere.
  static func prefix(_ level: LogLevel) -> String {
    guard takesErrors else { return "" }
    return switch level {
    case .error: "<3>"
    case .warning: "<4>"
    case .info: "<6>"
    case .debug: "<7>"
    }
  }
}

/// The emulator's access log, one line for each request.
///
/// Writing never blocks: lines that a pipe does not accept are skipped and counted.
final class AccessLogFile: Sendable {
  private struct State {
    var file: AppendedFile
    var hasFailed = false
    var missedLines = 0
  }

  private let onProblem: @Sendable (SafeText) -> Void
  private let state: Mutex<State>

  /// Opens a log for appending, as ``AppendedFile/log(_:)`` does.
  init(
    _ path: String, onProblem: @escaping @Sendable (SafeText) -> Void = { Console.printError($0) }
  ) throws(CommandError) {
    self.onProblem = onProblem
    do { state = Mutex(State(file: try AppendedFile.log(path))) } catch {
      throw .usage("The access log \(path) \(error.reason).")
    }
  }

  deinit { state.withLock { $0.file.close() } }

  func record(_ entry: AccessLogEntry) {
    let problem = state.withLock { state in write(entry.line, &state) }
    if let problem { onProblem(problem) }
  }

  /// Writes a line; returns a problem to report.
  private func write(_ line: String, _ state: inout State) -> SafeText? {
    do throws(AppendedFile.Failure) {
      try state.file.reopenIfMoved()
      var text = line + "\n"
      if state.missedLines > 0 { text = "- \(state.missedLines) lines are missing here\n" + text }
      guard try state.file.write(text) else {
        state.missedLines += 1
        return state.missedLines == 1 ? "The access log accepts no lines; they are skipped." : nil
      }
    } catch {
      // Only the first failure in a row is reported.
      defer { state.hasFailed = true }
      return state.hasFailed
        ? nil : SafeText("The access log \(error.reason). Requests are still answered.")
    }
    (state.hasFailed, state.missedLines) = (false, 0)
    return nil
  }
}

extension LogFile {
  /// Reads the last lines, oldest first.
  @concurrent static func tail(of path: String) async -> [SafeText] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return [failure(path)] }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    let most = off_t(Limits.File.logTailBytes)
    var bytes = [UInt8](repeating: 0, count: Int(min(max(0, end), most)))
    let count = unsafe pread(descriptor, &bytes, bytes.count, max(0, end - most))
    guard count >= 0 else { return [failure(path)] }
    var lines = bytes[..<count].split(separator: UInt8(ascii: "\n"))
    // The first line may be cut off.
    if end > most { lines = Array(lines.dropFirst()) }
    return lines.suffix(Limits.File.logTailLines).map { SafeText(utf8: $0) }
  }

  private static func failure(_ path: String) -> SafeText {
    SafeText("The log \(path) cannot be read: \(SystemReason.text(errno)).")
  }
}
