internal import CellGrid
internal import Geo
internal import MapCanvas
internal import VectorTiles

/// The streets near places, read from a base map's tiles whatever the map shows.
@MainActor final class StreetNames {
  /// The most tiles in memory, more than a ride has places.
  private static let mostTiles = 16
  /// The maximum distance in meters of a place from the street that names it.
  private static let reach = 80.0

  /// The loaded tiles; nil for those that the source does not have or cannot deliver.
  private var tiles: [TileAddress: DecodedTile?] = [:]
  private var loads: [TileAddress: Task<Void, Never>] = [:]
  private let onLoad: @MainActor () -> Void

  /// Creates an empty collection; `onLoad` is called when a name may have become known.
  init(onLoad: @escaping @MainActor () -> Void) { self.onLoad = onLoad }

  /// The street near a place; nil while its tile is loaded, and where there is none.
  ///
  /// A tile that cannot be loaded gives no names; the map itself reports its source's problems.
  func street(near place: Coordinate, on store: TileStore) -> SafeText? {
    guard let address = TileAddress(of: place, zoom: store.namesZoom) else { return nil }
    guard let tile = tiles[address] else {
      load(address, from: store)
      return nil
    }
    return tile.flatMap { BaseMapStreet.nearest(to: place, in: [$0], within: Self.reach) }
      .map { SafeText($0.name) }
  }

  func cancel() { for load in loads.values { load.cancel() } }

  private func load(_ address: TileAddress, from store: TileStore) {
    guard loads[address] == nil else { return }
    if tiles.count >= Self.mostTiles { tiles = [:] }
    // An unstructured task: drawing never waits for a name.
    loads[address] = Task { [weak self] in
      let tile = try? await store.tile(address)
      guard let self, !Task.isCancelled else { return }
      loads[address] = nil
      tiles[address] = .some(tile)
      onLoad()
    }
  }
}
