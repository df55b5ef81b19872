@testable import FleetEmulator
import SQLiteFiles
import FleetEngine
import HTTPMessages
import JSONWebTokens
import TestSupport
import Testing
import TrustLimits

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory of a test's own, removed at its end.
func withDirectory(_ body: (String) async throws -> Void) async throws {
  let path = FileManager.default.temporaryDirectory.path + "/ridealong-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try await body(path)
}

extension WorldStore {
  /// Opens the database in a directory of that path.
  convenience init(directory: String, providerID: String) throws(EmulatorError) {
    try self.init(try DataDirectory(directory), providerID: providerID)
  }
}

private func setMode(_ mode: Int, _ path: String) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}

@Suite(.limited) struct `The emulator's store` {
  @Test func `The emulator's store keeps everything over a restart`() async throws {
    try await withDirectory { directory in
      // The first emulator ends with its rig: two cannot share a directory.
      let before = try await Self.ride(directory)
      let second = try Rig(directory: directory)
      #expect(try await second.trip() == before)
      #expect(before.route?.count == 2)
      _ = try await second.report()
      #expect(try await second.status("COMPLETE").status == .complete)
    }
  }

  private static func ride(_ directory: String) async throws -> Trip {
    let rig = try Rig(directory: directory)
    try await rig.prepare()
    _ = try await rig.status("ENROUTE_TO_DROPOFF")
    return try await rig.trip()
  }

  @Test func `The emulator's store forgets what is deleted in another spelling of its ID`()
    async throws
  {
    try await withDirectory { directory in
      try await Self.makeAndDelete(directory)
      let second = try Rig(directory: directory)
      for path in ["trips/caf%C3%A9", "vehicles/caf%C3%A9"] {
        #expect(try await second.refusal(Step(.get, path)).code == .notFound)
      }
    }
  }

  /// Creates a trip and a vehicle with é as one character and deletes them with é as two.
  private static func makeAndDelete(_ directory: String) async throws {
    let rig = try Rig(directory: directory)
    try await rig.run(.vehicle("caf\u{E9}"), .trip("caf\u{E9}"))
    try await rig.run(Step(.delete, "trips/cafe%CC%81"), Step(.delete, "vehicles/cafe%CC%81"))
  }

  @Test func `The emulator's store is locked until its emulator ends`() async throws {
    try await withDirectory { directory in
      var first: WorldStore? = try WorldStore(directory: directory, providerID: "demo")
      #expect { _ = try WorldStore(directory: directory, providerID: "demo") } throws: { error in
        (error as? EmulatorError)?.kind == .storage && "\(error)".contains("Another emulator uses")
          && "\(error)".contains(directory)
      }
      #expect(first != nil)
      first = nil
      #expect(throws: Never.self) { try WorldStore(directory: directory, providerID: "demo") }
    }
  }

  @Test func `The emulator's store is not readable by other users`() async throws {
    try await withDirectory { directory in
      let rig = try Rig(directory: directory)
      try await rig.prepare()
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(names.contains("emulator.sqlite-wal"))
      for name in names where name.hasPrefix("emulator.sqlite") {
        let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
        #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(name)")
      }
    }
  }

  @Test func `The emulator's store refuses another program's database and another provider's`()
    async throws
  {
    try await withDirectory { directory in
      _ = try Rig(directory: directory)
      #expect(throws: EmulatorError.self) {
        try WorldStore(directory: directory, providerID: "other")
      }
      let path = directory + "/emulator.sqlite"
      try SQLiteConnection(path: path, access: .writing, busyTime: 5_000).execute(
        "PRAGMA user_version = 9")
      #expect(throws: EmulatorError.self) {
        try WorldStore(directory: directory, providerID: "demo")
      }
      try SQLiteConnection(path: path, access: .writing, busyTime: 5_000).execute(
        "PRAGMA application_id = 77")
      #expect { _ = try WorldStore(directory: directory, providerID: "demo") } throws: { error in
        "\(error)".contains("another program") && "\(error)".contains(path)
      }
    }
  }

  @Test(arguments: ["", "x", String(repeating: "random bytes", count: 1_000)])
  func `The emulator's store refuses a file that is not a database`(_ text: String) async throws {
    try await withDirectory { directory in
      try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/emulator.sqlite"))
      if text.isEmpty {
        #expect(throws: Never.self) { try WorldStore(directory: directory, providerID: "demo") }
      } else {
        #expect(throws: EmulatorError.self) {
          try WorldStore(directory: directory, providerID: "demo")
        }
      }
    }
  }

  @Test func `The emulator's store works in a directory behind a symbolic link`() async throws {
    try await withDirectory { directory in
      try FileManager.default.createDirectory(
        atPath: directory + "/real", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      let link = directory + "/link"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: directory + "/real")
      for path in [link, link + "/fleet"] {
        let before = try await Self.ride(path)
        let again = try Rig(directory: path)
        #expect(try await again.trip() == before)
        _ = try await EmulatorKeys.open(path + "/keys", providerID: "demo")
      }
      // A link in the database's own place is refused.
      let other = directory + "/other"
      try FileManager.default.createDirectory(
        atPath: other, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.createSymbolicLink(
        atPath: other + "/emulator.sqlite", withDestinationPath: directory + "/real/emulator.sqlite"
      )
      #expect(throws: EmulatorError.self) { try WorldStore(directory: other, providerID: "demo") }
    }
  }

  @Test(arguments: [0o770, 0o707, 0o777, 0o1777])
  func `The emulator's store refuses a directory that other users can write to`(
    mode: Int
  ) async throws {
    try await withDirectory { directory in
      try setMode(mode, directory)
      for make in [{ _ = try DataDirectory(directory) }, { _ = try PrivateDirectory(directory) }] {
        #expect { try make() } throws: { error in
          "\(error)".hasSuffix("or run: chmod go-w \(ShellWord.path(directory))")
        }
      }
      try setMode(0o755, directory)
      #expect(throws: Never.self) { try DataDirectory(directory) }
    }
  }

  @Test(arguments: ["absent/deep/er", "file/deep"])
  func `The emulator's store refuses a directory that cannot be created`(
    name: String
  ) async throws {
    try await withDirectory { directory in
      try Data().write(to: URL(fileURLWithPath: directory + "/file"))
      #expect(throws: EmulatorError.self) {
        try WorldStore(directory: directory + "/" + name, providerID: "demo")
      }
    }
  }
}

