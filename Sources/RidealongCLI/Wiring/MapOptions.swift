internal import ConsumerMap
internal import Geo

/// What the command line says of the map.
struct MapOptions: Sendable {
  let style: StyleFile
  let startsWithAutoCamera: Bool
  /// Where the user is; nil where that is not known.
  let myLocation: Coordinate?

  /// Reads what the command line says.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - wiring: What reads the style.
  /// - Throws: What is wrong with it.
  init(_ arguments: Arguments, _ wiring: Wiring) throws(CommandError) {
    style = try wiring.style(arguments)
    startsWithAutoCamera = !arguments.has(.noAuto)
    myLocation = try arguments.coordinate(.myLocation)
  }

  /// Makes the map.
  @MainActor
  func makeMap() -> MapView {
    let mapView = MapView()
    mapView.isAllowCameraAutoUpdate = startsWithAutoCamera
    style.apply(to: mapView.consumerMapStyleCoordinator)
    mapView.settings.myLocationButton = true
    mapView.myLocation = myLocation
    return mapView
  }
}
