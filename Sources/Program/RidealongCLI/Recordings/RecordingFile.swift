internal import CellGrid
internal import FleetEngine
internal import RideRecordings
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// The files of `--record`, to which each poll is appended.
///
/// Only the user may read them. What was appended is readable whatever ends the program.
struct RecordingFile: Sendable {
  let live: LiveRecording
  private let output: RecordingOutput

  /// Creates the first file, which must not exist; in a directory, each file has a name of its own.
  init(
    _ path: String, rotation: RecordingRotation = RecordingRotation(), speed: Double,
    _ clock: ServiceClock
  ) throws(CommandError) {
    let output = try RecordingOutput(path, rotation, at: clock.wallNow())
    self.output = output
    // The files are what counts; few segments stay in memory.
    live = LiveRecording(
      from: clock.monotonicNow(), speed: speed, limit: 64 * 1_024, output: output)
  }

  /// Creates the file of `--record`; nil without that option.
  init?(_ arguments: Arguments, _ clock: ServiceClock) throws(CommandError) {
    guard let path = arguments[.record] else {
      guard !arguments.isGiven(.rotation) else {
        throw .usage("\(Option.rotation.name) needs \(Option.record.name).")
      }
      return nil
    }
    let rotation = try RecordingRotation(arguments)
    try self.init(path, rotation: rotation, speed: try arguments.number(.speed), clock)
  }

  /// Ends the recording, and returns a sentence about it.
  func end() -> SafeText {
    live.end()
    let (path, files, failure) = output.close()
    if let failure { return SafeText("The recording \(path) is incomplete: \(failure).") }
    let word = ShellWord.quoted(path)
    let others = files > 1 ? ", the last of \(files) files" : ""
    return SafeText("Recorded in \(path)\(others). ridealong replay \(word) shows it again.")
  }
}

/// When a recording begins another file: the value of `--record-rotate`.
struct RecordingRotation: Sendable, Equatable {
  enum Period: String, CaseIterable, Sendable {
    case hour, day

    /// The number of the period, by UTC.
    func number(at time: Timestamp) -> Int64 { time.seconds / (self == .hour ? 3_600 : 86_400) }
  }

  private(set) var period: Period?
  /// The size in bytes after which a file is full.
  private(set) var bytes: Int?

  init() {}

  init(_ arguments: Arguments) throws(CommandError) {
    guard let text = arguments[.rotation] else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if period == nil, let period = Period(rawValue: String(part)) {
        self.period = period
      } else if bytes == nil, let bytes = Self.bytes(part) {
        self.bytes = bytes
      } else {
        throw .usage(
          "\(arguments.named(.rotation)) \(text) is not hour or day, a size from 1MB to 1000GB, or both, as in "
            + "day,64MB.")
      }
    }
  }

  private static func bytes(_ text: Substring) -> Int? {
    let units = [("MB", 1e6), ("GB", 1e9)]
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }),
      let number = Arguments.decimal(text.dropLast(unit.count)),
      (1e6...1e12).contains(number * factor)
    else { return nil }
    return Int(number * factor)
  }
}

/// The open file of a recording, and where the next one begins.
///
/// Another file begins when this one is full, was moved or removed, or was emptied by somebody.
private final class RecordingOutput: LiveRecordingOutput {
  private struct State {
    var path: String
    var descriptor: Int32
    var file: AppendedFile.FileID?
    var written = 0
    /// When the file began.
    var start: Timestamp
    var files = 1
    /// The reason that the recording lacks something.
    var failure: String?
    /// Whether the present file accepts nothing more, so that it ends where it failed.
    var hasFailed = false
  }

  /// The path of the command line: a file, or a directory.
  private let path: String
  private let isDirectory: Bool
  private let rotation: RecordingRotation
  private let state: Mutex<State>

  init(_ path: String, _ rotation: RecordingRotation, at start: Timestamp) throws(CommandError) {
    (self.path, self.rotation) = (path, rotation)
    isDirectory = FileListing.isDirectory(path)
    let first = isDirectory ? "\(path)/ride-\(Self.stamp(start)).ride" : path
    let descriptor = Self.create(first)
    guard descriptor >= 0 else {
      let code = errno
      throw .usage(
        code == EEXIST
          ? "--record: \(first) exists already. Choose another name, or a directory."
          : "--record: \(first) cannot be created: \(SystemReason.text(code)).")
    }
    state = Mutex(
      State(
        path: first, descriptor: descriptor, file: AppendedFile.FileID(descriptor), start: start))
  }

