import CurlTransport
import HTTPMessages
import SystemTestSupport
import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.limited) struct `Map tiles from a server` {
  @Test func `An archive of map tiles is read by ranges over a connection`() async throws {
    let address = try #require(TileAddress(z: 8, x: 7, y: 0))
    let road = VectorTile.Feature(
      type: .line, properties: [:], coordinates: [0, 0, 9, 9], partEnds: [2])
    var writer = PMTilesWriter(metadata: TileSourceMetadata(name: "City", layers: ["roads"]))
    try writer.add(
      TileEncoder.encode([EncodableLayer(name: "roads", features: [road])]), at: address)
    let file = try writer.archive()
    let server = try ScriptedServer { request in
      let range = (request.header("Range") ?? "").dropFirst("bytes=".count).split(separator: "-")
      guard range.count == 2, let start = Int(range[0]), let last = Int(range[1]) else {
        return ScriptedServer.answer("400 Bad Request")
      }
      let end = min(last + 1, file.count)
      return ScriptedServer.answer(
        "206 Partial Content", headers: ["Content-Range: bytes \(start)-\(end - 1)/\(file.count)"],
        body: Array(file[start..<end]))
    }
    defer { server.stop() }
    let source = try await TileSources.open(
      server.url("/city.pmtiles").description, transport: LibcurlTransport())
    #expect(try await source.body(of: address) != nil)
    #expect(server.requests.allSatisfy { $0.header("Accept-Encoding") == "identity" })
  }
}
