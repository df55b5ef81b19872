public import FleetEmulator
import Foundation

/// A temporary folder of one test with a user's surroundings in it; gone with its value.
public final class TestFolder: Sendable {
  /// The provider of every key.
  public static let providerID = "demo-project"

  /// The folder's absolute path.
  public let path: String

  /// The key of all roles, made once, as making one takes long.
  public static let key = Result { () throws(EmulatorError) in try EmulatorKeys.SharedKey() }

  /// The roles' key files.
  private static let keys: [ServiceRole: Data] = {
    let folder = TestFolder()
    guard let made = try? folder.emulatorKeys() else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: ServiceRole.allCases.map {
        ($0, FileManager.default.contents(atPath: made.path($0)) ?? Data())
      })
  }()

  /// Makes the folder, and one for temporary files in it.
  public init() {
    path = NSTemporaryDirectory() + "ridealong-test-" + UUID().uuidString
    try? FileManager.default.createDirectory(
      atPath: path + "/temporary", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The program's environment, without anything of the user who runs the tests.
  public var environment: [String: String] {
    [
      "HOME": path, "XDG_STATE_HOME": path + "/state", "TMPDIR": path + "/temporary",
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// The files that the program has left in the folder for temporary files.
  public var leftovers: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path + "/temporary")) ?? ["unreadable"]
  }

  /// The lines of the log that are not about rides.
  public var complaints: [String] {
    log.split(separator: "\n").map(String.init).filter { !$0.contains("Z info ") }
  }

  /// The log that standard error goes to while the screen is on.
  public var log: String {
    String(
      decoding: FileManager.default.contents(atPath: path + "/state/ridealong/ridealong.log")
        ?? Data(), as: UTF8.self)
  }

  /// Writes a file and returns its path.
  public func file(_ name: String, _ content: String, mode: Int = 0o600) -> String {
    file(name, Data(content.utf8), mode: mode)
  }

  /// Makes the key files of an emulator's accounts, in their own folder.
  public func emulatorKeys() throws -> EmulatorKeys {
    try EmulatorKeys(path + "/keys", providerID: Self.providerID, sharedKey: Self.key.get())
  }

  /// Makes the keys that the demo and `emulator exec` keep for the next time, as a key takes half a second.
  public func keepDemoKeys() throws {
    let keys = path + "/.cache/ridealong/demo-keys"
    try FileManager.default.createDirectory(
      atPath: keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = try EmulatorKeys(keys, providerID: Self.providerID, sharedKey: Self.key.get())
  }

  /// Writes a role's key file and returns its path.
  public func key(_ role: ServiceRole = .consumer, mode: Int = 0o600) -> String {
    file("\(role.rawValue).json", Self.keys[role] ?? Data(), mode: mode)
  }

  private func file(_ name: String, _ content: Data, mode: Int) -> String {
    let file = path + "/" + name
    // A process of the test may read the file while it is written again.
    let new = path + "/." + UUID().uuidString
    _ = FileManager.default.createFile(
      atPath: new, contents: content, attributes: [.posixPermissions: mode])
    _ = rename(new, file)
    return file
  }
}
