extension TileSchema {
  /// OpenMapTiles, as of version 3.
  public static let openMapTiles = TileSchema(
    name: "OpenMapTiles",
    rules: [
      LayerRule(layer: "landuse", kinds: ["class"], classes: Words.land),
      LayerRule(layer: "landcover", kinds: ["subclass", "class"], classes: Words.land),
      LayerRule(layer: "park", otherwise: .park, names: .used, rank: ("rank", .ascending)),
      LayerRule(
        layer: "aeroway",
        kinds: ["class"],
        classes: Words.merged(Words.land, ["runway": .runway, "taxiway": .runway])
      ),
      LayerRule(layer: "water", otherwise: .water),
      LayerRule(layer: "waterway", kinds: ["class"], classes: Words.water, otherwise: .stream),
      LayerRule(layer: "building", otherwise: .building),
      LayerRule(
        layer: "transportation",
        kinds: ["subclass", "class"],
        classes: Words.merged(Words.ways, ["minor": .street, "transit": .tram])
      ),
      LayerRule(layer: "boundary", kinds: ["admin_level"], classes: Words.boundaries),
      LayerRule(
        layer: "transportation_name",
        kinds: ["subclass", "class"],
        classes: Words.merged(Words.ways, ["minor": .street]),
        names: .only
      ),
      LayerRule(
        layer: "place",
        kinds: ["class"],
        classes: Words.places,
        names: .only,
        rank: ("rank", .ascending)
      ),
      LayerRule(layer: "water_name", otherwise: .waterName, names: .only),
      LayerRule(layer: "aerodrome_label", otherwise: .airportName, names: .only),
      LayerRule(
        layer: "poi",
        kinds: ["subclass", "class"],
        classes: Words.points,
        names: .only,
        rank: ("rank", .ascending),
        least: .ways
      ),
    ]
  )

  /// The basemaps of Protomaps, those of early 2023 and those since.
  public static let protomaps = TileSchema(
    name: "Protomaps",
    rules: [
      LayerRule(layer: "earth", otherwise: .land),
      LayerRule(layer: "landcover", kinds: ["kind"], classes: Words.land),
      LayerRule(
        layer: "natural",
        kinds: ["natural", "landuse", "leisure", "kind", "pmap:kind"],
        classes: Words.land
      ),
      LayerRule(
        layer: "landuse",
        kinds: [
          "kind", "landuse", "leisure", "natural", "amenity", "aeroway", "highway", "pmap:kind",
        ],
        classes: Words.land,
        names: .used
      ),
      LayerRule(
        layer: "water",
        kinds: ["kind", "waterway"],
        classes: Words.water,
        otherwise: .water,
        names: .used
      ),
      LayerRule(
        layer: "physical_line",
        kinds: ["waterway", "kind"],
        classes: Words.water,
        names: .used
      ),
      LayerRule(
        layer: "physical_point",
        kinds: ["natural", "place", "kind", "pmap:kind"],
        classes: ["sea": .waterName, "ocean": .waterName, "lake": .waterName, "bay": .waterName],
        names: .only
      ),
      LayerRule(
        layer: "buildings",
        kinds: ["kind"],
        classes: ["address": .sightName],
        otherwise: .building
      ),
      LayerRule(
        layer: "roads",
        kinds: [
          "kind_detail", "pmap:kind_detail", "highway", "railway", "aeroway", "route", "kind",
          "pmap:kind",
        ],
        classes: Words.merged(
          Words.ways,
          [
            "highway": .motorway, "major_road": .primary, "medium_road": .tertiary,
            "minor_road": .street, "aeroway": .runway, "other": .path,
          ]
        ),
        names: .used
      ),
      LayerRule(
        layer: "transit",
        kinds: ["kind_detail", "railway", "route", "aeroway", "kind", "pmap:kind"],
        classes: Words.merged(Words.ways, ["railway": .rail]),
        names: .unused
      ),
      LayerRule(
        layer: "boundaries",
        kinds: ["kind", "pmap:min_admin_level"],
        classes: Words.boundaries
      ),
      LayerRule(
        layer: "places",
        kinds: ["kind_detail", "place", "kind", "pmap:kind"],
        classes: Words.places,
        names: .only,
        rank: ("population_rank", .descending)
      ),
      LayerRule(
        layer: "pois",
        kinds: ["kind", "railway", "aeroway", "tourism", "amenity", "leisure", "pmap:kind"],
        classes: Words.points,
        names: .only,
        rank: ("min_zoom", .ascending),
        least: .ways
      ),
    ]
  )

