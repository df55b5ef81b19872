import TrustLimits

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures the time from an emulator's start to its ready line.
struct StartMeasurement {
  static let options: Set<String> = ["program", "work", "starts", "longest", "stored"]

  private let program: String
  private let work: String
  private let starts: Int
  /// The longest accepted median, in milliseconds.
  private let longest: Double
  /// A directory whose trips are read instead.
  private let stored: String?

  init(_ arguments: Arguments) throws {
    program = try arguments.text(required: "program")
    work = try arguments.text(required: "work")
    starts = try arguments.number("starts", default: 20)
    longest = try arguments.number("longest", default: 60_000.0)
    stored = arguments.text("stored")
  }

  func run() throws {
    if let stored {
      try measure("start with what is stored") { _ in stored }
      return
    }
    try measure("start with new keys") { "\(work)/new-\($0)" }
    try measure("start, keys there") { _ in "\(work)/new-1" }
  }

  private func measure(_ name: String, _ directory: (Int) -> String) throws {
    let found = try (1...starts).map { try start(in: directory($0)) }
    let times = found.map(\.time)
    let median = Figures.quantile(0.5, of: times)
    Figures.row(
      name,
      "median \(Figures.milliseconds(median)) of \(starts), "
        + "slowest \(Figures.milliseconds(Figures.quantile(1, of: times))), CPU "
        + Figures.milliseconds(found.map(\.computing).reduce(.zero, +) / starts))
    guard median / .milliseconds(1) <= longest else {
      throw Unexpected(description: "\(name) took more than \(longest) ms.")
    }
  }

  private func start(in directory: String) throws -> (time: Duration, computing: Duration) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Unexpected(description: "There is no pipe.") }
    defer { close(ends[0]) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
    let texts: [String] = [program, "emulator", "--data-dir", directory]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { text in unsafe strdup(text) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    let begin = LoadClient.now()
    guard unsafe posix_spawn(&process, program, &actions, nil, &words, environ) == 0 else {
      throw Unexpected(description: "\(program) cannot be started.")
    }
    close(ends[1])
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4_096)
    while !text.contains(UInt8(ascii: "\n")) {
      let count = unsafe read(ends[0], &block, block.count)
      guard count > 0 else { break }
      text += block.prefix(count)
    }
    let time = LoadClient.now() - begin
    let computing = ProcessFigures.cpuTime(of: Int(process))
    kill(process, SIGKILL)
    var status: Int32 = 0
    _ = unsafe waitpid(process, &status, 0)
    guard text.starts(with: "ready ".utf8) else {
      throw Unexpected(description: "The emulator said \(String(decoding: text, as: UTF8.self))")
    }
    return (.nanoseconds(Int64(time)), computing)
  }
}
