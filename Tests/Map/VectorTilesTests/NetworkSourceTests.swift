import Geo
import HTTPMessages
import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.limited) struct NetworkSourceTests {
  private static let tile = TileEncoder.encode([
    EncodableLayer(
      name: "roads",
      features: [
        .init(
          type: .line, properties: ["kind": .string("major_road")], coordinates: [0, 0, 9, 9],
          partEnds: [2])
      ])
  ])

  private func address(_ z: Int, _ x: Int, _ y: Int) throws -> TileAddress {
    try #require(TileAddress(z: z, x: x, y: y))
  }

  private static func archive(_ count: Int) throws -> [UInt8] {
    var writer = PMTilesWriter(metadata: TileSourceMetadata(name: "City", layers: ["roads"]))
    for index in 0..<count {
      guard let address = TileAddress(z: 8, x: index % 256, y: index / 256) else { continue }
      try writer.add(tile, at: address)
    }
    return try writer.archive()
  }

  /// Answers range requests for a file.
  private static func ranges(_ file: [UInt8], tag: String = "\"1\"") -> ScriptedTransport {
    ScriptedTransport { (request, _) throws(HTTPTransportError) in respond(request, file, tag: tag)
    }
  }

  private static func respond(
    _ request: TransportRequest, _ file: [UInt8], tag: String
  ) -> TransportResponse {
    let parts = (request.headers["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-")
    guard parts.count == 2, let start = Int(parts[0]), let last = Int(parts[1]), start < file.count
    else { return TransportResponse(status: 416) }
    let end = min(last + 1, file.count)
    return TransportResponse(
      status: 206,
      headers: ["Content-Range": "bytes \(start)-\(end - 1)/\(file.count)", "ETag": tag],
      body: Array(file[start..<end]))
  }

  private func url(_ text: String) throws -> HTTPURL { try HTTPURL(parsing: text) }

  @Test("An archive on a server is read by ranges only") func ranges() async throws {
    let transport = Self.ranges(try Self.archive(30))
    let archive = try await PMTilesArchive(
      url: url("https://maps.example/city.pmtiles?key=secret"),
      transport: transport
    )
    #expect(archive.metadata.name == "City")
    let body = try #require(try await archive.body(of: address(8, 3, 0)))
    #expect(try TileBody.tile(body, source: "").bytes == Self.tile)
    #expect(try await archive.body(of: address(8, 200, 9)) == nil)
    #expect(transport.requests.count == 3)
    #expect(transport.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
    #expect(archive.cacheName?.count == 32)
    #expect(archive.cacheName?.contains("secret") == false)
  }

  @Test("A replaced archive is opened again") func replaced() async throws {
    let (old, new) = (try Self.archive(3), try Self.archive(40))
    let transport = ScriptedTransport { (request, index) throws(HTTPTransportError) in
      Self.respond(request, index < 2 ? old : new, tag: index < 2 ? "\"a\"" : "\"b\"")
    }
    let archive = try await PMTilesArchive(
      url: url("https://maps.example/city.pmtiles"),
      transport: transport
    )
    #expect(try await archive.body(of: address(8, 1, 0)) != nil)
    #expect(try await archive.body(of: address(8, 35, 0)) != nil)
    #expect(archive.header.addressedTiles == 40)
  }

  @Test("A server without range requests is refused with advice") func noRanges() async throws {
    let file = try Self.archive(3) + [UInt8](repeating: 0, count: 20_000)
    let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in
      TransportResponse(status: 200, body: file)
    }
    let url = try url("https://maps.example/city.pmtiles")
    let error = await #expect(throws: TileSourceError.self) {
      try await PMTilesArchive(url: url, transport: transport)
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.reason.contains("Download the file") == true)
  }

  @Test("A template's placeholders are filled in") func template() async throws {
    let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in
      TransportResponse(status: 200, body: Self.tile)
    }
    let source = try TileURLTemplate(
      "https://maps.example/v/{z}/{x}/{y}.pbf?key=secret",
      transport: transport
    )
    #expect(try await source.body(of: address(3, 5, 1)) == Self.tile)
    let southern = try TileURLTemplate("https://m.example/{z}/{x}/{-y}", transport: transport)
    _ = try await southern.body(of: address(3, 5, 1))
    #expect(
      transport.requests.map(\.url.description) == [
        "https://maps.example/v/3/5/1.pbf?key=secret", "https://m.example/3/5/6",
      ])
    #expect(throws: TileSourceError.self) {
      try TileURLTemplate("https://maps.example/{z}/{x}", transport: transport)
    }
  }

  @Test(
    "A response that is not a tile causes an error that names its kind but not the key",
    arguments: [
      (200, "<html>Sign in</html>", TileSourceError.Kind.notATile, "HTML"),
      (200, "{\"message\":\"no\"}", .notATile, "JSON"),
      (200, "\u{89}PNG", .notATile, "not a vector tile"),
      (401, "", .refused, "key"), (403, "", .refused, "key"), (301, "", .refused, "another"),
      (429, "", .unavailable, "fewer"), (500, "", .unavailable, "failed"),
    ]
  )
  func noTile(status: Int, body: String, kind: TileSourceError.Kind, word: String) async throws {
    let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in
      TransportResponse(status: status, body: Array(body.utf8))
    }
    let source = try TileURLTemplate(
      "https://maps.example/{z}/{x}/{y}?key=secret",
      transport: transport
    )
    let address = try address(0, 0, 0)
    let error = await #expect(throws: TileSourceError.self) { try await source.body(of: address) }
    #expect(error?.kind == kind)
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    "A response without a tile is recognised by status or by an empty body",
    arguments: [204, 404, 410, 200]
  )
  func none(status: Int) async throws {
    let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in
      TransportResponse(status: status)
    }
    let source = try TileURLTemplate("https://maps.example/{z}/{x}/{y}", transport: transport)
    #expect(try await source.body(of: address(0, 0, 0)) == nil)
  }

  @Test("TileJSON gives the address and the metadata of tiles") func tileJSON() async throws {
    let document = """
      {"tilejson":"3.0.0","name":"Town","attribution":"<b>&copy; OSM</b>","minzoom":2,"maxzoom":"13",
       "bounds":[10,40,11,41],"center":[10.5,40.5,12],"scheme":"tms",
       "tiles":["https://other.example/{z}/{x}/{y}.pbf","/t/{z}/{x}/{y}.pbf"],
       "vector_layers":[{"id":"transportation"},{"id":"place"},{"nope":1}]}
      """
    let transport = ScriptedTransport { (_, index) throws(HTTPTransportError) in
      index == 0 ? .json(document) : TransportResponse(status: 200, body: Self.tile)
    }
    let source = try await TileSources.open(
      "https://maps.example/town.json",
      transport: transport
    )
    #expect(source.metadata.name == "Town")
    #expect(source.metadata.plainAttribution == "© OSM")
    #expect(source.metadata.minimumZoom == 2)
    #expect(source.metadata.maximumZoom == 13)
    #expect(TileSchema.drawing(source.metadata.layers) == .openMapTiles)
    #expect(source.metadata.bounds?.north == 41)
    _ = try await source.body(of: address(2, 1, 0))
    #expect(transport.requests.last?.url.description == "https://maps.example/t/2/1/3.pbf")
  }

  @Test(
    "Unusable TileJSON is refused with a reason",
    arguments: [
      ("<html>", "not TileJSON"), ("[]", "not TileJSON"), ("{}", "names no tiles"),
      (#"{"tiles":["https://spy.example/{z}/{x}/{y}"]}"#, "another host"),
      (#"{"tiles":["http://maps.example/{z}/{x}/{y}"]}"#, "another host"),
      (#"{"tiles":["https://maps.example:8443/{z}/{x}/{y}"]}"#, "another host or port"),
      (#"{"format":"png","tiles":["https://maps.example/{z}/{x}/{y}"]}"#, "png"),
      (#"{"tiles":["https://maps.example/{z}"]}"#, "{z}, {x} or {y}"),
    ]
  )
  func uselessTileJSON(document: String, word: String) async throws {
    let url = try url("https://maps.example/town.json")
    let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in .json(document) }
    let error = await #expect(throws: TileSourceError.self) {
      try await TileJSON.open(url, transport: transport)
    }
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }
}
