public import HTTPMessages

/// Opens tile sources by the name that a user gives.
public enum TileSources {
  /// Opens a file, or a server if the name is an address.
  ///
  /// An address with `{z}`, `{x}` and `{y}` is a template, one that ends in `.pmtiles` an archive,
  /// and any other a TileJSON document. A file's first bytes determine its format.
  public static func open(
    _ name: String, transport: any HTTPTransport
  ) async throws(TileSourceError) -> any TileSource {
    let lowercase = name.lowercased()
    guard lowercase.hasPrefix("https://") || lowercase.hasPrefix("http://") else {
      return try await open(path: name)
    }
    if name.contains("{z}") { return try TileURLTemplate(name, transport: transport) }
    let url = try TileServer.url(name)
    if url.path.lowercased().hasSuffix(".pmtiles") {
      return try await PMTilesArchive(url: url, transport: transport)
    }
    return try await TileJSON.open(url, transport: transport)
  }

  /// Opens a PMTiles archive or an MBTiles file.
  public static func open(path: String) async throws(TileSourceError) -> any TileSource {
    let file = try FileRangeReader(path: path)
    let start = try await file.read(offset: 0, count: 16, orFewer: true)
    if start.starts(with: Array("SQLite format 3".utf8)) { return try MBTilesFile(path: path) }
    if start.starts(with: Array("PM".utf8)) { return try await PMTilesArchive(file) }
    throw .malformed(
      path,
      start.isEmpty
        ? "It is empty."
        : "It is neither a PMTiles archive nor an MBTiles file, the two that can be read.")
  }
}
