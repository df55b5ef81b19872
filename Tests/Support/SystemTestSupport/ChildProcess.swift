internal import CSpawn
internal import Foundation

/// A program without a terminal that a test runs in a session of its own.
///
/// It inherits no descriptors and no blocked or ignored signals, and its standard input is empty. Each wait has a
/// deadline. When the value goes away, the program and what it started are killed. Not for use from two threads at
/// once.
open class ChildProcess {
  /// The end of a program, with what it wrote.
  public struct Outcome: Sendable {
    /// Its exit status; 128 and the signal's number if a signal ended it.
    public let status: Int32
    /// Its standard output.
    public let output: String
    /// Its standard error.
    public let errors: String
    /// Both, byte by byte.
    public let bytes: [UInt8]
  }

  /// The reason that a program did not start, or that a wait failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason, with what the program wrote.
    public let description: String

    /// Creates a failure.
    public init(description: String) { self.description = description }
  }

  /// The program's process.
  public let processID: Int32

  private var output = Stream()
  private var errors = Stream()
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments after its name.
  ///   - environment: Its environment; the locale and `PATH` of a plain system by default.
  ///   - standardOutput: A descriptor for its standard output, which the caller closes; nil to read it here.
  /// - Throws: ``Failure`` if it cannot be started.
  public init(
    _ path: String, _ arguments: [String],
    environment: [String: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
    standardOutput: Int32? = nil
  ) throws {
    let outputEnd = try output.open()
    defer { close(outputEnd) }
    let errorsEnd = try errors.open()
    defer { close(errorsEnd) }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map {
      strdup("\($0.key)=\($0.value)")
    }
    words.append(nil)
    variables.append(nil)
    defer { for pointer in words + variables { free(pointer) } }
    var id: pid_t = 0
    let code = ridealong_spawn(&id, path, words, variables, standardOutput ?? outputEnd, errorsEnd)
    guard code == 0 else { throw Failure(description: "\(path) did not start: error \(code)") }
    processID = id
  }

  deinit {
    if status == nil {
      // Until the process is reaped, no other process has its number.
      kill(-processID, SIGKILL)
      _ = ridealong_spawn_reap(processID)
    }
  }

  /// Sends a signal to the program, if it still runs.
  public func send(signal: Int32) { if status == nil { kill(processID, signal) } }

  /// Waits until standard output has a whole line, and returns the first.
  public func firstLine(timeout: Duration = .seconds(90)) throws -> String {
    try wait("a line", timeout) { output.bytes.contains(0x0A) }
    return String(decoding: output.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// Waits until standard output matches, and returns the match.
  public func firstMatch<Output>(
    of regex: Regex<Output>, timeout: Duration = .seconds(90)
  ) throws -> Regex<Output>.Match {
    try wait("a match", timeout) { output.text.contains(regex) }
    guard let match = output.text.firstMatch(of: regex) else { throw late("a match") }
    return match
  }

  /// Waits until standard output has some text.
  public func waitForOutput(_ text: String, timeout: Duration = .seconds(90)) throws {
    try wait(text, timeout) { output.text.contains(text) }
  }

  /// Waits until the program has ended, and kills what it started and left behind.
  public func finish(timeout: Duration = .seconds(90)) throws -> Outcome {
    let deadline = ContinuousClock.now + timeout
    while status == nil {
      // Checked before reading, so that the output of an ended program is complete.
      let hasEnded = ridealong_spawn_has_ended(processID) != 0
      read(waiting: hasEnded ? 0 : 100)
      if hasEnded {
        kill(-processID, SIGKILL)
        let code = ridealong_spawn_reap(processID)
        status = code < 0 ? 128 - code : code
      } else if ContinuousClock.now >= deadline {
        throw late("its end")
      }
    }
    return Outcome(
      status: status ?? 0, output: output.text, errors: errors.text,
      bytes: output.bytes + errors.bytes)
  }

  /// Runs a program to its end.
  @discardableResult
  public static func run(_ path: String, _ arguments: String...) throws -> Outcome {
    try ChildProcess(path, arguments).finish()
  }

  private func wait(_ wanted: String, _ timeout: Duration, until isMet: () -> Bool) throws {
    let deadline = ContinuousClock.now + timeout
    while !isMet() {
      guard output.isOpen, ContinuousClock.now < deadline else { throw late(wanted) }
      read(waiting: 100)
    }
  }

  private func late(_ wanted: String) -> Failure {
    Failure(
      description:
        "\(wanted) did not come: \(output.text.suffix(8_000))\n\(errors.text.suffix(8_000))")
  }

  /// Reads what there is; waits for it if there is none, for some milliseconds at most.
  private func read(waiting milliseconds: Int32) {
    var polled = [output.descriptor, errors.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Without an open end only the process can be asked, soon again.
    let isOpen = output.isOpen || errors.isOpen
    poll(&polled, 2, isOpen ? milliseconds : min(milliseconds, 2))
    output.drain()
    errors.drain()
  }

  /// One end of a pipe, and what came through it.
  private struct Stream: ~Copyable {
    private(set) var descriptor: Int32 = -1
    private(set) var bytes: [UInt8] = []

    var isOpen: Bool { descriptor >= 0 }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Makes the pipe and returns its other end.
    mutating func open() throws -> Int32 {
      var writing: Int32 = -1
      let code = ridealong_spawn_pipe(&descriptor, &writing)
      guard code == 0 else { throw Failure(description: "no pipe: error \(code)") }
      return writing
    }

    mutating func drain() {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      // Within a limit: a program that always writes must not outlast a deadline.
      while descriptor >= 0, bytes.count < 4_000_000 {
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        if count > 0 {
          bytes += buffer[..<count]
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          close(descriptor)
          descriptor = -1
        } else {
          return
        }
      }
    }
  }
}
