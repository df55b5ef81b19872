import AccessTokens
import JSONWebTokens
import SystemTestSupport
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#endif

/// A key file's content, made once.
enum KeyFile {
  static let signingKey = Result { try SigningKey.generate() }

  static func json(replacing field: String? = nil, with value: String? = nil) throws -> [UInt8] {
    var fields = [
      "type": "service_account", "project_id": "demo", "private_key_id": "key-1",
      "private_key": try signingKey.get().pem,
      "client_email": "server@demo.iam.gserviceaccount.com",
    ]
    if let field { fields[field] = value }
    return Array(try JSONEncoder().encode(fields))
  }
}

@Suite(.limited) struct `A service account's key` {
  @Test func `A service account's key is read from Google's file`() throws {
    let key = try ServiceAccountKey(json: KeyFile.json(), file: "key.json")
    #expect(key.projectID == "demo")
    #expect(key.privateKeyID == "key-1")
    #expect(key.clientEmail == "server@demo.iam.gserviceaccount.com")
  }

  @Test func `A service account's key never shows its private key`() throws {
    let key = try ServiceAccountKey(json: KeyFile.json(), file: "key.json")
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains("PRIVATE"))
      #expect(!text.contains("MII"))
    }
  }

  /// A key with a passphrase, as OpenSSL writes it.
  private static func encrypted(_ kind: String, _ header: String) -> String {
    "-----BEGIN \(kind)-----\n\(header)c2VjcmV0\n-----END \(kind)-----\n"
  }

  private static let refused: [(String, String?, ServiceAccountKeyError.Problem)] = [
    ("type", "authorized_user", .otherCredentials(.login)),
    ("type", "external_account", .otherCredentials(.externalAccount)),
    ("type", "external_account_authorized_user", .otherCredentials(.externalAccount)),
    ("type", "impersonated_service_account", .otherCredentials(.impersonation)),
    ("type", "another", .wrongType),
    ("type", nil, .wrongType),
    ("project_id", nil, .missingField("project_id")),
    ("private_key_id", "", .missingField("private_key_id")),
    ("client_email", nil, .missingField("client_email")),
    ("private_key", nil, .missingField("private_key")),
    ("private_key", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n", .badKey),
    ("private_key", "secret", .badKey),
    ("private_key", encrypted("ENCRYPTED PRIVATE KEY", ""), .encryptedKey),
    (
      "private_key", encrypted("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: x,y\n\n"),
      .encryptedKey
    ),
  ]

  @Test(arguments: refused)
  func `A service account's key is refused in one sentence without the secret`(
    field: String, value: String?, problem: ServiceAccountKeyError.Problem
  ) throws {
    let json = try KeyFile.json(replacing: field, with: value)
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(json: json, file: "key.json")
    }
    #expect(error?.problem == problem)
    #expect(error?.description.hasPrefix("The key file key.json ") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `A service account's key with a passphrase is a clear error`() throws {
    let key = Self.encrypted("ENCRYPTED PRIVATE KEY", "")
    let json = try KeyFile.json(replacing: "private_key", with: key)
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(json: json, file: "key.json")
    }
    #expect(error?.description.contains("is protected by a passphrase") == true)
    #expect(
      error?.description.hasSuffix("download the key again, as Google's keys have none.") == true)
  }

  @Test(arguments: [
    (#"{"installed":{"client_secret":"secret"}}"#, OtherCredentials.oauthClient),
    (#"{"web":{"client_secret":"secret"}}"#, .oauthClient),
    ("-----BEGIN PRIVATE KEY-----\nsecret", .keyAlone),
  ]) func `A service account's key is not read from other credential files of Google`(
    text: String, kind: OtherCredentials
  ) throws {
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(json: Array(text.utf8), file: "key.json")
    }
    #expect(error?.problem == .otherCredentials(kind))
    #expect(error?.description.contains("gcloud iam service-accounts keys create") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: ["", "{", "[]", "nonsense", "\u{0}"])
  func `A service account's key is read from a JSON object only`(text: String) {
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(json: Array(text.utf8), file: "key.json")
    }
    #expect(error?.problem == .notJSON)
  }

  @Test func `A service account's key file is limited in size`() {
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(json: [UInt8](repeating: 0x20, count: 65_537), file: "key.json")
    }
    #expect(error?.problem == .tooLarge)
  }

  @Test func `The error about a missing service account key names the file`() {
    let path = TokenFolder().path + "/absent/key.json"
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(contentsOf: path)
    }
    #expect(error?.problem == .missing)
    #expect(error?.description.contains(path) == true)
  }

  @Test func `A service account's key is not read from a directory`() {
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(contentsOf: "/")
    }
    #expect(error?.problem == .unreadable)
  }

  @Test func `A service account's key is not awaited from a pipe without a writer`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/ridealong-pipe-\(UUID().uuidString)"
    #expect(mkfifo(path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try ServiceAccountKey(contentsOf: path)
    }
    #expect(error?.problem == .unreadable)
  }

  @Test func `A service account's key is read from a pipe, such as a shell's process substitution`()
    throws
  {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let json = try KeyFile.json()
    #expect(write(ends[1], json, json.count) == json.count)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(try ServiceAccountKey(contentsOf: "/dev/fd/\(ends[0])").projectID == "demo")
  }

  @Test(arguments: [
    (0o600, true), (0o400, true), (0o644, false), (0o640, false), (0o620, false), (0o601, false),
  ]) func `A service account's key is read only from a file that other users cannot access`(
    mode: Int, isRead: Bool
  ) throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.path + "/ridealong key-\(UUID().uuidString).json"
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: Data(try KeyFile.json()), attributes: [.posixPermissions: mode]))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    if isRead {
      #expect(try ServiceAccountKey(contentsOf: path).projectID == "demo")
    } else {
      let error = #expect(throws: ServiceAccountKeyError.self) {
        try ServiceAccountKey(contentsOf: path)
      }
      #expect(error?.problem == .openToOthers)
      #expect(error?.description.hasSuffix("run: chmod 600 '\(path)'") == true)
    }
  }
}