@Suite(.limited) struct `The emulator's keys` {
  @Test func `The emulator's keys are private files in Google's format that are used again`()
    async throws
  {
    try await withDirectory { parent in
      let directory = parent + "/data/keys"
      let keys = try await EmulatorKeys.open(directory, providerID: "demo")
      for role in ServiceRole.allCases {
        let attributes = try FileManager.default.attributesOfItem(atPath: keys.path(role))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
      let folder = try FileManager.default.attributesOfItem(atPath: directory)
      #expect(folder[.posixPermissions] as? Int == 0o700)
      let data = try Data(contentsOf: URL(fileURLWithPath: keys.path(.server)))
      let file = try JSONDecoder().decode([String: String].self, from: data)
      #expect(file["type"] == "service_account")
      #expect(file["client_email"] == "server@demo.iam.gserviceaccount.com")
      #expect(file["project_id"] == "demo")
      #expect(file["private_key"]?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
      #expect(
        Set(file.keys) == [
          "type", "project_id", "private_key_id", "private_key", "client_email", "client_id",
          "auth_uri",
          "token_uri",
        ])
      let again = try await EmulatorKeys.open(directory, providerID: "demo")
      #expect(again.accounts.map(\.keyID) == keys.accounts.map(\.keyID))
      let now = TestNow.start
      let emulator = try EmulatedFleetEngine(
        EmulatorConfiguration(providerID: "demo", accounts: again.accounts, now: { now }))
      let claims = TokenClaims(
        issuer: file["client_email"],
        subject: file["client_email"],
        audience: ["https://fleetengine.googleapis.com/"],
        issuedAt: now.seconds,
        expiresAt: now.seconds + 600,
        authorization: ["tripid": "*"]
      )
      let token = try SigningKey(pem: #require(file["private_key"]))
        .sign(claims, keyID: file["private_key_id"])
      let response = await emulator.respond(
        to: TransportRequest(
          url: HTTPURL(scheme: .http, host: "x", path: Samples.name),
          headers: ["Authorization": "Bearer " + token]))
      #expect(response.status == 404)
      await #expect(throws: EmulatorError.self) {
        try await EmulatorKeys.open(directory, providerID: "other")
      }
    }
  }

  @Test func `The emulator's keys are created again if a process was killed while it wrote them`()
    async throws
  {
    try await withDirectory { directory in
      // What such a process leaves: no key, and the start of one that is not in its place yet.
      try Data("{\"type\":".utf8).write(to: URL(fileURLWithPath: directory + "/.server.json.new"))
      let keys = try await EmulatorKeys.open(directory, providerID: "demo")
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(
        names.sorted() == ["consumer", "driver", "fleet-reader", "server"].map { $0 + ".json" })
      let again = try await EmulatorKeys.open(directory, providerID: "demo")
      #expect(again.accounts.map(\.keyID) == keys.accounts.map(\.keyID))
    }
  }

  @Test
  func `The emulator's keys are the same for emulators that start in one directory concurrently`()
    async throws
  {
    try await withDirectory { directory in
      let opened = try await withThrowingTaskGroup { group in
        for _ in 0..<3 {
          group.addTask { try await EmulatorKeys.open(directory, providerID: "demo") }
        }
        return try await group.reduce(into: []) { $0.append($1.accounts.map(\.keyID)) }
      }
      #expect(opened.count == 3 && Set(opened).count == 1)
      #expect(Set(opened[0]).count == ServiceRole.allCases.count)
    }
  }

  @Test func `The emulator's accounts may share one key`() async throws {
    try await withDirectory { directory in
      let key = try EmulatorKeys.SharedKey()
      let keys = try EmulatorKeys(directory, providerID: "demo", sharedKey: key)
      let texts = try ServiceRole.allCases.map { role in
        let data = try Data(contentsOf: URL(fileURLWithPath: keys.path(role)))
        return try JSONDecoder().decode([String: String].self, from: data)["private_key"]
      }
      #expect(Set(texts).count == 1 && texts[0] != nil)
      #expect(Set(keys.accounts.map(\.email)).count == ServiceRole.allCases.count)
      let again = try await EmulatorKeys.open(directory, providerID: "demo")
      #expect(again.accounts.map(\.keyID) == keys.accounts.map(\.keyID))
    }
  }

  @Test(arguments: ["open", "link", "garbage"])
  func `The emulator's keys are refused if other users can change them`(
    _ fault: String
  ) async throws {
    try await withDirectory { directory in
      let path = directory + "/server.json"
      switch fault {
      case "open":
        try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      case "link":
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
      default:
        try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      }
      await #expect {
        _ = try await EmulatorKeys.open(directory, providerID: "demo")
      } throws: { error in
        (error as? EmulatorError)?.kind == .keys && "\(error)".contains(path)
      }
    }
  }
}
