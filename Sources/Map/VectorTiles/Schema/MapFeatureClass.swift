/// The class of a map feature, whatever the schema of its tiles; in drawing order.
public enum MapFeatureClass: UInt8, Sendable, Hashable, CaseIterable {
  // Areas of land and what covers it.
  /// Land, where a schema draws it over the sea.
  case land
  case residential
  /// Shops and offices.
  case commercial
  /// Industry, railway land, quarries and landfills.
  case industrial
  /// Fields, orchards and vineyards.
  case farmland
  /// Grass, meadows, heath and scrub.
  case grass
  case wood
  /// A park, garden or nature reserve.
  case park
  /// A sports ground, playground or golf course.
  case pitch
  case cemetery
  case hospital
  /// A school's or university's grounds.
  case school
  case sand
  case ice
  case rock
  case wetland
  /// An airport's grounds, with its aprons.
  case airport
  case water
  /// A square or another area for pedestrians; also a pier.
  case square

  // Lines, and the outlines of buildings.
  /// A river or canal as a line.
  case river
  /// A stream, ditch or drain.
  case stream
  case building
  case ferry
  /// A footway, cycleway or bridleway, steps or a track.
  case path
  /// A service road, alley or driveway.
  case service
  /// A residential or unclassified street.
  case street
  case tertiary
  case secondary
  case primary
  case trunk
  case motorway
  /// A runway or taxiway.
  case runway
  /// A tram or underground line.
  case tram
  /// A track of a yard, a siding or a spur, or a disused one.
  case siding
  case rail
  case regionBoundary
  case countryBoundary

  // Names of places.
  case airportName
  case stationName
  case hospitalName
  /// The name of a museum, a sight or another notable place.
  case sightName
  case parkName
  /// The name of a sea, lake or river.
  case waterName
  /// A quarter's name.
  case neighborhoodName
  case villageName
  case suburbName
  case townName
  case cityName
  case regionName
  case countryName

  /// Whether features of the class are drawn as names only.
  public var isName: Bool { rawValue >= Self.airportName.rawValue }

  /// Whether features of the class are areas.
  public var isArea: Bool { rawValue <= Self.square.rawValue || self == .building }

  /// Whether vehicles drive on it.
  public var isRoad: Bool { (Self.service.rawValue...Self.motorway.rawValue).contains(rawValue) }

  /// Whether ramps lead to roads of the class.
  var isMainRoad: Bool { (Self.secondary.rawValue...Self.motorway.rawValue).contains(rawValue) }

  /// The least detail at which the class is drawn.
  public var detail: TileDetail {
    switch self {
    case .path, .service, .pitch, .square, .stream, .siding, .hospitalName, .sightName: .ways
    case .building, .neighborhoodName, .parkName: .streets
    default: .overview
    }
  }

  /// The class's priority among names, from 0 for the first.
  var nameRank: Int {
    switch self {
    case .countryName: 0
    case .regionName: 2
    case .cityName: 1
    case .townName: 3
    case .motorway, .trunk, .waterName: 4
    case .primary: 5
    case .suburbName, .villageName, .airportName: 6
    case .secondary: 7
    case .stationName: 8
    case .tertiary: 9
    case .neighborhoodName, .parkName: 10
    case .street: 11
    case .hospitalName, .sightName: 12
    default: 13
    }
  }
}

/// The level of a feature relative to the ground.
public enum MapFeatureStructure: UInt8, Sendable, Hashable, CaseIterable {
  /// In a tunnel or covered.
  case tunnel
  case ground
  case bridge
}

/// How much of a tile is decoded for a zoom; each detail includes the ones before it.
public enum TileDetail: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Main roads, water, land and places.
  case overview
  /// Buildings, and names of streets and quarters.
  case streets
  /// Service roads, footways and sights.
  case ways

  /// Creates the detail for a map's zoom, which may be higher than that of its tiles.
  public init(zoom: Double) {
    switch zoom {
    case ..<13: self = .overview
    case ..<15: self = .streets
    default: self = .ways
    }
  }

  /// Orders by how much is decoded.
  public static func < (one: TileDetail, other: TileDetail) -> Bool {
    one.rawValue < other.rawValue
  }
}
