import CSpawn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another program, run to its end.
enum ChildProgram {
  /// The output and the time.
  struct Result {
    let output: [UInt8]
    /// From before its start until its output ended.
    let time: Duration
  }

  /// This program's own file.
  static let own = "/proc/self/exe"

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - arguments: Its arguments.
  /// - Returns: What it wrote, and how long it took.
  /// - Throws: An error if it did not end with success.
  static func run(_ path: String, _ arguments: [String]) throws -> Result {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    guard unsafe ridealong_spawn_pipe(&reading, &writing) == 0 else {
      throw Unexpected(description: "There is no pipe to be had.")
    }
    defer { close(reading) }
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    let start = ContinuousClock.now
    var process: pid_t = 0
    let code = unsafe words.withUnsafeBufferPointer { words in
      guard let first = words.baseAddress else { return EINVAL }
      return unsafe ridealong_spawn(&process, path, first, environ, writing, 2)
    }
    close(writing)
    guard code == 0 else { throw Unexpected(description: "\(path) does not start: \(code).") }
    var output: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    var poll = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while Self.wait(&poll) {
      let count = unsafe part.withUnsafeMutableBytes {
        unsafe read(reading, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else { break }
      output += part[..<count]
    }
    let time = ContinuousClock.now - start
    while ridealong_spawn_has_ended(process) == 0 { usleep(1_000) }
    let status = ridealong_spawn_reap(process)
    guard status == 0 else { throw Unexpected(description: "\(path) failed: \(status).") }
    return Result(output: output, time: time)
  }

  /// Waits at most a minute until there is something to read.
  private static func wait(_ descriptor: inout pollfd) -> Bool {
    unsafe poll(&descriptor, 1, 60_000) != 0
  }
}
