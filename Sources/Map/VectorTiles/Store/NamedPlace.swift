public import Geo
import TrustLimits

/// A name on a map and a place that has it.
public struct NamedPlace: Sendable, Hashable {
  /// The name in the preferred language, untrusted text.
  public let name: String
  /// The class of what has the name.
  public let featureClass: MapFeatureClass
  /// The place, for a street its point nearest to the center of the search.
  public let coordinate: Coordinate
  /// The distance from the center of the search in meters.
  public let meters: Double

  /// Creates a named place.
  public init(name: String, featureClass: MapFeatureClass, coordinate: Coordinate, meters: Double) {
    (self.name, self.featureClass, self.coordinate) = (name, featureClass, coordinate)
    self.meters = meters
  }

  /// The letters of a text without case and accents, for comparisons: "Rue de la Clé" is "rue de la cle".
  public static func folded(_ text: String) -> String {
    var folded = ""
    for scalar in text.lowercased().unicodeScalars {
      // A combining accent is dropped; a letter with one has its plain letter in its name.
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      guard scalar.value >= 0x80, let name = scalar.properties.name,
        name.hasPrefix("LATIN SMALL LETTER "), let with = name.firstRange(of: " WITH ")
      else {
        folded.unicodeScalars.append(scalar)
        continue
      }
      folded += name[..<with.lowerBound].dropFirst("LATIN SMALL LETTER ".count).lowercased()
    }
    return folded
  }
}

extension TileStore {
  /// The zoom of the tiles whose names are read; they have the names of all streets.
  public var namesZoom: Int { min(metadata.maximumZoom, 14) }

  /// Loads a tile with all its names, whatever the map shows; nil if the source does not have it.
  public func tile(_ address: TileAddress) async throws(TileSourceError) -> DecodedTile? {
    try await TileLoader(source: source, cache: cache, languages: configuration.languages)
      .load(address, detail: .ways).get()
  }

  /// Lists the names of the tiles around a place, each once with its nearest place, the nearest first.
  ///
  /// It loads up to 81 tiles, about 14 km across at 50° north, and leaves out those that cannot be
  /// loaded. Throws the last error if there are none, and ``TileSourceError/Kind/cancelled``.
  public func names(around center: Coordinate) async throws(TileSourceError) -> [NamedPlace] {
    let zoom = namesZoom
    guard let middle = TileAddress(of: center, zoom: zoom) else { return [] }
    let reach = Self.searchReach
    let addresses = (-reach...reach).flatMap { row in
      (-reach...reach).compactMap { column in
        let edge = 1 << zoom
        return TileAddress(z: zoom, x: (middle.x + column + edge) % edge, y: middle.y + row)
      }
    }
    var nearest: [NameKey: NamedPlace] = [:]
    var (failure, hasTiles): (TileSourceError?, Bool) = (nil, false)
    let loader = TileLoader(source: source, cache: cache, languages: configuration.languages)
    await withTaskGroup(of: Result<DecodedTile?, TileSourceError>.self) { group in
      var waiting = Set(addresses).makeIterator()
      func loadNext() {
        guard let address = waiting.next() else { return }
        group.addTask { await loader.load(address, detail: .ways) }
      }
      for _ in 0..<configuration.concurrentLoads { loadNext() }
      while let result = await group.next() {
        loadNext()
        switch result {
        case .success(let tile):
          hasTiles = true
          if let tile { Self.add(tile, around: center, to: &nearest) }
        case .failure(let error): failure = error
        }
      }
    }
    if let failure, !hasTiles || failure.kind == .cancelled { throw failure }
    return nearest.values.sorted { ($0.meters, $0.name) < ($1.meters, $1.name) }
  }

  /// The tiles on each side of the middle one.
  private static let searchReach = 4

  /// Streets of one name are one place, whatever their classes.
  private struct NameKey: Hashable {
    let name: String
    let isRoad: Bool
  }

  private static func add(
    _ tile: DecodedTile, around center: Coordinate, to nearest: inout [NameKey: NamedPlace]
  ) {
    for label in tile.labels {
      let points: ArraySlice<TilePoint> =
        switch label.placement {
        case .point(let point): [point]
        case .line(let range): tile.labelPoints[range]
        }
      let key = NameKey(name: label.name, isRoad: label.featureClass.isRoad)
      for point in points {
        let place = tile.coordinate(of: point)
        let meters = place.meters(to: center)
        if let known = nearest[key], known.meters <= meters { continue }
        guard nearest[key] != nil || nearest.count < Limits.Tile.searchedNames else { continue }
        nearest[key] = NamedPlace(
          name: label.name, featureClass: label.featureClass, coordinate: place, meters: meters)
      }
    }
  }
}

extension DecodedTile {
  /// The coordinate of a point in the tile's units.
  func coordinate(of point: TilePoint) -> Coordinate {
    let edge = Double(1 << address.z)
    let unit = Double(Self.extent)
    return WebMercator.coordinate(
      WorldPoint(
        x: (Double(address.x) + Double(point.x) / unit) / edge,
        y: (Double(address.y) + Double(point.y) / unit) / edge))
  }
}
