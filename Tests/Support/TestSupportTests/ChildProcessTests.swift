import Foundation
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `A child process of a test` {
  private func shell(_ script: String) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", script])
  }

  @Test func `A child process has its own session, no blocked signals and no other files`() throws {
    var ends: [Int32] = [0, 0]
    // Not close-on-exec, as descriptors of other libraries may be.
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let outcome = try shell(
      "ls /proc/$$/fd; grep -E '^Sig(Blk|Ign)' /proc/self/status; cut -d' ' -f6 /proc/$$/stat; echo $$"
    ).finish()
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count >= 7, "\(outcome.output)")
    // The shell may keep a copy of its own at 10 or above.
    #expect(lines.prefix { !$0.hasPrefix("Sig") }.filter { $0.count == 1 } == ["0", "1", "2"])
    for line in lines where line.hasPrefix("Sig") {
      // Two signals above 31 belong to the C library.
      let signals = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
      #expect(signals.map { $0 & 0x7FFF_FFFF } == 0, "\(line)")
    }
    #expect(lines[lines.count - 1] == lines[lines.count - 2])
  }

  @Test func `The end of a child process is noticed while another process holds its outputs`()
    throws
  {
    let start = ContinuousClock.now
    let program = try shell("sleep 300 & echo $!; exit 3")
    let other = try #require(Int32(program.firstLine()))
    #expect(try program.finish().status == 3)
    #expect(ContinuousClock.now - start < .seconds(60))
    // What it left behind has ended with it.
    spin(while: kill(other, 0) == 0 && !isZombie(other))
    #expect(kill(other, 0) != 0 || isZombie(other))
  }

  /// Whether a process has ended; its new parent may be slow to reap it.
  private func isZombie(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z") ?? true
  }

  @Test func `A child process that a signal ended has the shell's status`() throws {
    let program = try shell("kill -TERM $$; sleep 60")
    #expect(try program.finish().status == 128 + SIGTERM)
  }

  @Test func `A wait for a child process ends in time, even if that always writes`() throws {
    for script in ["yes", "sleep 300"] {
      let program = try shell("exec \(script)")
      let start = ContinuousClock.now
      #expect(throws: ChildProcess.Failure.self) { try program.finish(timeout: .milliseconds(200)) }
      #expect(throws: ChildProcess.Failure.self) {
        try program.waitForOutput("never", timeout: .milliseconds(200))
      }
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }

  @Test func `A wait for output ends when a child process has closed it`() throws {
    let program = try shell("echo one; exec >&-; sleep 300")
    #expect(try program.firstLine() == "one")
    #expect(throws: ChildProcess.Failure.self) { try program.waitForOutput("two") }
  }

  @Test func `A child process that cannot start is an error`() throws {
    let path = try TemporaryFolder().absent
    #expect(throws: ChildProcess.Failure.self) { try ChildProcess(path, []) }
  }
}
