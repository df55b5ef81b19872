import Foundation
import TestSupport
import Testing

/// Rules for the source code that writes to a terminal.
@Suite(.limited) struct `The source` {
  private static let sources = URL(filePath: packageRoot).appendingPathComponent("Sources")

  /// The targets that draw, and those that read from servers.
  ///
  /// These tests depend on all of them, so that `scripts/reached-tests` runs them after each change.
  private static let targets = [
    "Basics/HTTPMessages", "FleetEngine/CurlTransport", "FleetEngine/FleetEngine",
    "FleetEngine/ProviderBackend", "Following/RidesharingConsumer", "Map/CellGrid",
    "Map/ConsumerMap", "Map/MapCanvas", "Map/VectorTiles", "Program/TerminalUI", "Program/Viewer",
  ]

  private static func lines(of target: String) throws -> [(place: String, text: Substring)] {
    let folder = sources.appendingPathComponent(target)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.flatMap {
      name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated().map { ("\(target)/\(name):\($0.offset + 1)", $0.element) }
    }
  }

  @Test(arguments: targets)
  func `The source code neither prints nor traps with texts from outside`(target: String) throws {
    let lines = try Self.lines(of: target)
    #expect(lines.count > 100)
    let forbidden =
      /(^|[^.\w`])(print|debugPrint|dump|NSLog|puts)\(|(fatalError|preconditionFailure|assertionFailure)\([^)]*\\\(/
    let found = lines.filter { line in
      let code = line.text.drop { $0 == " " }
      return !code.hasPrefix("//") && code.contains(forbidden)
    }
    #expect(found.map(\.place) == [])
  }

  @Test func `The source code draws only safe text`() throws {
    let lines = try Self.lines(of: "Map/CellGrid").filter { $0.place.contains("/Frame.swift:") }
    #expect(lines.contains { $0.text.contains("_ text: SafeText,") })
    #expect(!lines.contains { $0.text.contains(": String") && !$0.text.contains("[String]") })
  }
}
