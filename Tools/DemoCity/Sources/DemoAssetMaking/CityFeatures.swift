internal import DemoCity
internal import Geo
internal import Roads
internal import VectorTiles

/// Something that the tiles of one zoom show.
struct CityFeature {
  var layer: CityLayer
  var properties: [String: TileValue]
  var shape: TileShape
}

/// The features of a town in the tiles of one zoom.
struct CityFeatures {
  private(set) var features: [CityFeature] = []

  init(_ city: DemoCity, _ scale: ZoomScale) {
    addEarth(scale)
    for area in city.areas { add(area, scale) }
    addRoads(city.roads, scale)
    for place in city.places { add(place, scale) }
    for area in city.areas { addName(of: area, scale) }
  }

  private mutating func addEarth(_ scale: ZoomScale) {
    let bounds = DemoCity.bounds
    let corners = [
      Coordinate(latitude: bounds.north, longitude: bounds.west),
      Coordinate(latitude: bounds.north, longitude: bounds.east),
      Coordinate(latitude: bounds.south, longitude: bounds.east),
      Coordinate(latitude: bounds.south, longitude: bounds.west),
    ]
    guard let ring = scale.ring(corners, isOuter: true, leastDots: 0) else { return }
    features.append(
      CityFeature(
        layer: .earth, properties: ["kind": .string("earth")],
        shape: TileShape(type: .polygon, parts: [ring])))
  }

  private mutating func add(_ area: CityArea, _ scale: ZoomScale) {
    guard let look = area.kind.look, scale.zoom >= look.zoom, let outer = area.rings.first,
      let ring = scale.ring(outer, isOuter: true, leastDots: look.leastDots)
    else { return }
    let holes = area.rings.dropFirst().compactMap {
      scale.ring($0, isOuter: false, leastDots: look.leastDots)
    }
    features.append(
      CityFeature(
        layer: look.layer, properties: ["kind": .string(look.kind)],
        shape: TileShape(type: .polygon, parts: [ring] + holes)))
  }

  private mutating func addRoads(_ roads: [CityRoad], _ scale: ZoomScale) {
    let shores = Shores(features, reach: 4 * scale.dot)
    for street in RoadLines(roads, zoom: scale.zoom).streets {
      var properties = street.key.roadClass.properties
      if let name = street.key.name { properties.merge(name.properties) { $1 } }
      if street.key.isBridge { properties["is_bridge"] = .bool(true) }
      let least = street.key.roadClass.leastDots(atZoom: scale.zoom) * scale.dot
      var paths = street.paths.map(scale.line).filter { Shapes.length($0) >= least }
      // From afar a quay would hide the river.
      if scale.zoom < 14, street.key.roadClass >= .tertiary, !street.key.isBridge {
        paths.removeAll(where: shores.areFollowed)
      }
      features.append(
        CityFeature(
          layer: .roads, properties: properties, shape: TileShape(type: .line, parts: paths)))
    }
  }

  private mutating func add(_ place: CityPlace, _ scale: ZoomScale) {
    guard let look = place.kind.look, scale.zoom >= look.zoom else { return }
    features.append(
      CityFeature(
        layer: look.layer, properties: look.properties.merging(place.name.properties) { $1 },
        shape: TileShape(type: .point, parts: [[scale.position(place.coordinate)]])))
  }

  /// A park's name is in its middle.
  private mutating func addName(of area: CityArea, _ scale: ZoomScale) {
    guard let name = area.name, area.kind == .park, scale.zoom >= 15, let outer = area.rings.first
    else { return }
    let middle = CoordinateBounds(enclosing: outer)?.center
    guard let middle else { return }
    let properties: [String: TileValue] = ["kind": .string("park"), "min_zoom": .int(15)]
    features.append(
      CityFeature(
        layer: .pois, properties: properties.merging(name.properties) { $1 },
        shape: TileShape(type: .point, parts: [[scale.position(middle)]])))
  }
}

extension LocalName {
  /// The name as it is written there, and nothing else, so that everybody sees the town's scripts.
  var properties: [String: TileValue] { ["name": .string(text)] }
}

extension RoadClass {
  /// The zoom from which on such roads are drawn.
  var zoom: Int {
    switch self {
    case .trunk, .primary: 8
    case .secondary: 10
    case .tertiary: 12
    case .residential: 12
    case .service, .footway: 15
    }
  }

  /// The zoom from which on their names are written.
  var nameZoom: Int {
    switch self {
    case .trunk, .primary, .secondary, .tertiary: 13
    case .residential, .service, .footway: 14
    }
  }

  /// The length in dots below which a street is left out, so that the map is not all streets.
  fileprivate func leastDots(atZoom zoom: Int) -> Double {
    guard self == .residential else { return 0 }
    return zoom < 13 ? 20 : zoom < 14 ? 30 : 0
  }

  /// The kind of road, in Protomaps' words.
  fileprivate var properties: [String: TileValue] {
    let (kind, detail) =
      switch self {
      case .trunk: ("major_road", "trunk")
      case .primary: ("major_road", "primary")
      case .secondary: ("major_road", "secondary")
      case .tertiary: ("major_road", "tertiary")
      case .residential: ("minor_road", "residential")
      case .service: ("minor_road", "service")
      case .footway: ("path", "footway")
      }
    return ["kind": .string(kind), "kind_detail": .string(detail)]
  }
}

extension CityArea.Kind {
  /// How an area appears on the map; nil for one whose kind is not drawn.
  fileprivate var look: (layer: CityLayer, kind: String, zoom: Int, leastDots: Double)? {
    switch self {
    case .residential, .center, .farmland: nil
    case .water: (.water, "water", 8, 1)
    case .wood: (.landuse, "wood", 8, 2)
    case .park: (.landuse, "park", 11, 2)
    case .meadow: (.landuse, "meadow", 13, 4)
    case .square: (.landuse, "pedestrian", 15, 4)
    case .building: (.buildings, "building", 14, 1)
    }
  }
}

extension CityPlace.Kind {
  /// How the name of a place appears on the map; nil for one that comes with its area.
  fileprivate var look: (layer: CityLayer, zoom: Int, properties: [String: TileValue])? {
    switch self {
    case .town: (.places, 8, Self.place("locality", "town", rank: 8))
    case .district: (.places, 12, Self.place("neighbourhood", "suburb", rank: 4))
    case .island: (.places, 13, Self.place("neighbourhood", "island", rank: 3))
    case .square: (.places, 13, Self.place("neighbourhood", "square", rank: 2))
    case .river: (.water, 12, ["kind": .string("river")])
    case .park: nil
    }
  }

  private static func place(_ kind: String, _ detail: String, rank: Int64) -> [String: TileValue] {
    ["kind": .string(kind), "kind_detail": .string(detail), "population_rank": .int(rank)]
  }
}
