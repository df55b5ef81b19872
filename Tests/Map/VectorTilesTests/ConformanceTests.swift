import Foundation
import TestSupport
import Testing
import VectorTiles

/// The cases of Mapbox's mvt-fixtures: a tile, its content, and how to treat its faults.
@Suite(.limited, .enabled(if: TestData.tiles("mvt-fixtures/cases") != nil))
struct ConformanceTests {
  private struct Information: Decodable {
    struct Validity: Decodable {
      let v1: Bool
      let v2: Bool
      let error: String?
    }
    let validity: Validity
  }

  private struct Content: Decodable {
    struct Layer: Decodable {
      let name: String?
      let features: [Feature]?
    }
    struct Feature: Decodable {
      let id: UInt64?
      let type: UInt8?
      let geometry: [UInt32]?
    }
    let layers: [Layer]?
  }

  static let cases: [String] = {
    guard let folder = TestData.tiles("mvt-fixtures/cases") else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }()

  @Test("The fixtures are complete") func count() { #expect(Self.cases.count == 74) }

  @Test("A fixture is read as the specification says", arguments: cases)
  func decision(_ name: String) throws {
    let folder = URL(fileURLWithPath: try #require(TestData.tiles("mvt-fixtures/cases/\(name)")))
    let information = try JSONDecoder().decode(
      Information.self, from: Data(contentsOf: folder.appending(path: "info.json")))
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "tile.mvt")))
    let (features, problems) = read(bytes)
    let severities = Set(problems.map(\.severity))
    switch (name, information.validity.error) {
    case ("057", _):
      // Called valid, though its bytes promise 536,870,911 points as those of 051, called fatal, do.
      #expect(severities == [.fatal])
    case ("016", _):
      // Called valid, though its bytes are those of 003, called recoverable.
      #expect(problems.map(\.kind) == [.missingGeometryType])
    case ("061", _):
      // A line that is closed, which the first version allowed; but no version is written.
      #expect(problems.map(\.kind) == [.missingVersion])
      #expect(read([0x1A, 0x1A, 0x78, 0x01] + bytes.dropFirst(2)).1.isEmpty)
      #expect(read([0x1A, 0x1A, 0x78, 0x02] + bytes.dropFirst(2)).1.map(\.severity) == [.fatal])
    case ("045", nil): #expect(!problems.isEmpty)
    case (_, "fatal"): #expect(severities == [.fatal], "\(problems)")
    case (_, "recoverable"): #expect(severities == [.recoverable], "\(problems)")
    default:
      #expect(information.validity.v2)
      #expect(problems.isEmpty, "\(problems)")
      try compare(features, with: folder)
    }
  }

  private func read(_ bytes: [UInt8]) -> ([VectorTile.Feature], [TileProblem]) {
    do {
      let tile = try VectorTile(bytes)
      let found = tile.layers.map { tile.features(of: $0) }
      return (found.flatMap(\.features), tile.problems + found.flatMap(\.problems))
    } catch { return ([], [error]) }
  }

  private func compare(_ features: [VectorTile.Feature], with folder: URL) throws {
    let content = try JSONDecoder().decode(
      Content.self, from: Data(contentsOf: folder.appending(path: "tile.json")))
    let expected = (content.layers ?? []).flatMap { $0.features ?? [] }
    #expect(features.count == expected.count)
    for (feature, wanted) in zip(features, expected) {
      #expect(feature.id == wanted.id)
      #expect(feature.type.rawValue == wanted.type)
      if feature.type != .unknown {
        #expect(feature.coordinates == coordinates(wanted.geometry ?? []))
      }
    }
  }

  /// The coordinates of commands, read in the simplest way.
  private func coordinates(_ words: [UInt32]) -> [Int32] {
    var (result, x, y, index): ([Int32], Int32, Int32, Int) = ([], 0, 0, 0)
    while index < words.count {
      let (command, count) = (words[index] & 7, Int(words[index] >> 3))
      index += 1
      guard command != 7 else { continue }
      for _ in 0..<count {
        x &+= Int32(truncatingIfNeeded: words[index] >> 1) ^ -Int32(words[index] & 1)
        y &+= Int32(truncatingIfNeeded: words[index + 1] >> 1) ^ -Int32(words[index + 1] & 1)
        result += [x, y]
        index += 2
      }
    }
    return result
  }

  @Test("A value of every type is read") func values() throws {
    let path = try #require(TestData.tiles("mvt-fixtures/cases/038/tile.mvt"))
    let tile = try VectorTile([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let properties = tile.features(of: try #require(tile.layers.first)).features.first?.properties
    #expect(
      properties == [
        "string_value": .string("ello"), "bool_value": .bool(true), "int_value": .int(6),
        "double_value": .double(1.23), "float_value": .float(3.1), "sint_value": .sint(-87_948),
        "uint_value": .uint(87_948),
      ])
  }
}
