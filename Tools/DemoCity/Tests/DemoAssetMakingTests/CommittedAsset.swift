import DemoCity
import Foundation

/// The town, made once for all tests.
enum SampleCity { static let city = DemoCity() }

/// The assets that are in the repository.
enum CommittedAsset {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../../Assets")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name).standardized))
  }
}
