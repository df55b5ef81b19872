internal import DemoAssets
internal import VectorTiles

/// The map of the demo's town, which the program carries within it.
enum DemoBaseMap {
  /// Opens the map.
  ///
  /// - Returns: Where its tiles are.
  /// - Throws: That it cannot be read.
  static func source() async throws(CommandError) -> PMTilesArchive {
    do {
      return try await PMTilesArchive(
        named: "The demo's map",
        byteCount: ridealong_demo_city_size()
      ) { range in
        let all = unsafe UnsafeBufferPointer(
          start: ridealong_demo_city_bytes(),
          count: ridealong_demo_city_size()
        )
        return unsafe Array(all[range])
      }
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }
}
