/// The names of the format of tiles in the metadata of maps.
enum TileFormat {
  private static let vectorNames: Set<String> = [
    "pbf", "mvt", "vector", "vnd.mapbox-vector-tile", "x-protobuf", "protobuf",
    "vnd.mapbox-vector-tile+gzip", "octet-stream",
  ]
  private static let pictureNames: Set<String> = [
    "png", "jpg", "jpeg", "webp", "avif", "gif", "tif",
  ]

  /// Why tiles of a format cannot be drawn, as a sentence with untrusted text; nil for Mapbox vector tiles, whatever their case.
  static func refusal(of name: String) -> String? {
    var plain = name.lowercased()
    for prefix in ["application/", "image/", "."] where plain.hasPrefix(prefix) {
      plain.removeFirst(prefix.count)
    }
    if plain.isEmpty || vectorNames.contains(plain) { return nil }
    let shown = name.prefix(40)
    return pictureNames.contains(plain)
      ? "Its tiles are pictures (\(shown)), which cannot be drawn."
      : "Its tiles are of the format \(shown). Only Mapbox vector tiles (pbf, mvt) can be drawn."
  }
}
