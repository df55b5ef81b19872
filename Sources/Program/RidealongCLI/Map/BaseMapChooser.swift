internal import ConsumerMap
internal import Geo
internal import VectorTiles
internal import Viewer

/// Chooses the base map of a ride when the user has configured none.
///
/// A saved map that covers the ride comes first, then the demo's town for a ride there on an
/// emulator. Neither needs a request.
@MainActor final class BaseMapChooser {
  private let servers: ServerAccess
  private let stateFile: StateFile?
  /// The area of the chosen map.
  private var covered: CoordinateBounds?

  nonisolated init(_ servers: ServerAccess, _ stateFile: StateFile?) {
    (self.servers, self.stateFile) = (servers, stateFile)
  }

  /// Returns a chooser for another map.
  func copy() -> BaseMapChooser { BaseMapChooser(servers, stateFile) }

  /// Shows the map that covers some places; returns whether there is one.
  func show(_ places: [Coordinate], on mapView: MapView) async -> Bool {
    if let covered, places.allSatisfy(covered.contains) { return true }
    guard let source = await source(covering: places) else { return false }
    covered = source.metadata.bounds
    BaseMapSource(source, servers).show(on: mapView)
    return true
  }

  /// How to save a map of a ride's places; once for all runs, which the state remembers.
  func tip(for places: [Coordinate]) async -> String? {
    guard let stateFile, let command = Self.command(for: places) else { return nil }
    guard await stateFile.showsFirst(.map) else { return nil }
    let tip = "Base map: " + command
    // A narrow screen cuts it.
    servers.log?.record(.info, tip)
    return tip
  }

  /// The command that saves a map of some places.
  static func command(for places: [Coordinate]) -> String? {
    guard let center = CoordinateBounds(enclosing: places)?.center else { return nil }
    // The center is rounded by up to 100 m.
    let kilometers = places.map { $0.meters(to: center) / 1_000 + 0.2 }.max() ?? 0
    let radius = Int(min(Option.largestRadius, kilometers.rounded(.up)))
    return "ridealong map get --around \(SavedMaps.text(of: center))"
      + (radius > Option.standardRadius ? " --radius \(radius)" : "") + " --from URL"
  }

  private func source(covering places: [Coordinate]) async -> (any TileSource)? {
    // Without a cache directory, or with one that cannot be read, there are no saved maps.
    let saved = (try? await SavedMaps(servers.environment).all()) ?? []
    if let file = SavedMaps.best(of: saved, covering: places) { return file.source }
    guard servers.emulatorSign.isEmulator, let town = try? await BaseMapSource.demo(),
      let bounds = town.metadata.bounds, places.allSatisfy(bounds.contains)
    else { return nil }
    return town
  }
}

extension ViewerServices {
  /// Lets the viewer choose the map of each ride, and make maps for pictures; without a chooser the configured
  /// base map stays.
  mutating func use(_ map: MapOptions, on mapView: MapView) {
    makePictureMap = { map.makePictureMap(showsMyLocation: false) }
    guard let chooser = map.chooser else { return }
    chooseMap = { [weak mapView] places in
      guard let mapView, await !chooser.show(places, on: mapView) else { return nil }
      return await chooser.tip(for: places)
    }
  }
}
