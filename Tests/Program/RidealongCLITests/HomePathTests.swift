import Foundation
import RideTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `A path in a home directory that does not exist` {
  private let folder = TestFolder()
  private var home: String { folder.path + "/absent" }

  init() throws {
    let (files, path) = (FileManager.default, folder.path)
    try files.createDirectory(atPath: path + "/temporary/inner", withIntermediateDirectories: true)
    let links = [
      "here": ".", "dangling": "absent", "whole": path + "/absent", "loop": "loop",
      "deep": "temporary/inner",
    ]
    for (name, target) in links {
      try files.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }
  }

  @Test(arguments: [
    "absent", "absent/", "absent/keys", "./absent//keys", "temporary/../absent/keys",
    "missing/../absent/keys", "absent/../other", "here/absent/keys", "here/here/absent",
    "deep/../../absent", "dangling", "dangling/keys", "whole/keys",
  ]) func `A path that leads to the directory or through it is found`(path: String) {
    for home in ["absent", "absent/.", "here/absent", "temporary/../absent", "dangling"] {
      #expect(
        Environment.contains(folder.path + "/" + home, folder.path + "/" + path), "HOME is \(home)")
    }
  }

  @Test(arguments: [
    "", ".", "..", "../../../..", "absent-not", "absen", "temporary/absent", "deep/../absent",
    "loop/absent", "missing/absent",
  ]) func `A path elsewhere is not in the directory`(path: String) {
    #expect(!Environment.contains(home, folder.path + "/" + path))
  }

  @Test func `A path in the directory is not created, and any other is`() {
    func problem(_ path: String, home: String?) -> String? {
      Environment(variables: home.map { ["HOME": $0] } ?? [:]).problem(creating: path)
    }
    let keys = home + "/keys"
    #expect(
      problem(keys, home: home)
        == "\(keys) cannot be created: HOME is \(home), which is not a directory")
    // A path of the working directory.
    let relative = String(repeating: "../", count: 64) + keys.dropFirst()
    #expect(problem(relative, home: home)?.hasPrefix(relative + " cannot be created") == true)
    #expect(problem("keys", home: home) == nil)
    #expect(problem("-", home: home) == nil)
    #expect(problem(keys, home: folder.path) == nil)
    #expect(problem(keys, home: nil) == nil)
    #expect(problem("/dev/null", home: "/dev/null") == nil)
  }

  @Test func `Each option that names a file or directory is read, or checked before it is created`()
    throws
  {
    let kinds: [OptionKind] = [.file, .optionalFile, .directory]
    let options = Command.all.flatMap(\.options).filter { kinds.contains($0.kind) }
    let created = Set(Option.created.map(\.name))
    // The log and the configuration, which may be read too, are checked where they are created.
    let other = [
      "--log-file", "--config", "--ca-file", "--compare", "--fault", "--locations", "--public-key",
      "--route", "--service-account", "--style", "--tls-cert", "--tls-key", "--token-file",
      "--trips", "--driver-account", "--consumer-account", "--reader-account",
    ]
    #expect(Set(options.map(\.name)) == created.union(other))
    let arguments = try Arguments(["--keys", home], options: Command.emulator.options)
    let error = #expect(throws: CommandError.self) {
      try Environment(variables: ["HOME": home]).check(created: Option.created, in: arguments)
    }
    #expect(error?.message.hasPrefix("--keys: \(home) cannot be created: HOME is ") == true)
  }
}
