import Foundation
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `The demo without a screen` {
  private let folder = TestFolder()

  @Test func `The demo with --once is one report`() throws {
    try folder.keepDemoKeys()
    let outcome = try RunningProgram.run(["demo", "--once"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("trip       providers/demo-project/trips/demo-ride\n"))
    #expect(outcome.output.contains("vehicle    demo-vehicle-1"))
    #expect(outcome.errors.isEmpty && isPlain(outcome.bytes))
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The demo keeps its keys privately for the next demo`() throws {
    let directory = folder.path + "/.cache/ridealong/demo-keys"
    func keys() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      return Dictionary(
        uniqueKeysWithValues: names.filter { $0.hasSuffix(".json") }.map {
          ($0, FileManager.default.contents(atPath: directory + "/" + $0) ?? Data())
        })
    }
    #expect(try RunningProgram.run(["demo", "--once"], in: folder).status == 0)
    let made = try keys()
    #expect(made.count == 4)
    for name in made.keys {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    #expect(try RunningProgram.run(["demo", "--once"], in: folder).status == 0)
    #expect(try keys() == made)
  }

  @Test func `The demo starts with new keys if those that it kept are damaged`() throws {
    let directory = folder.path + "/.cache/ridealong/demo-keys"
    #expect(try RunningProgram.run(["demo", "--once"], in: folder).status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let key = open(directory + "/" + name, O_WRONLY | O_TRUNC)
      close(key)
    }
    let outcome = try RunningProgram.run(["demo", "--once"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("New keys are used: "))
    #expect(folder.leftovers.isEmpty)
  }

  @Test(arguments: ["open to all", "a link"])
  func `The demo does not use a directory of keys that others may have made`(kind: String) throws {
    let cache = folder.path + "/.cache/ridealong"
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let other = folder.path + "/other"
    mkdir(other, 0o755)
    if kind == "a link" {
      symlink(other, cache + "/demo-keys")
    } else {
      mkdir(cache + "/demo-keys", 0o700)
      chmod(cache + "/demo-keys", 0o777)
    }
    #expect(try RunningProgram.run(["demo", "--once"], in: folder).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache + "/demo-keys").isEmpty)
    let attributes = try FileManager.default.attributesOfItem(atPath: other)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
  }

  @Test func `The demo starts without a directory for its keys`() throws {
    let outcome = try RunningProgram.run(
      ["demo", "--once"], in: folder, environment: ["XDG_CACHE_HOME": "/dev/null"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The demo books a ride with one of three vehicles and follows it`() throws {
    try folder.keepDemoKeys()
    let terminal = try start(["demo", "--book", "--speed", "4"], in: folder)
    try terminal.wait { $0.screenText.contains("3 vehicles online") }
    // The base map names the place under the cursor.
    try terminal.wait { $0.screenText.contains("P near ") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("CHOOSE A STOP") }
    terminal.type("LLJJ\r")
    try terminal.wait { $0.screenText.contains("Enter books this ride.") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("ON THE WAY TO ") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(folder.leftovers.isEmpty)
  }

  @Test(arguments: [["--plain"], ["--json"], ["--once"], []])
  func `The demo books a ride on a screen only`(form: [String]) throws {
    try folder.keepDemoKeys()
    let outcome = try RunningProgram.run(["demo", "--book"] + form, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a terminal"))
  }

  @Test func `The demo with --plain is a whole ride in sentences, recorded for its user only`()
    throws
  {
    try folder.keepDemoKeys()
    let file = folder.path + "/it's a ride.ride"
    let outcome = try RunningProgram.run(
      ["demo", "--plain", "--speed", "20", "--record", file], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("The trip is complete."))
    let quoted = file.replacing("'", with: #"'\''"#)
    #expect(outcome.errors.contains("ridealong replay '\(quoted)'"))
    #expect(outcome.errors.split(separator: "\n").count == 1 && isPlain(outcome.bytes))
    #expect(folder.leftovers.isEmpty)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(FileManager.default.contents(atPath: file)?.starts(with: [0x1F, 0x8B]) == true)

    let dump = try RunningProgram.run(["dump", file], in: folder)
    #expect(dump.status == 0)
    let lines = dump.output.split(separator: "\n")
    #expect(lines.count >= 3)
    #expect(lines.last?.contains(#""tripStatus":"COMPLETE""#) == true)
    #expect(!dump.output.contains("Bearer") && !dump.output.contains("eyJ"))
  }

  @Test func `The demo with --json is one object per line`() throws {
    try folder.keepDemoKeys()
    let once = try RunningProgram.run(["demo", "--once", "--json"], in: folder)
    #expect(once.status == 0)
    #expect(once.output.hasPrefix(#"{"v":1,"type":"trip","#))
    #expect(once.output.split(separator: "\n").count == 1)
    let program = try RunningProgram(["demo", "--json"], environment: folder.environment)
    let line = try program.firstLine()
    #expect(line.contains(#""trip":"providers/demo-project/trips/demo-ride""#))
    program.send(signal: SIGTERM)
    let ended = try program.finish()
    #expect(ended.status == 143)
    #expect(folder.leftovers.isEmpty)
  }

  @Test(arguments: [["ACCESSIBLE": "1"], ["TERM": "dumb"]])
  func `The demo describes the ride on a terminal that cannot show a screen`(
    variables: [String: String]
  ) throws {
    try folder.keepDemoKeys()
    let terminal = try start(["demo"], in: folder, environment: variables)
    try terminal.wait(
      until: { $0.screenText.contains("A vehicle is assigned.") }, timeout: .seconds(90))
    terminal.type("q\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.rawOutput.contains(0x1B))
  }

  @Test func `The demo says how it works without a terminal`() throws {
    let outcome = try RunningProgram.run(["demo"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("needs a terminal, or one of --plain, --json and --once."))
    let both = try RunningProgram.run(["demo", "--plain", "--json"], in: folder)
    #expect(both.status == 2 && both.errors.contains("--plain and --json cannot be combined."))
  }
}
