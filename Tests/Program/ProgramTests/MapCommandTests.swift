import Foundation
import Geo
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.blocking) struct MapCommandTests {
  private let folder = TestFolder()
  /// The demo's town, around 45 degrees north and 30 degrees west.
  private let town = packageRoot + "/Assets/demo-city.pmtiles"

  private func run(_ words: String...) throws -> RunningProgram.Outcome {
    try RunningProgram.run(["map"] + words, in: folder)
  }

  private func get(_ more: String...) throws -> RunningProgram.Outcome {
    try RunningProgram.run(
      ["map", "get", "--around", "45,-30", "--radius", "1", "--from", town] + more, in: folder)
  }

  @Test func `A saved map is listed, described, and printed without naming its file`() throws {
    let saved = try get("--name", "town")
    #expect(saved.status == 0)
    #expect(saved.output.hasPrefix("Saved "))
    #expect(saved.output.contains("--basemap"))
    let list = try run("list")
    #expect(list.output.contains("town "))
    #expect(list.output.contains("45.0,-30.0"))
    let file = folder.path + "/.cache/ridealong/maps/town.mbtiles"
    #expect(list.output.hasSuffix(" \(file)\n"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try run("info", "town").output.contains("Layers "))
    let picture = try run("render", "--center", "45,-30", "--size", "60x20")
    #expect(picture.status == 0)
    let rows = picture.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == 21)
    #expect(rows.allSatisfy { $0.count <= 60 })
    #expect(!picture.output.contains("\u{1B}"))
    #expect(picture.output.contains(" m "))
    // The file is a base map like any other.
    #expect(try run("info", file).output.contains("Layers "))
  }

  @Test(.enabled(if: TestData.reported("nojson.mbtiles") != nil))
  func `A map that lists no layers is saved, described, and used`() throws {
    let source = try #require(TestData.reported("nojson.mbtiles"))
    let place = "48.2,16.37"
    let saved = try run("get", "--around", place, "--radius", "1", "--name", "w", "--from", source)
    #expect(saved.status == 0, "\(saved.errors)")
    for map in ["w", source] {
      let info = try run("info", map).output
      #expect(info.contains("Schema       OpenMapTiles") && info.contains("Layers "), "\(info)")
    }
    let picture = try run("render", "--center", place, "--zoom", "14", "--size", "60x20")
    #expect(picture.status == 0, "\(picture.errors)")
  }

  @Test(arguments: ["get", "render"])
  func `A map whose layers are unknown is refused with their names`(action: String) throws {
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    var writer = PMTilesWriter(
      metadata: TileSourceMetadata(
        name: "trees", bounds: CoordinateBounds(south: 48, west: 16, north: 49, east: 17)))
    let tree = VectorTile.Feature(type: .point, coordinates: [9, 9], partEnds: [1])
    let tile = TileEncoder.encode([EncodableLayer(name: "trees", features: [tree])])
    for zoom in 0...10 { try writer.add(tile, at: #require(TileAddress(of: place, zoom: zoom))) }
    let path = folder.path + "/trees.pmtiles"
    try Data(try writer.archive()).write(to: URL(fileURLWithPath: path))
    #expect(try run("info", path).output.contains("unknown: it cannot be drawn"))
    let outcome =
      action == "get"
      ? try run("get", "--around", "48.2,16.37", "--radius", "0.5", "--name", "x", "--from", path)
      : try run("render", "--center", "48.2,16.37", "--zoom", "10", "--basemap", path)
    #expect(outcome.status == (action == "get" ? 2 : 5), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("None of the map's layers (trees) is known"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `A second download of a map sends no requests`() throws {
    #expect(try get("--name", "town").output.contains("0 B of them new") == false)
    #expect(try get("--name", "town").output.contains("0 B of them new"))
  }

  @Test(arguments: ["ansi", "svg"])
  func `A printed map has colors as ANSI text and as a picture`(format: String) throws {
    let picture = try run(
      "render",
      "--center",
      "45,-30",
      "--basemap",
      town,
      "--format",
      format,
      "--theme",
      "light"
    )
    #expect(picture.status == 0)
    #expect(picture.output.contains(format == "svg" ? "<path fill=\"#" : "\u{1B}[0;38;5;"))
    #expect(picture.output.contains("\u{1B}") == (format == "ansi"))
  }

  @Test func `A map in ASCII has only ASCII characters`() throws {
    let picture = try run("render", "--center", "45,-30", "--basemap", town, "--ascii")
    #expect(picture.status == 0)
    #expect(picture.bytes.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    (["get", "--around", "0,0", "--from", "{town}"], 2, "It has no tiles there"),
    (["get", "--around", "45,-30"], 2, "--from"),
    (["get", "--from", "{town}"], 2, "--around"),
    (["get", "--around", "45,-30", "--from", "{town}", "--name", "../x"], 2, "is not a name"),
    (["get", "--around", "45,-30", "--from", "{town}", "--radius", "0"], 2, "0.1 to 200"),
    (["get", "--around", "45,-30", "--from", "{town}", "--radius", "5km"], 2, "0.1 to 200"),
    (["get", "--around", "45,-30", "--from", "{town}", "--radius", "201"], 2, "0.1 to 200"),
    (["get", "--around", "45,-30", "--from", "{town}", "--size", "60x20"], 2, "has no effect"),
    (["get", "--around", "45,-30", "--from", "none"], 2, "--from"),
    (["get", "--around", "45,-30", "--from", "missing.pmtiles"], 2, "There is no such file"),
    (["get", "--around", "45,-30", "--from", "http://127.0.0.1:1/m.pmtiles"], 5, "reached"),
    (["get", "--around", "45,-30", "--from", "http://example.org/t.json"], 2, "Use https"),
    (["render", "--center", "45,-30"], 2, "ridealong map get --around 45.0,-30.0 --from"),
    (["render", "--center", "0,0", "--basemap", "{town}"], 5, "no tiles"),
    (["render", "--center", "45,-30", "--size", "5x5"], 2, "such as 120x40"),
    (["info", "missing"], 2, "missing"), (["info"], 2, "a map's name or file"),
    (["draw"], 2, "get, list, info, render"), ([], 2, "get, list, info, render"),
  ]) func `A wrong command line of ridealong map ends with a status and what to do`(
    words: [String], status: Int32, error: String
  ) throws {
    let words = words.map { $0.replacingOccurrences(of: "{town}", with: town) }
    // Files without a directory are missing in the test's folder.
    let outcome = try RunningProgram.run(["map"] + words, in: folder, shell: #"cd && exec "$@""#)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(error), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `A damaged saved map is reported, and the others are listed`() throws {
    _ = try get("--name", "town")
    _ = try get("--name", "broken")
    let directory = folder.path + "/.cache/ridealong/maps"
    try Data("SQLite format 3 and more".utf8).write(
      to: URL(fileURLWithPath: directory + "/broken.mbtiles"))
    let list = try run("list")
    #expect(list.status == 0)
    #expect(list.output.contains("town "))
    #expect(list.errors.contains("broken.mbtiles"))
  }
}
