internal import CSpawn
internal import Synchronization
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One run of another program: what it writes, bounded, and how it ends.
///
/// The program is in a session of its own, so ending it ends what it has started. Its process is
/// reaped in every case. The descriptors belong to the thread that waits.
package final class ProgramRun: Sendable {
  /// How a run ended.
  package struct Outcome: Sendable {
    /// The exit status; the negative number of the signal that ended it.
    package let status: Int32
    /// What it wrote to standard output, one byte more than its limit if that was passed.
    package let output: [UInt8]
    /// The start of what it wrote to standard error.
    package let errors: [UInt8]
  }

  /// Why a program was not started, as the system's error number.
  package struct StartFailure: Error {
    package let number: Int32
  }

  /// How often the end of a program is looked for whose outputs say nothing, in milliseconds.
  private enum Pause {
    static let whileOpen: Int32 = 20
    static let whileClosed: Int32 = 2
  }

  private static let errorBytes = 4 * 1_024

  private let process: pid_t
  private let output: Int32
  private let errors: Int32
  private let isReaped = Mutex(false)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - words: Its name and arguments.
  ///   - environment: Its environment.
  /// - Throws: Why it was not started.
  package init(path: String, words: [String], environment: [String: String]) throws(StartFailure) {
    let (outputEnd, outputStart) = try Self.pipe()
    let (errorsEnd, errorsStart): (Int32, Int32)
    do throws(StartFailure) {
      (errorsEnd, errorsStart) = try Self.pipe()
    } catch {
      for descriptor in [outputEnd, outputStart] { close(descriptor) }
      throw error
    }
    var process: pid_t = 0
    let code = unsafe Self.withCStrings(words) { arguments in
      unsafe Self.withCStrings(environment.map { $0.key + "=" + $0.value }) { variables in
        unsafe ridealong_spawn(&process, path, arguments, variables, outputStart, errorsStart)
      }
    }
    for descriptor in [outputStart, errorsStart] { close(descriptor) }
    guard code == 0 else {
      for descriptor in [outputEnd, errorsEnd] { close(descriptor) }
      throw StartFailure(number: code)
    }
    self.process = process
    output = outputEnd
    errors = errorsEnd
  }

  /// Makes new files of this process private to its user, but not those of programs it starts.
  package static func restrictFiles() { ridealong_spawn_restrict_files() }

  /// Takes ``restrictFiles()`` back, as before the process starts itself again.
  package static func releaseFiles() { ridealong_spawn_release_files() }

  /// The file of a program, looked for in `PATH` unless its name holds a slash; nil where there is
  /// none.
  package static func file(of program: String, environment: [String: String]) -> String? {
    if program.contains("/") { return program }
    return (environment["PATH"] ?? "").split(separator: ":").lazy
      .map { $0 + "/" + program }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// Ends the program and whatever it has started and kept in its session.
  package func end() {
    isReaped.withLock { isReaped in
      // While it is not reaped its number is nobody else's.
      if !isReaped { _ = kill(-process, SIGKILL) }
    }
  }

  /// Waits for the end on a thread of its own; to be called once.
  ///
  /// - Parameter completion: Told how it ended, on that thread.
  package func wait(_ completion: @escaping @Sendable (Outcome) -> Void) {
    let body = ThreadBody { completion(self.finish()) }
    let context = unsafe Unmanaged.passRetained(body)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = unsafe pthread_create(&thread, nil, threadBody, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      // Without a thread there is no waiting, only an end.
      end()
      completion(finish())
      return
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #endif
  }

  /// Reads what the program writes until it has ended, and reaps it.
  private func finish() -> Outcome {
    var output = Capture(descriptor: output, limit: Limits.Token.bytes + 1)
    var errors = Capture(descriptor: errors, limit: Self.errorBytes)
    while true {
      // Asked before reading: what a program that has ended wrote is all there to read.
      let hasEnded = ridealong_spawn_has_ended(process) != 0
      output.read()
      errors.read()
      if hasEnded { break }
      if output.isFull { end() }
      var waiting = [output.polled, errors.polled]
      let isOpen = output.isOpen || errors.isOpen
      _ = unsafe poll(&waiting, 2, isOpen ? Pause.whileOpen : Pause.whileClosed)
    }
    end()
    let status = isReaped.withLock { isReaped in
      isReaped = true
      return ridealong_spawn_reap(process)
    }
    close(self.output)
    close(self.errors)
    return Outcome(status: status, output: output.bytes, errors: errors.bytes)
  }

  private static func pipe() throws(StartFailure) -> (reading: Int32, writing: Int32) {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let code = unsafe ridealong_spawn_pipe(&reading, &writing)
    guard code == 0 else { throw StartFailure(number: code) }
    return (reading, writing)
  }

  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      // The list ends with nil, so that it is never empty.
      unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}

/// What a program writes to one descriptor, up to a limit; the rest is read and dropped.
private struct Capture {
  private let descriptor: Int32
  private let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true

  init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  var isFull: Bool { bytes.count >= limit }

  var polled: pollfd { pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0) }

  /// Reads what is there, at most a pipe's content, so that an endless writer keeps nobody.
  mutating func read() {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<8 where isOpen {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        #if canImport(Glibc)
          unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
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

/// What a thread is to do, as an object that C can carry.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

#if canImport(Glibc)
  private nonisolated let threadBody:
    @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
      guard let context = unsafe context else { return nil }
      unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
#else
  private nonisolated let threadBody:
    @convention(c) @Sendable (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
      unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
#endif
