internal import CellGrid
internal import FleetEngine
internal import Synchronization
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How much the log holds; each level includes those before it.
enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// What ended the program.
  case error
  /// A recoverable problem.
  case warning
  /// The trip's progress.
  case info
  /// Each request.
  case debug

  static func < (one: LogLevel, other: LogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// The program's log: a line for each event, in a file that only the user may read.
///
/// It holds no token, no key, no query of an address and no argument of a command. The file is
/// renamed once it is large, and only some such are kept. What cannot be written is told once and
/// keeps nobody from following a ride. A log that nobody asked for holds its lines back until there
/// is a screen, whose standard error has a place in the same file.
final class LogFile: Sendable {
  /// The log's name in the directory of the program's state.
  static let name = "ridealong.log"

  private struct State {
    var file: AppendedFile?
    /// The lines until the log begins; nil from then on.
    var held: [String]?
    var hasFailed = false
  }

  /// The file.
  let path: String
  private let level: LogLevel
  private let wallNow: @Sendable () -> Timestamp
  private let fileBytes: Int
  private let onProblem: @Sendable (SafeText) -> Void
  private let state = Mutex(State())

  /// Opens a log, behind what a file holds already.
  ///
  /// `fileBytes` is the most bytes of one file. `isHeld`: whether nothing is written before
  /// ``begin()``. `onProblem`: tells the user, once, that nothing is logged.
  init(
    _ path: String,
    level: LogLevel,
    wallNow: @escaping @Sendable () -> Timestamp,
    fileBytes: Int = Limits.Log.fileBytes,
    isHeld: Bool = false,
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

  /// Whether the log's lines are held back.
  var isHeld: Bool { state.withLock { $0.held != nil } }

  /// Writes what was held back, and all that comes from now on.
  func begin() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    for line in held ?? [] { write(line) }
  }

  deinit { state.withLock { $0.file?.close() } }

  /// Whether the file could be written when it was last tried.
  var isWritten: Bool { state.withLock { $0.file != nil && !$0.hasFailed } }

  /// Records an event.
  func record(_ level: LogLevel, _ text: @autoclosure () -> String) {
    guard level <= self.level else { return }
    let now = wallNow()
    // Milliseconds are enough to tell events apart.
    let time = Timestamp(
      seconds: now.seconds,
      nanoseconds: Int64(now.nanoseconds) / 1_000_000 * 1_000_000
    )
    let line = "\(time) \(level.rawValue) \(SafeText(text()))\n"
    let isHeld = state.withLock { state in
      guard var held = state.held else { return false }
      // What is held is the start; the rest of a run without a screen is nobody's.
      if held.count < Limits.Log.heldLines { held.append(line) }
      state.held = held
      return true
    }
    if !isHeld { write(line) }
  }

  /// Writes a line with its end.
  private func write(_ line: String) {
    perform { file throws(AppendedFile.Failure) in
      if file.size > 0, file.size + line.utf8.count > fileBytes { try rotate(&file) }
      guard try file.write(line) else {
        throw AppendedFile.Failure(reason: "takes no lines; they are left out")
      }
    }
  }

  /// Runs an action on the open file; reports the first failure in a row.
  private func perform(
    _ action: (inout AppendedFile) throws(AppendedFile.Failure) -> Void
  ) {
    let problem = state.withLock { state -> String? in
      do throws(AppendedFile.Failure) {
        var file: AppendedFile
        if let open = state.file {
          file = open
        } else {
          file = try AppendedFile(path, followsLinks: false)
        }
        // Kept also where what follows fails, so that it is closed once.
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
      onProblem(SafeText("The log \(path) \(problem). The program goes on without."))
    }
  }

  /// Renames what is full, and goes on in a new file.
  private func rotate(_ file: inout AppendedFile) throws(AppendedFile.Failure) {
    let errors = AppendedFile.FileID(STDERR_FILENO)
    let takesErrors = errors != nil && errors == AppendedFile.FileID(file.descriptor)
    Self.rotate(path)
    try file.reopenIfMoved()
    // While the screen is on standard error goes to the log, and on to the new file with it.
    if takesErrors { dup2(file.descriptor, STDERR_FILENO) }
  }

  /// Renames a file that is full, and the older ones; the oldest is gone.
  private static func rotate(_ path: String) {
    for number in stride(from: Limits.Log.files - 2, through: 0, by: -1) {
      let old = number == 0 ? path : "\(path).\(number)"
      // One that is missing needs no other name, and one that keeps its own only grows.
      _ = unsafe rename(old, "\(path).\(number + 1)")
    }
  }

  /// Renames a file that is full, for those that others write.
  static func rotateIfFull(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > Limits.Log.fileBytes
    else { return }
    rotate(path)
  }
}

extension LogFile {
  /// The log that the command line, the environment and the configuration ask for; nil for none.
  ///
  /// A command that may open a screen has a log in any case, which begins with the screen: only F2
  /// shows there what became of the ride.
  static func requested(
    by arguments: Arguments,
    for command: Command,
    _ clock: ServiceClock,
    _ environment: Environment
  ) throws(CommandError) -> LogFile? {
    let level = try arguments.choice(LogLevel.self, .logLevel)
    guard arguments[.logFile] != "none" else { return nil }
    let isAsked = arguments[.logFile] != nil || level != nil
    guard isAsked || Command.onScreen.contains(command) else { return nil }
    let standard = { isAsked ? environment.madeStateDirectory() : environment.stateDirectory }
    guard let path = arguments[.logFile] ?? standard().map({ $0 + "/" + name }) else { return nil }
    let log =
      isAsked
      ? LogFile(path, level: level ?? .info, wallNow: clock.wallNow)
      // A failure is not reported here; F2 shows it.
      : LogFile(path, level: .info, wallNow: clock.wallNow, isHeld: true) { _ in }
    // Who rotates logs elsewhere may send it; a file that was moved is noticed without.
    _ = signal(SIGUSR1, SIG_IGN)
    log.record(.info, "ridealong \(HelpText.version) \(command.rawValue), process \(getpid())")
    for setting in arguments.report(command.options)
    where setting.origin != .standard || setting.key == Option.endpoint.key {
      log.record(.info, "\(setting.key) = \(setting.value ?? "") (\(setting.origin))")
    }
    return log
  }

  /// Reads the last lines, clean, oldest first.
  @concurrent
  static func tail(of path: String) async -> [SafeText] {
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

extension Environment {
  /// The directory of the program's state, made where it is missing; nil where it cannot be made,
  /// which keeps nobody from following.
  func madeStateDirectory() -> String? {
    guard let path = stateDirectory else { return nil }
    do throws(CommandError) {
      try UserFolder.makeAll(path)
      return path
    } catch {
      Console.printError(SafeText("No log is kept: \(error.message)"))
      return nil
    }
  }

  /// Whether there is a log or a state, and so whether a screen was open before.
  var hasState: Bool {
    stateDirectory.map { directory in
      [LogFile.name, StateFile.name].contains { unsafe access(directory + "/" + $0, F_OK) == 0 }
    } ?? true
  }
}
