internal import CSpawn
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// One run of another program, with limited output.
///
/// The program has its own session, so ending it ends its child processes. Its process is always
/// reaped. The descriptors belong to the waiting thread.
package final class ProgramRun: Sendable {
  /// How a run ended.
  package struct Outcome: Sendable {
    /// The exit status, or the negative number of the signal that ended it.
    package let status: Int32
    /// Its standard output, one byte more than the limit if it was longer.
    package let output: [UInt8]
    /// The start of its standard error.
    package let errors: [UInt8]
  }

  /// The system's error number for a program that cannot start.
  package struct StartFailure: Error { package let number: Int32 }

  /// The time between two checks for the program's end while it is silent, in milliseconds.
  private static let openInterval: Int32 = 20
  private static let closedInterval: Int32 = 2

  private static let errorBytes = 4 * 1_024

  private let process: pid_t
  private let output: Int32
  private let errors: Int32
  private let hasOwnSession: Bool
  private let isReaped = Mutex(false)

  /// Starts a program; `words` are its name and arguments.
  package init(path: String, words: [String], environment: [String: String]) throws(StartFailure) {
    let (outputEnd, outputStart) = try Self.pipe()
    let (errorsEnd, errorsStart): (Int32, Int32)
    do throws(StartFailure) { (errorsEnd, errorsStart) = try Self.pipe() } catch {
      for descriptor in [outputEnd, outputStart] { close(descriptor) }
      throw error
    }
    defer { for descriptor in [outputStart, errorsStart] { close(descriptor) } }
    do throws(StartFailure) {
      process = try Self.start(path, words, environment, outputStart, errorsStart)
    } catch {
      for descriptor in [outputEnd, errorsEnd] { close(descriptor) }
      throw error
    }
    (output, errors, hasOwnSession) = (outputEnd, errorsEnd, true)
  }

  /// Starts a program whose output is discarded.
  package init(
    discardingOutputOf path: String, words: [String], environment: [String: String]
  ) throws(StartFailure) {
    let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { throw StartFailure(number: errno) }
    defer { close(null) }
    process = try Self.start(path, words, environment, null, null)
    (output, errors, hasOwnSession) = (-1, -1, true)
  }

  /// Starts a program that shares this one's session, terminal, and standard streams.
  package init(
    sharing path: String, words: [String], environment: [String: String]
  ) throws(StartFailure) {
    process = try Self.start(path, words, environment, -1, -1)
    (output, errors, hasOwnSession) = (-1, -1, false)
  }

  private static func start(
    _ path: String, _ words: [String], _ environment: [String: String], _ output: Int32,
    _ errors: Int32
  ) throws(StartFailure) -> pid_t {
    var process: pid_t = 0
    let code = unsafe Self.withCStrings(words) { arguments in
      unsafe Self.withCStrings(environment.map { $0.key + "=" + $0.value }) { variables in
        unsafe ridealong_spawn(&process, path, arguments, variables, output, errors)
      }
    }
    guard code == 0 else { throw StartFailure(number: code) }
    return process
  }

  /// Finds a program's file in `PATH`; a name with a slash is already a file.
  package static func file(of program: String, environment: [String: String]) -> String? {
    if program.contains("/") { return program }
    return (environment["PATH"] ?? "").split(separator: ":").lazy
      .map { $0 + "/" + program }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// Kills the program and all processes in its session.
  package func end() {
    isReaped.withLock { isReaped in
      // Until the process is reaped, no other process has its number.
      if !isReaped { _ = kill(-process, SIGKILL) }
    }
  }

  /// Sends a signal to the program, if it still runs.
  package func send(signal: Int32) {
    isReaped.withLock { isReaped in if !isReaped { _ = kill(process, signal) } }
  }

  /// Waits for the end on a separate thread and calls the completion there; call it once.
  package func wait(_ completion: @escaping @Sendable (Outcome) -> Void) {
    let body = ThreadBody { completion(self.finish()) }
    let context = unsafe Unmanaged.passRetained(body)
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe runThread($0) }, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      // Without a thread, the program must end before this returns.
      end()
      completion(finish())
      return
    }
    pthread_detach(thread)
  }

  /// Reads what the program writes until it has ended, and reaps it.
  private func finish() -> Outcome {
    guard output >= 0 else {
      ridealong_spawn_wait(process)
      // Its children end with it, like those of the other programs.
      if hasOwnSession { end() }
      return Outcome(status: reap(), output: [], errors: [])
    }
    var output = Capture(descriptor: output, limit: Limits.Token.bytes + 1)
    var errors = Capture(descriptor: errors, limit: Self.errorBytes)
    while true {
      // Checked before reading, so that the output of an ended program is complete.
      let hasEnded = ridealong_spawn_has_ended(process) != 0
      output.drain()
      errors.drain()
      if hasEnded { break }
      if output.isFull { end() }
      var waiting = [output.polled, errors.polled]
      let isOpen = output.isOpen || errors.isOpen
      _ = unsafe poll(&waiting, 2, isOpen ? Self.openInterval : Self.closedInterval)
    }
    end()
    let status = reap()
    close(self.output)
    close(self.errors)
    return Outcome(status: status, output: output.bytes, errors: errors.bytes)
  }

  private func reap() -> Int32 {
    isReaped.withLock { isReaped in
      isReaped = true
      return ridealong_spawn_reap(process)
    }
  }

  private static func pipe() throws(StartFailure) -> (reading: Int32, writing: Int32) {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let code = unsafe ridealong_spawn_pipe(&reading, &writing)
    guard code == 0 else { throw StartFailure(number: code) }
    return (reading, writing)
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      // The list ends with nil, so it is never empty.
      unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}

/// A program's output on one descriptor, up to a limit; the rest is read and dropped.
private struct Capture {
  let descriptor: Int32
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true

  var isFull: Bool { bytes.count >= limit }

  var polled: pollfd { pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0) }

  /// Reads the available bytes, but not endlessly.
  mutating func drain() {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<8 where isOpen {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EAGAIN { isOpen = false }
        return
      }
      if count == 0 { isOpen = false }
      bytes.append(contentsOf: chunk[..<min(count, limit - bytes.count)])
    }
  }
}

/// A thread's closure, as an object that C can pass on.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
