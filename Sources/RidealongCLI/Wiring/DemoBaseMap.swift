internal import CellGrid
internal import ConsumerMap
internal import DemoAssets
internal import MapCanvas
internal import TerminalUI
internal import VectorTiles
internal import Viewer

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

extension Wiring {
  /// A street map that has itself drawn again when more of it has come.
  ///
  /// - Parameters:
  ///   - tiles: Where its tiles are.
  ///   - mapView: The map that it lies under.
  ///   - settings: What the user and the terminal decide.
  ///   - capabilities: What the terminal can do.
  /// - Returns: The street map.
  @MainActor
  func baseMap(
    _ tiles: any TileSource,
    for mapView: MapView,
    _ settings: ViewerSettings,
    _ capabilities: TerminalCapabilities
  ) -> BaseMap {
    let store = TileStore(source: tiles, clock: ContinuousClock()) { [weak mapView] in
      // Not structured: tiles come on any thread, and what they change is drawn on the main one.
      Task { @MainActor in mapView?.consumerMapStyleCoordinator.onChange?() }
    }
    return BaseMap(
      tiles: store,
      style: capabilities.colorDepth == .monochrome ? .monochrome : .dark,
      dots: settings.glyphs == .ascii ? .ascii : .braille
    )
  }
}