  deinit { _ = close() }

  func isFull(at time: Timestamp) -> Bool {
    state.withLock { state in
      if let bytes = rotation.bytes, state.written >= bytes { return true }
      if let period = rotation.period, period.number(at: time) > period.number(at: state.start) {
        return true
      }
      var status = stat()
      guard unsafe stat(state.path, &status) == 0, state.file == AppendedFile.FileID(status) else {
        return true
      }
      // Somebody has copied and emptied it.
      return status.st_mode & S_IFMT == S_IFREG && status.st_size < state.written
    }
  }

  func startFile(at time: Timestamp) {
    state.withLock { state in
      var status = stat()
      let isThere =
        unsafe stat(state.path, &status) == 0 && state.file == AppendedFile.FileID(status)
      if isThere, status.st_size < state.written {
        // The same file from its beginning, without the end of the last segment.
        if ftruncate(state.descriptor, 0) == 0 {
          (state.written, state.hasFailed, state.start) = (0, false, time)
          return
        }
      }
      if state.descriptor >= 0 { SystemFile.close(state.descriptor) }
      var next = state.path
      if isDirectory {
        next = Self.free("\(path)/ride-\(Self.stamp(time))")
      } else if isThere {
        // The name stays that of the present file.
        let old = Self.free(Self.stem(path) + "-" + Self.stamp(state.start))
        if unsafe rename(state.path, old) != 0 {
          next = Self.free(Self.stem(path) + "-" + Self.stamp(time))
        }
      }
      var descriptor = Self.create(next)
      if descriptor < 0, errno == EEXIST {
        // Who moves files may put an empty one in their place.
        descriptor = Self.openEmpty(next)
        if descriptor < 0 {
          next = Self.free(Self.stem(path) + "-" + Self.stamp(time))
          descriptor = Self.create(next)
        }
      }
      (state.descriptor, state.path, state.start) = (descriptor, next, time)
      (state.written, state.hasFailed) = (0, descriptor < 0)
      guard descriptor >= 0 else {
        state.failure = state.failure ?? "\(next) cannot be created: \(SystemReason.text(errno))"
        return
      }
      state.file = AppendedFile.FileID(descriptor)
      state.files += 1
    }
  }

  /// Writes bytes; after a failure nothing more is written to this file, so that it ends where it failed.
  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.hasFailed, state.descriptor >= 0, !bytes.isEmpty else { return }
      state.written += bytes.count
      guard let code = SystemFile.write(bytes, to: state.descriptor) else { return }
      state.hasFailed = true
      state.failure = state.failure ?? SystemReason.text(code)
    }
  }

  /// Closes the file; returns its path, the number of files, and why something is missing.
  func close() -> (path: String, files: Int, failure: String?) {
    state.withLock { state in
      if state.descriptor >= 0 { SystemFile.close(state.descriptor) }
      state.descriptor = -1
      return (state.path, state.files, state.failure)
    }
  }

  private static func create(_ path: String) -> Int32 {
    SystemFile.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// Opens a file of the user's without content; -1 for any other.
  private static func openEmpty(_ path: String) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = SystemFile.open(path, flags, 0o600)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == 0, status.st_uid == geteuid(), fchmod(descriptor, 0o600) == 0
    else {
      SystemFile.close(descriptor)
      return -1
    }
    return descriptor
  }

  /// A time as names of files have it, such as `20260401T123207Z`.
  private static func stamp(_ time: Timestamp) -> String {
    time.inWholeSeconds.description.filter { $0 != "-" && $0 != ":" }
  }

  private static func stem(_ path: String) -> String {
    path.hasSuffix(".ride") ? String(path.dropLast(5)) : path
  }

  /// A name that no file has, which begins with a stem.
  private static func free(_ stem: String) -> String {
    var name = stem + ".ride"
    for number in 2...1_000 where NewFile.exists(name) { name = "\(stem)-\(number).ride" }
    return name
  }
}
