import CellGrid
import FleetEngine
import Foundation
import RideTestSupport
import Synchronization
import TestSupport
import Testing

@testable import FleetEmulator
@testable import RidealongCLI

/// Records the messages for the user.
private final class Told: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func take(_ line: SafeText) { lines.withLock { $0.append(line.description) } }
}

@Suite(.limited) struct `The access log's file` {
  private let folder = TestFolder()
  private var path: String { folder.path + "/access.log" }

  /// Adds entries of requests that an emulator answered with 404.
  private func record(_ count: Int, in log: AccessLogFile) {
    for _ in 0..<count {
      log.record(
        AccessLogEntry(
          time: Timestamp(seconds: 1_000), method: "GET", target: "/x", status: 404,
          duration: .milliseconds(2), bodyBytes: 10, procedure: nil))
    }
  }

  private func lines(_ path: String) -> [Substring] {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      .split(separator: "\n")
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `The access log's file is appended to and readable by the user only`() throws {
    let path = folder.file("access.log", "before\n", mode: 0o644)
    try record(2, in: AccessLogFile(path))
    #expect(try mode(path) == 0o600)
    #expect(lines(path).first == "before")
    #expect(lines(path).dropFirst().map { $0.contains(" GET /x 404 ") } == [true, true])
  }

  @Test func `The access log's file is no link, which could lead to another file`() throws {
    let other = folder.file("other", "precious\n", mode: 0o644)
    symlink(other, path)
    let error = #expect(throws: CommandError.self) { try AccessLogFile(path) }
    #expect(error?.message.contains("it is a symbolic link") == true)
    #expect(try mode(other) == 0o644)
    #expect(throws: Never.self) { try AccessLogFile("/dev/stderr") }
  }

  @Test func `The access log's file is created again after it was moved`() throws {
    let log = try AccessLogFile(path)
    record(1, in: log)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    record(1, in: log)
    #expect(lines(path).count == 1 && lines(path + ".1").count == 1)
    #expect(try mode(path) == 0o600)
  }

  @Test func `An access log that cannot be written is reported once`() throws {
    let told = Told()
    let log = try AccessLogFile("/dev/full", onProblem: told.take)
    record(3, in: log)
    #expect(
      told.all == [
        "The access log cannot be written: no space left on device. Requests are still answered."
      ])
  }

  @Test func `The access log does not wait for a pipe's reader`() throws {
    mkfifo(path, 0o600)
    let unread = #expect(throws: CommandError.self) { try AccessLogFile(path) }
    #expect(unread?.message.contains("nobody reads the pipe") == true)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let told = Told()
    let log = try AccessLogFile(path, onProblem: told.take)
    let filler = open(path, O_WRONLY | O_NONBLOCK)
    defer { close(filler) }
    while write(filler, [UInt8](repeating: 0x20, count: 4_096), 4_096) > 0 {}
    record(2, in: log)
    #expect(told.all == ["The access log accepts no lines; they are skipped."])
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while read(reader, &buffer, buffer.count) == buffer.count {}
    record(1, in: log)
    let count = read(reader, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    #expect(text.hasPrefix("- 2 lines are missing here\n"))
    #expect(text.hasSuffix(" -\n"))
  }

  @Test(arguments: ["/absent/access.log", ""])
  func `An error says that the access log cannot be written`(name: String) {
    let path = folder.path + name
    let error = #expect(throws: CommandError.self) { try AccessLogFile(path) }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix("The access log \(path) cannot be opened: ") == true)
  }
}
