import Foundation
import Fuzzing
import TestSupport
import Testing

@Suite(.blocking) struct `Readers of bytes from outside` {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `Readers of bytes from outside follow their rules for their corpus and mutations of it`(
    name: String
  ) async throws {
    let path = Self.path(name)
    await #expect(processExitsWith: .success) { [name, path = path as String] in
      let target = try #require(FuzzTarget.named(name))
      try await Replay(of: target, changes: 1_500).run(keepingInputAt: path)
    }
    guard let input = FileManager.default.contents(atPath: path) else { return }
    Issue.record("\(name) failed on \(path): \(input.base64EncodedString().prefix(2_000))")
  }

  @Test(arguments: ["broken", "trapping", "slow", "greedy"])
  func `Readers of bytes from outside fail the check if they break their rules`(
    fault: String
  ) async throws {
    let path = Self.path(fault)
    await #expect(processExitsWith: .failure) { [fault, path = path as String] in
      let target = FuzzTarget(
        name: "gpx", mostBytes: 64, seeds: { [[1, 2, 3]] },
        check: { bytes in
          switch fault {
          case "broken": throw CocoaError(.featureUnsupported)
          case "trapping": _ = bytes[bytes.count]
          case "slow": while clock() < 3 * CLOCKS_PER_SEC {}
          default: try #require([UInt8](repeating: 1, count: 256 << 20).last == 1)
          }
        })
      do { try await Replay(of: target, changes: 0).run(keepingInputAt: path) } catch { exit(1) }
    }
    #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    try FileManager.default.removeItem(atPath: path)
  }

  @Test
  func `Readers of bytes from outside have a small corpus, and each of its folders has a reader`()
    throws
  {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Replay.corpus.path)
    #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
    var size = 0
    for target in FuzzTarget.all {
      let inputs = try Replay(of: target, changes: 0).inputs
      let seeds = try target.seeds()
      #expect(!seeds.isEmpty && seeds.allSatisfy { $0.count <= target.mostBytes })
      size += inputs.dropFirst(seeds.count).reduce(0) { $0 + $1.count }
    }
    #expect(size < 500_000)
  }

  private static func path(_ name: String) -> String {
    FileManager.default.temporaryDirectory.path + "/ridealong-\(name)-\(UUID().uuidString)"
  }
}
