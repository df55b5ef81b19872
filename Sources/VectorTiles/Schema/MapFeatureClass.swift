/// What a feature of a map is, whatever the schema of its tiles; in the order of drawing.
public enum MapFeatureClass: UInt8, Sendable, Hashable, CaseIterable {
  // Areas of land and what covers it.
  /// Land, where a schema draws it over the sea.
  case land
  /// Where people live.
  case residential
  /// Shops and offices.
  case commercial
  /// Industry, railway land, quarries and landfills.
  case industrial
  /// Fields, orchards and vineyards.
  case farmland
  /// Grass, meadows, heath and scrub.
  case grass
  /// A wood or forest.
  case wood
  /// A park, garden or nature reserve.
  case park
  /// A sports ground, playground or golf course.
  case pitch
  /// A cemetery.
  case cemetery
  /// A hospital's grounds.
  case hospital
  /// A school's or university's grounds.
  case school
  /// Sand or a beach.
  case sand
  /// Ice or snow.
  case ice
  /// Rock.
  case rock
  /// Wetland.
  case wetland
  /// An airport's grounds, its aprons included.
  case airport
  /// Water with an area.
  case water
  /// A square or another area for people on foot; also a pier.
  case square

  // Lines.
  /// A river or canal as a line.
  case river
  /// A stream, ditch or drain.
  case stream
  /// A building's outline.
  case building
  /// A ferry's way.
  case ferry
  /// A foot, cycle or bridle way, steps or a track.
  case path
  /// A service road, an alley or a drive.
  case service
  /// A street where people live, or one of no other class.
  case street
  /// A tertiary road.
  case tertiary
  /// A secondary road.
  case secondary
  /// A primary road.
  case primary
  /// A trunk road.
  case trunk
  /// A motorway.
  case motorway
  /// A runway or taxiway.
  case runway
  /// A tram or underground line.
  case tram
  /// A secondary track: of a yard, a siding, a spur or a disused one.
  case siding
  /// A railway.
  case rail
  /// A boundary of a region.
  case regionBoundary
  /// A boundary of a country.
  case countryBoundary

  // Names of places.
  /// An airport's name.
  case airportName
  /// A station's name.
  case stationName
  /// A hospital's name.
  case hospitalName
  /// The name of a museum, a sight or another place worth a name.
  case sightName
  /// A park's name.
  case parkName
  /// The name of a sea, lake or river.
  case waterName
  /// A quarter's name.
  case neighbourhoodName
  /// A village's name.
  case villageName
  /// A suburb's name.
  case suburbName
  /// A town's name.
  case townName
  /// A city's name.
  case cityName
  /// A region's name.
  case regionName
  /// A country's name.
  case countryName

  /// Whether the class is one of names only.
  public var isName: Bool { rawValue >= Self.airportName.rawValue }

  /// Whether the class is one of areas.
  public var isArea: Bool { rawValue <= Self.square.rawValue || self == .building }

  /// Whether vehicles drive on it.
  public var isRoad: Bool {
    (Self.service.rawValue...Self.motorway.rawValue).contains(rawValue)
  }

  /// Whether it is one of the roads that ramps lead to.
  var isMainRoad: Bool { (Self.secondary.rawValue...Self.motorway.rawValue).contains(rawValue) }

  /// The least detail at which the class is worth its dots.
  public var detail: TileDetail {
    switch self {
    case .building, .hospitalName, .sightName: .buildings
    case .path, .service, .pitch, .square, .stream, .siding: .ways
    case .neighbourhoodName, .parkName: .streets
    default: .overview
    }
  }

  /// The class's priority among names when there is no room for all, from 0 for the first.
  var nameRank: Int {
    switch self {
    case .countryName: 0
    case .regionName: 2
    case .cityName: 1
    case .townName: 3
    case .motorway, .trunk, .waterName: 4
    case .primary: 5
    case .suburbName, .villageName: 6
    case .airportName: 6
    case .secondary: 7
    case .stationName: 8
    case .tertiary: 9
    case .neighbourhoodName, .parkName: 10
    case .street: 11
    case .hospitalName, .sightName: 12
    default: 13
    }
  }
}

/// The level of a feature relative to the ground.
public enum MapFeatureStructure: UInt8, Sendable, Hashable, CaseIterable {
  /// It is in a tunnel or covered.
  case tunnel
  /// It is on the ground.
  case ground
  /// It is on a bridge.
  case bridge
}

/// How much of a tile is drawn: what the eye cannot use at a zoom is not decoded.
public enum TileDetail: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Main roads, water, land and places.
  case overview
  /// Names of streets and quarters too.
  case streets
  /// Service and foot ways too.
  case ways
  /// Buildings and sights too.
  case buildings

  /// The detail that a map's zoom draws; tiles may be drawn larger than their own zoom.
  public init(zoom: Double) {
    switch zoom {
    case ..<13: self = .overview
    case ..<15: self = .streets
    case ..<16: self = .ways
    default: self = .buildings
    }
  }

  /// Orders from few to many things.
  public static func < (one: TileDetail, other: TileDetail) -> Bool {
    one.rawValue < other.rawValue
  }
}
