import Foundation
import HTTPMessages
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

/// `ridealong map get` and what goes wrong.
@Suite(.blocking) struct MapDownloadTests {
  private let folder = TestFolder()
  /// The demo's town, around 45 degrees north and 30 degrees west.
  private static let town = packageRoot + "/Assets/demo-city.pmtiles"

  private func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Self.town)))
  }

  private func words(_ source: String, around: String = "45,-30") -> [String] {
    ["map", "get", "--around", around, "--radius", "3", "--name", "town", "--from", source]
  }

  private func get(_ source: String, shell: String? = nil) throws -> RunningProgram.Outcome {
    try RunningProgram.run(words(source), in: folder, shell: shell)
  }

  private func list() throws -> String {
    try RunningProgram.run(["map", "list"], in: folder).output
  }

  /// Responds to a range request for a file.
  private static func range(
    of file: [UInt8], _ request: ScriptedServer.Request
  ) -> [ScriptedServer.Step] {
    let range = (request.header("Range") ?? "").dropFirst("bytes=".count).split(separator: "-")
    guard range.count == 2, let start = Int(range[0]), let last = Int(range[1]), start < file.count
    else { return ScriptedServer.answer("416 Range Not Satisfiable") }
    let end = min(last + 1, file.count)
    return ScriptedServer.answer(
      "206 Partial Content",
      headers: ["Content-Range: bytes \(start)-\(end - 1)/\(file.count)", "ETag: \"1\""],
      body: Array(file[start..<end]))
  }

  @Test func `A download from a server that Ctrl-C ends continues where it stopped`() throws {
    let file = try bytes()
    let requests = Mutex(0)
    let isSlow = Mutex(true)
    let server = try ScriptedServer { request in
      let number = requests.withLock { count in
        count += 1
        return count
      }
      // The header, the metadata and the first tiles arrive; the rest hangs.
      return number > 20 && isSlow.withLock { $0 } ? [.hang] : Self.range(of: file, request)
    }
    let source = server.url("/town.pmtiles").description
    let terminal = try start(words(source), in: folder)
    try terminal.wait(until: { _ in requests.withLock { $0 } > 20 }, timeout: .seconds(60))
    try terminal.wait { $0.rowText(0).contains(" tiles, ") }
    terminal.type("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(terminal.screenText.contains("The same command continues"))
    #expect(try list().contains("incomplete"))
    isSlow.withLock { $0 = false }
    let before = server.requests.count
    let whole = try get(source)
    #expect(whole.status == 0)
    let again = server.requests.count - before
    let total = try #require(Int(whole.output.split(separator: " ")[1]))
    #expect(total > 24 && again < total, "\(again) requests for \(total) tiles")
    #expect(try list().contains("incomplete") == false)
    // The file is the same as one that was downloaded without an interruption.
    let other = try RunningProgram.run(
      ["map", "get", "--around", "45,-30", "--radius", "3", "--name", "other", "--from", source],
      in: folder)
    #expect(other.output.hasPrefix("Saved \(total) tiles"))
    func picture(_ name: String) throws -> String {
      try RunningProgram.run(
        [
          "map", "render", "--center", "45,-30", "--basemap",
          folder.path + "/.cache/ridealong/maps/\(name).mbtiles",
        ],
        in: folder
      ).output
    }
    #expect(try picture("town") == picture("other"))
  }

  @Test func `A map around a trip covers its places, its route, and its vehicle`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(
        """
        {"name":"\(Answers.tripName)","tripStatus":"ENROUTE_TO_PICKUP",
         "pickupPoint":{"point":{"latitude":45.001,"longitude":-30.001}},
         "dropoffPoint":{"point":{"latitude":45.008,"longitude":-29.992}},
         "lastLocation":{"location":{"latitude":44.995,"longitude":-30.005}}}
        """)
    }
    let key = ["--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key()]
    let saved = try RunningProgram.run(
      [
        "map", "get", "--around", Answers.tripName, "--radius", "0.1", "--from", Self.town,
        "--name", "ride",
      ] + key, in: folder)
    #expect(saved.status == 0, "\(saved.errors)")
    let info = try RunningProgram.run(["map", "info", "ride", "--json"], in: folder)
    let object = try JSONSerialization.jsonObject(with: Data(info.output.utf8))
    let map = try #require(object as? [String: Any])
    #expect(map["v"] as? Int == 1)
    #expect(map["type"] as? String == "map")
    let southwest = try #require(map["southwest"] as? [String: Double])
    let northeast = try #require(map["northeast"] as? [String: Double])
    #expect(abs(try #require(southwest["lat"]) - 44.9941) < 0.0001)
    #expect(abs(try #require(southwest["lon"]) - -30.00627) < 0.0001)
    #expect(abs(try #require(northeast["lat"]) - 45.0089) < 0.0001)
    #expect(abs(try #require(northeast["lon"]) - -29.99073) < 0.0001)
  }

  @Test(arguments: [
    ("200 OK", #"{"name":"providers/demo-project/trips/t1"}"#, 1, "has no places yet"),
    ("404 Not Found", Answers.refusal(404, "NOT_FOUND"), 3, "NOT_FOUND"),
    ("403 Forbidden", Answers.refusal(403, "PERMISSION_DENIED"), 4, "t1"),
  ]) func `A trip that has no places or cannot be read ends a download with its exit status`(
    status: String, body: String, exit: Int32, error: String
  ) throws {
    let server = try ScriptedServer { _ in Answers.json(body, status: status) }
    let outcome = try RunningProgram.run(
      words(Self.town, around: Answers.tripName) + [
        "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ],
      in: folder
    )
    #expect(outcome.status == exit)
    #expect(outcome.errors.contains(error), "\(outcome.errors)")
    #expect(isPlain(outcome.bytes))
  }

  @Test func `A server that ignores ranges is named with the advice to download the file`() throws {
    let file = try bytes()
    let server = try ScriptedServer { _ in ScriptedServer.answer(body: file) }
    let outcome = try get(server.url("/town.pmtiles").description)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("does not support range requests"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Download the file"))
  }

  /// Sizes and offsets in a header that no file has.
  @Test(arguments: [8, 16, 24, 32, 40, 48, 56, 64], [false, true])
  func `A header with a size that no file has is refused`(offset: Int, isServer: Bool) throws {
    var file = try bytes()
    file.replaceSubrange(offset..<offset + 8, with: [UInt8](repeating: 0xFF, count: 8))
    let bytes = file
    // The size of a file on a server is not known, and the town has no leaf directories.
    guard !isServer || offset != 40 else { return }
    let server = try ScriptedServer { Self.range(of: bytes, $0) }
    let path = folder.path + "/hostile.pmtiles"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let outcome = try get(isServer ? server.url("/town.pmtiles").description : path)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test func `A file that ends early is reported with the number of saved tiles`() throws {
    let path = folder.path + "/short.pmtiles"
    try Data(try bytes().prefix(100_000)).write(to: URL(fileURLWithPath: path))
    let outcome = try get(path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ends early"), "\(outcome.errors)")
  }

  @Test func `A file that cannot grow keeps its tiles, and the same command continues`() throws {
    // A limit on a file's size stands for a full disk.
    let full = try get(Self.town, shell: "trap '' XFSZ; ulimit -f 40; exec \"$@\"")
    #expect(full.status == 1)
    #expect(full.errors.contains("It cannot be written"), "\(full.errors)")
    #expect(full.errors.contains("The same command continues the download."))
    let whole = try get(Self.town)
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(try list().contains("incomplete") == false)
  }

  @Test func `A directory that cannot be made ends a download with status 1`() throws {
    let outcome = try RunningProgram.run(
      words(Self.town), in: folder, environment: ["XDG_CACHE_HOME": folder.file("file", "")])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is not a directory"), "\(outcome.errors)")
  }

  @Test func `A source that covers only a part of the region says so, and the map ends there`()
    throws
  {
    let outcome = try RunningProgram.run(
      [
        "map", "get", "--around", "45,-30", "--radius", "100", "--name", "town", "--from",
        Self.town,
      ],
      in: folder
    )
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("The source covers only a part of the region."))
    let far = try RunningProgram.run(["map", "render", "--center", "45.5,-30"], in: folder)
    #expect(far.errors.contains("No saved map covers"))
  }
}
