public import HTTPMessages
import TrustLimits

/// Opens a map from its TileJSON document, which names the address of its tiles.
public enum TileJSON {
  /// Loads a TileJSON document and makes a source of the tiles that it names.
  ///
  /// Tiles on another host or port are refused, because the user has not named it.
  public static func open(
    _ url: HTTPURL, transport: any HTTPTransport
  ) async throws(TileSourceError) -> TileURLTemplate {
    let response = try await TileServer.send(TransportRequest(url: url), over: transport)
    guard response.status == 200 else { throw TileServer.refusal(response, source: url.authority) }
    return try source(response.body, url: url, transport: transport)
  }

  /// Makes a source of the tiles that a TileJSON document from an address names.
  public static func source(
    _ document: [UInt8], url: HTTPURL, transport: any HTTPTransport
  ) throws(TileSourceError) -> TileURLTemplate {
    let source = url.authority
    guard let read = MetadataDocument(document) else {
      throw .malformed(
        source, "What came is not TileJSON. Check the address and whether it needs a key.")
    }
    guard !read.tiles.isEmpty else {
      throw .malformed(source, "The TileJSON names no tiles. Check the address.")
    }
    if let reason = read.format.flatMap(TileFormat.refusal) { throw .unsupported(source, reason) }
    let templates = read.tiles.prefix(Limits.Tile.layers).map { absolute($0, url) }
    guard let template = templates.first(where: { isOnSameServer($0, url) }) else {
      throw TileSourceError(
        .refused, source: source,
        reason: "Its tiles are on another host or port, which is not used unless you name it."
          + " Give the address of the tiles, with {z}, {x} and {y}, instead.")
    }
    let (lowest, highest) = (read.minimumZoom ?? 0, read.maximumZoom ?? 14)
    return try TileURLTemplate(
      template,
      metadata: TileSourceMetadata(
        name: read.name, attribution: read.attribution, minimumZoom: min(lowest, highest),
        maximumZoom: max(lowest, highest), bounds: MetadataDocument.bounds(read.bounds),
        center: MetadataDocument.center(read.center), layers: read.layers),
      countsFromSouth: read.scheme == "tms", transport: transport)
  }

  private static func absolute(_ template: String, _ url: HTTPURL) -> String {
    guard template.hasPrefix("/"), !template.hasPrefix("//") else { return template }
    return "\(url.scheme.rawValue)://\(url.authority)\(template)"
  }

  private static func isOnSameServer(_ template: String, _ url: HTTPURL) -> Bool {
    guard let other = try? HTTPURL(parsing: template),
      other.host.lowercased() == url.host.lowercased()
    else { return false }
    if other.scheme == url.scheme { return port(other) == port(url) }
    // HTTPS instead of HTTP is the same server if both use their default ports.
    return other.scheme == .https && port(other) == 443 && port(url) == 80
  }

  private static func port(_ url: HTTPURL) -> Int { url.port ?? (url.scheme == .https ? 443 : 80) }
}
