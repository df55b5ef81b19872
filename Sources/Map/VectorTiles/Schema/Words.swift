/// The OpenStreetMap words that the schemas use, with their classes.
enum Words {
  static let ways: [String: MapFeatureClass] = [
    // The ramps of a junction would look like one blot from afar.
    "motorway": .motorway, "motorway_link": .tertiary,
    "trunk": .trunk, "trunk_link": .tertiary,
    "primary": .primary, "primary_link": .tertiary,
    "secondary": .secondary, "secondary_link": .tertiary,
    "tertiary": .tertiary, "tertiary_link": .tertiary,
    "residential": .street, "unclassified": .street, "living_street": .street, "road": .street,
    "raceway": .street, "busway": .street, "bus_guideway": .street,
    // Old towns have hardly any other streets.
    "pedestrian": .street,
    "service": .service, "alley": .service, "driveway": .service,
    "footway": .path, "cycleway": .path, "bridleway": .path, "path": .path,
    "steps": .path, "track": .path, "corridor": .path, "crossing": .path, "sidewalk": .path,
    "rail": .rail, "light_rail": .tram, "narrow_gauge": .rail, "monorail": .rail,
    "funicular": .rail, "tram": .tram, "subway": .tram,
    "disused": .siding, "abandoned": .siding,
    "ferry": .ferry, "pier": .path,
    "runway": .runway, "taxiway": .runway,
  ]

  static let land: [String: MapFeatureClass] = [
    "residential": .residential, "suburb": .residential, "quarter": .residential,
    "neighbourhood": .residential, "urban_area": .residential,
    "commercial": .commercial, "retail": .commercial,
    "industrial": .industrial, "railway": .industrial, "quarry": .industrial,
    "landfill": .industrial, "brownfield": .industrial, "military": .industrial,
    "naval_base": .industrial, "garages": .industrial,
    "farmland": .farmland, "farmyard": .farmland, "farm": .farmland, "orchard": .farmland,
    "vineyard": .farmland, "agriculture": .farmland, "plant_nursery": .farmland,
    "greenhouse_horticulture": .farmland,
    "grass": .grass, "meadow": .grass, "grassland": .grass, "heath": .grass, "scrub": .grass,
    "greenfield": .grass, "village_green": .grass, "allotments": .grass, "greenery": .grass,
    "flowerbed": .grass,
    "wood": .wood, "forest": .wood,
    "park": .park, "garden": .park, "national_park": .park, "nature_reserve": .park,
    "protected_area": .park, "recreation_ground": .park, "zoo": .park, "theme_park": .park,
    "dog_park": .park, "aboriginal_lands": .park,
    "pitch": .pitch, "playground": .pitch, "stadium": .pitch, "golf_course": .pitch,
    "sports_centre": .pitch, "track": .pitch, "miniature_golf": .pitch,
    "cemetery": .cemetery, "grave_yard": .cemetery,
    "hospital": .hospital, "clinic": .hospital,
    "school": .school, "university": .school, "college": .school, "kindergarten": .school,
    "library": .school,
    "sand": .sand, "beach": .sand, "dune": .sand,
    "glacier": .ice, "ice": .ice, "snow": .ice,
    "rock": .rock, "bare_rock": .rock, "barren": .rock, "scree": .rock, "cliff": .rock,
    "shingle": .rock,
    "wetland": .wetland, "wetland_noveg": .wetland, "marsh": .wetland, "swamp": .wetland,
    "bog": .wetland, "string_bog": .wetland, "wet_meadow": .wetland,
    "aerodrome": .airport, "apron": .airport, "airfield": .airport, "helipad": .airport,
    "airport": .airport,
    "pedestrian": .square, "pier": .square, "platform": .square,
  ]

  static let water: [String: MapFeatureClass] = [
    "river": .river, "canal": .river,
    "stream": .stream, "stream_intermittent": .stream, "ditch": .stream, "drain": .stream,
    "weir": .stream,
    "tidal_channel": .river,
  ]

  static let places: [String: MapFeatureClass] = [
    "continent": .countryName, "country": .countryName, "sovereign": .countryName,
    "state": .regionName, "province": .regionName, "region": .regionName, "county": .regionName,
    "city": .cityName, "town": .townName, "village": .villageName,
    "hamlet": .neighborhoodName, "isolated_dwelling": .neighborhoodName,
    "locality": .neighborhoodName, "settlement": .townName,
    "suburb": .suburbName, "borough": .suburbName, "macrohood": .suburbName,
    "quarter": .neighborhoodName, "neighbourhood": .neighborhoodName,
    "settlement_subdivision": .neighborhoodName, "square": .neighborhoodName,
    "island": .neighborhoodName, "islet": .neighborhoodName,
  ]

  /// The few kinds of points that help somebody who waits for a ride.
  static let points: [String: MapFeatureClass] = [
    "aerodrome": .airportName, "airport": .airportName, "airfield": .airportName,
    "station": .stationName, "halt": .stationName, "railway": .stationName, "rail": .stationName,
    "rail-metro": .stationName, "ferry_terminal": .stationName, "bus_station": .stationName,
    "train_station": .stationName,
    "hospital": .hospitalName,
    "museum": .sightName, "attraction": .sightName, "stadium": .sightName, "castle": .sightName,
    "university": .sightName, "college": .sightName, "theatre": .sightName, "zoo": .sightName,
    "monument": .sightName,
    "park": .parkName, "national_park": .parkName, "nature_reserve": .parkName,
  ]

  /// Runways, and land use around them.
  static let airfield = merged(land, ["runway": .runway, "taxiway": .runway])

  /// Administrative levels as in OpenStreetMap.
  static let boundaries: [String: MapFeatureClass] = [
    "2": .countryBoundary, "3": .regionBoundary, "4": .regionBoundary,
    "country": .countryBoundary, "region": .regionBoundary,
  ]

  static func merged(_ tables: [String: MapFeatureClass]...) -> [String: MapFeatureClass] {
    tables.reduce(into: [:]) { $0.merge($1) { _, later in later } }
  }
}
