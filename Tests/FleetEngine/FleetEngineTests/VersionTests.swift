import FleetEngine
import Foundation
import TestSupport
import Testing

@Suite(.limited) struct `The version of the libraries` {
  @Test func `The version of the libraries is the newest one of CHANGELOG.md`() throws {
    let newest = try lines(of: "CHANGELOG.md").first { $0.hasPrefix("## ") }
    #expect(newest?.hasPrefix("## \(LibraryVersion.number) (") == true)
  }

  @Test func `The version of the libraries is the one that docs/swift.md depends on`() throws {
    let dependencies = try lines(of: "docs/swift.md").filter { $0.contains("exact:") }
    #expect(!dependencies.isEmpty)
    #expect(dependencies.allSatisfy { $0.contains("exact: \"\(LibraryVersion.number)\"") })
  }

  /// The lines of a file of the repository.
  private func lines(of path: String) throws -> [Substring] {
    let root = URL(filePath: packageRoot)
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n")
  }
}
