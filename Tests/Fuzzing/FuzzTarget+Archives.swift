import CellGrid
import Geo
import HTTPMessages
import Synchronization
import TestSupport
import TileWriting
import TrustLimits
import VectorTiles

extension FuzzTarget {
  /// PMTiles archives: header, directories, metadata, and the tiles that they lead to.
  static let pmtiles = FuzzTarget(
    name: "pmtiles", mostBytes: 8_192, seeds: { [try archive(tiles: 1), try archive(tiles: 60)] },
    check: { bytes in
      guard
        let archive = try? await PMTilesArchive(
          named: "archive", byteCount: bytes.count, bytes: { Array(bytes[$0]) })
      else { return }
      try check(archive.metadata)
      var addresses = [TileAddress.whole] + TileAddress.whole.children
      addresses += (0..<8).compactMap { TileAddress(z: 10, x: 8 * $0, y: 0) }
      addresses += [archive.metadata.minimumZoom, archive.metadata.maximumZoom].compactMap {
        TileAddress(of: archive.header.center, zoom: $0)
      }
      try await check(archive, addresses)
    })

  /// TileJSON documents, and the addresses that are asked for by them.
  static let tileJSON = FuzzTarget(
    name: "tilejson", mostBytes: 4_096,
    seeds: {
      let layers = #""vector_layers":[{"id":"water","fields":{}},{"id":"roads"}]"#
      return [
        #"{"name":"Town","attribution":"<a href=\"x\">© a &amp; b</a>","minzoom":2,"maxzoom":13,"#
          + #""bounds":[10,40,11,41],"center":[10.5,40.5,9],"tiles":["/{z}/{x}/{y}.pbf"],\#(layers)}"#,
        #"{"tiles":["http://other.example/{z}/{x}/{y}","https://maps.example:8443/a/{z}/{x}/{-y}"],"#
          + #""scheme":"tms","format":"pbf","minzoom":"3","maxzoom":1e3}"#,
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      let url = HTTPURL(scheme: .https, host: "maps.example", path: "/town.json")
      let transport = ScriptedTransport { (_, _) throws(HTTPTransportError) in
        TransportResponse(status: 200, body: [0x1A, 0x00])
      }
      guard let source = try? TileJSON.source(bytes, url: url, transport: transport) else { return }
      try check(source.metadata)
      try await check(source, [.whole] + TileAddress.whole.children)
      for request in transport.requests {
        try promise(request.url.host == "maps.example", "\(request.url) was asked")
        try promise(request.url.scheme == .https, "\(request.url) was asked in the open")
      }
    })

  /// The rules for all metadata, from any writer.
  static func check(_ metadata: TileSourceMetadata) throws {
    try promise(
      (0...Limits.Tile.zoom).contains(metadata.minimumZoom)
        && (metadata.minimumZoom...Limits.Tile.zoom).contains(metadata.maximumZoom),
      "zooms \(metadata.minimumZoom) to \(metadata.maximumZoom)")
    if let bounds = metadata.bounds {
      let corners = [
        Coordinate(latitude: bounds.south, longitude: bounds.west),
        Coordinate(latitude: bounds.north, longitude: bounds.east),
      ]
      try promise(corners.allSatisfy(\.isValid) && bounds.south <= bounds.north, "\(bounds)")
    }
    try promise(metadata.center?.isValid ?? true, "a center that is no place")
    try promise(metadata.layers.count <= Limits.Tile.layers, "\(metadata.layers.count) layers")
    try promise(
      metadata.attribution?.utf8.count ?? 0 <= Limits.Tile.attributionBytes,
      "an attribution that is too long")
    if let shown = metadata.plainAttribution {
      try promise(!shown.contains("\n") && !shown.isEmpty, "an attribution of several lines")
    }
    _ = TileSchema.drawing(metadata.layers)
  }

  /// Asks a source for tiles, and reads what it has.
  static func check(_ source: some TileSource, _ addresses: [TileAddress]) async throws {
    for address in addresses {
      guard let body = try? await source.body(of: address) else { continue }
      try promise(!body.isEmpty, "a tile without bytes")
      try promise(body.count <= Limits.Tile.inflatedBytes, "a tile of \(body.count) bytes")
      if let tile = try? TileBody.tile(body, source: "tile") { try check(tile) }
    }
  }

  private static func archive(tiles: Int) throws -> [UInt8] {
    var writer = PMTilesWriter(
      metadata: TileSourceMetadata(
        name: "A \"city\"", attribution: "© nobody",
        bounds: CoordinateBounds(south: 40, west: 10, north: 41, east: 11.5),
        center: Coordinate(latitude: 40.5, longitude: 11), layers: ["roads", "water"]))
    // Small ones, so that few tiles have leaves.
    (writer.rootBytes, writer.leafEntries) = (100, 16)
    try writer.add(TileEncoder.encode(Sample.everyValue), at: .whole)
    for index in 1..<max(1, tiles) {
      guard let address = TileAddress(z: 10, x: index, y: 0) else { continue }
      let feature = VectorTile.Feature(
        id: UInt64(index % 7), type: .point, coordinates: [Int32(index), 1], partEnds: [1])
      try writer.add(
        TileEncoder.encode([EncodableLayer(name: "places", features: [feature])]), at: address)
    }
    return try writer.archive()
  }
}
