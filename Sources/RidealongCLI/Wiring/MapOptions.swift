internal import ConsumerMap
internal import Geo
internal import MapCanvas
internal import TerminalUI
internal import VectorTiles

/// What the command line says of the map.
struct MapOptions: Sendable {
  let style: StyleFile
  let startsWithAutoCamera: Bool
  /// Where the user is; nil where that is not known.
  let myLocation: Coordinate?
  /// The street map; nil for none.
  let baseMap: BaseMapChoice?

  /// Reads what the command line says.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - wiring: What reads the style and opens the street map.
  ///   - standard: The street map where the command line names none; nil for none.
  /// - Throws: What is wrong with it.
  init(
    _ arguments: Arguments,
    _ wiring: Wiring,
    standard: (any TileSource)? = nil
  ) async throws(CommandError) {
    style = try wiring.style(arguments)
    startsWithAutoCamera = !arguments.has(.noAuto)
    myLocation = try arguments.coordinate(.myLocation)
    baseMap = try await wiring.baseMap(arguments, standard: standard)
  }

  /// Makes the map.
  ///
  /// - Parameters:
  ///   - capabilities: What the terminal can do.
  ///   - wiring: What brings the street map's tiles.
  @MainActor
  func makeMap(_ capabilities: TerminalCapabilities, _ wiring: Wiring) -> MapView {
    let mapView = MapView()
    mapView.isAllowCameraAutoUpdate = startsWithAutoCamera
    style.apply(to: mapView.consumerMapStyleCoordinator)
    mapView.settings.myLocationButton = true
    mapView.myLocation = myLocation
    if let baseMap {
      wiring.show(baseMap, style: BaseMapStyle(colorDepth: capabilities.colorDepth), on: mapView)
    }
    return mapView
  }
}
