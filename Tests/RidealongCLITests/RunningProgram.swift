import Foundation
import TerminalTestSupport

/// The program without a terminal; ended with its value.
final class RunningProgram {
  /// The outcome of a program.
  struct Outcome {
    /// Its exit status; 128 and the signal's number if a signal ended it.
    let status: Int32
    /// Its standard output.
    let output: String
    /// Its standard error.
    let errors: String
    /// Both, byte by byte.
    let bytes: [UInt8]
  }

  /// The reason that a wait failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private var open: Set<Int32>

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments after its name.
  ///   - environment: Its environment.
  ///   - shell: What a shell is to do with it, with the program as `"$@"`; nil for no shell.
  /// - Throws: That it cannot be started.
  init(_ arguments: [String], environment: [String: String], shell: String? = nil) throws {
    open = [output.fileHandleForReading.fileDescriptor, errors.fileHandleForReading.fileDescriptor]
    let program = BuiltProduct.path("ridealong")
    process.executableURL = URL(fileURLWithPath: shell == nil ? program : "/bin/bash")
    process.arguments = (shell.map { ["-c", $0, "bash", program] } ?? []) + arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    // A shell starts background commands, such as this run of the tests, with these ignored.
    for ignored in [SIGINT, SIGQUIT] { signal(ignored, SIG_DFL) }
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
  }

  /// The process.
  var processID: Int32 { process.processIdentifier }

  /// Sends a signal.
  func send(signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Waits until standard output holds a whole line, and returns the first.
  func firstLine(timeout: Duration = .seconds(90)) throws -> String {
    let deadline = ContinuousClock.now + timeout
    while true {
      if let end = outputBytes.firstIndex(of: 0x0A) {
        return String(decoding: outputBytes[..<end], as: UTF8.self)
      }
      guard try read(until: deadline) else {
        throw Failure(description: "no line: \(text(errorBytes))")
      }
    }
  }

  /// Waits until the program has ended.
  func finish(timeout: Duration = .seconds(90)) throws -> Outcome {
    let deadline = ContinuousClock.now + timeout
    // A program that another test started meanwhile may have inherited the outputs and keep them
    // open, so the end of the process counts too, and then what is left in them.
    while process.isRunning, try read(until: deadline) {}
    process.waitUntilExit()
    while try read(until: .now, isRequired: false) {}
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: isSignal ? 128 + process.terminationStatus : process.terminationStatus,
      output: text(outputBytes),
      errors: text(errorBytes),
      bytes: outputBytes + errorBytes
    )
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String],
    in folder: TestFolder,
    environment: [String: String] = [:],
    shell: String? = nil
  ) throws -> Outcome {
    try RunningProgram(
      arguments,
      environment: folder.environment.merging(environment) { $1 },
      shell: shell
    ).finish()
  }

  /// Reads what has come within a moment.
  ///
  /// - Parameters:
  ///   - deadline: The end of the wait.
  ///   - isRequired: Whether that is a failure; otherwise there is just no more.
  /// - Returns: False once both outputs have ended.
  /// - Throws: That the time was over.
  private func read(
    until deadline: ContinuousClock.Instant,
    isRequired: Bool = true
  ) throws -> Bool {
    guard !open.isEmpty else { return false }
    var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), isRequired ? 100 : 0) > 0 else {
      guard isRequired else { return false }
      if ContinuousClock.now < deadline { return true }
      throw Failure(description: "The time was over: \(text(outputBytes)) \(text(errorBytes))")
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for entry in polled where entry.revents != 0 {
      let count = Glibc.read(entry.fd, &buffer, buffer.count)
      if count <= 0 {
        open.remove(entry.fd)
      } else if entry.fd == output.fileHandleForReading.fileDescriptor {
        outputBytes += buffer[..<count]
      } else {
        errorBytes += buffer[..<count]
      }
    }
    return true
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