  /// Mapbox Streets, versions 7 and 8.
  public static let mapboxStreets = TileSchema(
    name: "Mapbox Streets",
    rules: [
      LayerRule(layer: "landuse", kinds: ["type", "class"], classes: Words.land),
      LayerRule(layer: "landuse_overlay", kinds: ["class"], classes: Words.land),
      LayerRule(
        layer: "aeroway",
        kinds: ["type"],
        classes: Words.merged(Words.land, ["runway": .runway, "taxiway": .runway])
      ),
      LayerRule(layer: "water", otherwise: .water),
      LayerRule(layer: "waterway", kinds: ["class"], classes: Words.water, otherwise: .stream),
      LayerRule(layer: "building", otherwise: .building),
      LayerRule(layer: "road", kinds: ["class"], classes: streetsWays, names: .used),
      // The eighth version counts countries from 0, the seventh as OpenStreetMap does.
      LayerRule(
        layer: "admin",
        kinds: ["admin_level"],
        classes: ["0": .countryBoundary, "1": .regionBoundary],
        marker: "worldview"
      ),
      LayerRule(layer: "admin", kinds: ["admin_level"], classes: Words.boundaries),
      LayerRule(layer: "road_label", kinds: ["class"], classes: streetsWays, names: .only),
      LayerRule(
        layer: "place_label",
        kinds: ["type", "class"],
        classes: Words.places,
        names: .only,
        rank: ("symbolrank", .ascending),
        marker: "symbolrank"
      ),
      LayerRule(
        layer: "place_label",
        kinds: ["type"],
        classes: Words.places,
        names: .only,
        rank: ("localrank", .ascending)
      ),
      LayerRule(
        layer: "country_label",
        otherwise: .countryName,
        names: .only,
        rank: ("scalerank", .ascending)
      ),
      LayerRule(layer: "state_label", otherwise: .regionName, names: .only),
      LayerRule(
        layer: "marine_label",
        otherwise: .waterName,
        names: .only,
        rank: ("labelrank", .ascending)
      ),
      LayerRule(layer: "water_label", otherwise: .waterName, names: .only),
      LayerRule(layer: "waterway_label", otherwise: .waterName, names: .only),
      LayerRule(
        layer: "natural_label",
        kinds: ["class"],
        classes: [
          "sea": .waterName, "ocean": .waterName, "water": .waterName, "river": .waterName,
          "canal": .waterName, "stream": .waterName, "bay": .waterName, "reservoir": .waterName,
        ],
        names: .only
      ),
      LayerRule(layer: "airport_label", otherwise: .airportName, names: .only),
      LayerRule(layer: "rail_station_label", otherwise: .stationName, names: .only),
      LayerRule(
        layer: "transit_stop_label",
        kinds: ["stop_type"],
        classes: Words.points,
        names: .only
      ),
      LayerRule(
        layer: "poi_label",
        kinds: ["maki"],
        classes: Words.points,
        names: .only,
        rank: ("localrank", .ascending),
        least: .ways
      ),
    ]
  )

  private static let streetsWays = Words.merged(
    Words.ways,
    [
      "street": .street, "street_limited": .street, "link": .street, "main": .primary,
      "major_rail": .rail, "minor_rail": .tram, "service_rail": .siding,
    ]
  )
}
