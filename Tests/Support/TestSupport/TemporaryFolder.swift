internal import Foundation

/// A temporary folder of one test, gone with its value.
public final class TemporaryFolder: Sendable {
  /// The folder's absolute path.
  public let path: String
  /// A path in the folder at which nothing is.
  public var absent: String { path + "/absent" }

  /// Creates a folder in another one, by default that for temporary files.
  public init(in parent: String? = nil) throws {
    let parent = parent ?? FileManager.default.temporaryDirectory.path
    path = parent + "/ridealong-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    return path + "/" + name
  }
}
