extension TileSchema {
  /// OpenMapTiles, as of version 3.
  public static let openMapTiles = TileSchema(
    name: "OpenMapTiles",
    rules: [
      LayerRule("landuse", by: ["class"], Words.land),
      LayerRule("landcover", by: ["subclass", "class"], Words.land),
      LayerRule("park", otherwise: .park, names: .used, rank: ("rank", .ascending)),
      LayerRule("aeroway", by: ["class"], Words.airfield),
      LayerRule("water", otherwise: .water),
      LayerRule("waterway", by: ["class"], Words.water, otherwise: .stream),
      LayerRule("building", otherwise: .building),
      LayerRule(
        "transportation", by: ["subclass", "class"],
        Words.merged(Words.ways, ["minor": .street, "transit": .tram])),
      LayerRule("boundary", by: ["admin_level"], Words.boundaries),
      LayerRule(
        "transportation_name", by: ["subclass", "class"],
        Words.merged(Words.ways, ["minor": .street]), names: .only),
      LayerRule("place", by: ["class"], Words.places, names: .only, rank: ("rank", .ascending)),
      LayerRule("water_name", otherwise: .waterName, names: .only),
      LayerRule("aerodrome_label", otherwise: .airportName, names: .only),
      LayerRule(
        "poi", by: ["subclass", "class"], Words.points, names: .only, rank: ("rank", .ascending),
        least: .ways),
    ])

  /// The Protomaps basemaps of early 2023 and later.
  public static let protomaps = TileSchema(
    name: "Protomaps",
    rules: [
      LayerRule("earth", otherwise: .land),
      LayerRule("landcover", by: ["kind"], Words.land),
      LayerRule("natural", by: ["natural", "landuse", "leisure", "kind", "pmap:kind"], Words.land),
      LayerRule(
        "landuse",
        by: [
          "kind", "landuse", "leisure", "natural", "amenity", "aeroway", "highway", "pmap:kind",
        ],
        Words.land,
        names: .used
      ),
      LayerRule("water", by: ["kind", "waterway"], Words.water, otherwise: .water, names: .used),
      LayerRule("physical_line", by: ["waterway", "kind"], Words.water, names: .used),
      LayerRule(
        "physical_point", by: ["natural", "place", "kind", "pmap:kind"],
        ["sea": .waterName, "ocean": .waterName, "lake": .waterName, "bay": .waterName],
        names: .only),
      LayerRule("buildings", by: ["kind"], ["address": .sightName], otherwise: .building),
      LayerRule(
        "roads",
        by: [
          "kind_detail", "pmap:kind_detail", "highway", "railway", "aeroway", "route", "kind",
          "pmap:kind",
        ],
        Words.merged(
          Words.ways,
          [
            "highway": .motorway, "major_road": .primary, "medium_road": .tertiary,
            "minor_road": .street, "aeroway": .runway, "other": .path,
          ]
        ),
        names: .used
      ),
      LayerRule(
        "transit", by: ["kind_detail", "railway", "route", "aeroway", "kind", "pmap:kind"],
        Words.merged(Words.ways, ["railway": .rail])),
      LayerRule("boundaries", by: ["kind", "pmap:min_admin_level"], Words.boundaries),
      LayerRule(
        "places", by: ["kind_detail", "place", "kind", "pmap:kind"], Words.places, names: .only,
        rank: ("population_rank", .descending)),
      LayerRule(
        "pois", by: ["kind", "railway", "aeroway", "tourism", "amenity", "leisure", "pmap:kind"],
        Words.points, names: .only, rank: ("min_zoom", .ascending), least: .ways),
    ])

  /// Mapbox Streets, versions 7 and 8.
  public static let mapboxStreets = TileSchema(
    name: "Mapbox Streets",
    rules: [
      LayerRule("landuse", by: ["type", "class"], Words.land),
      LayerRule("landuse_overlay", by: ["class"], Words.land),
      LayerRule("aeroway", by: ["type"], Words.airfield),
      LayerRule("water", otherwise: .water),
      LayerRule("waterway", by: ["class"], Words.water, otherwise: .stream),
      LayerRule("building", otherwise: .building),
      LayerRule("road", by: ["class"], streetsWays, names: .used),
      // Version 8 numbers countries from 0, version 7 as OpenStreetMap does.
      LayerRule(
        "admin", by: ["admin_level"], ["0": .countryBoundary, "1": .regionBoundary],
        marker: "worldview"
      ),
      LayerRule("admin", by: ["admin_level"], Words.boundaries),
      LayerRule("road_label", by: ["class"], streetsWays, names: .only),
      LayerRule(
        "place_label", by: ["type", "class"], Words.places, names: .only,
        rank: ("symbolrank", .ascending), marker: "symbolrank"),
      LayerRule(
        "place_label", by: ["type"], Words.places, names: .only, rank: ("localrank", .ascending)),
      label("country_label", .countryName, rank: "scalerank"),
      label("state_label", .regionName),
      label("marine_label", .waterName, rank: "labelrank"),
      label("water_label", .waterName),
      label("waterway_label", .waterName),
      LayerRule(
        "natural_label", by: ["class"],
        [
          "sea": .waterName, "ocean": .waterName, "water": .waterName, "river": .waterName,
          "canal": .waterName, "stream": .waterName, "bay": .waterName, "reservoir": .waterName,
        ],
        names: .only
      ),
      label("airport_label", .airportName),
      label("rail_station_label", .stationName),
      LayerRule("transit_stop_label", by: ["stop_type"], Words.points, names: .only),
      LayerRule(
        "poi_label", by: ["maki"], Words.points, names: .only, rank: ("localrank", .ascending),
        least: .ways),
    ])

  /// Shortbread, the schema of OpenStreetMap's own vector tiles, versions 1.0 and later.
  ///
  /// Source: https://shortbread-tiles.org/schema/
  public static let shortbread = TileSchema(
    name: "Shortbread",
    rules: [
      LayerRule("land", by: ["kind"], Words.land),
      LayerRule("sites", by: ["kind"], Words.land),
      LayerRule("ocean", otherwise: .water),
      LayerRule("water_polygons", by: ["kind"], ["glacier": .ice], otherwise: .water),
      LayerRule("water_lines", by: ["kind"], Words.water, otherwise: .stream),
      LayerRule("pier_polygons", by: ["kind"], ["pier": .square]),
      LayerRule("pier_lines", by: ["kind"], ["pier": .path]),
      LayerRule("buildings", otherwise: .building),
      LayerRule("street_polygons", by: ["kind"], Words.ways),
      LayerRule("streets", by: ["kind"], Words.ways),
      LayerRule("ferries", otherwise: .ferry),
      LayerRule("boundaries", by: ["admin_level"], Words.boundaries),
      LayerRule("street_labels", by: ["kind"], Words.ways, names: .only),
      // In the order of the population.
      LayerRule(
        "place_labels", by: ["kind"],
        Words.merged(Words.places, ["capital": .cityName, "state_capital": .cityName]), names: .only
      ),
      LayerRule(
        "boundary_labels", by: ["admin_level"], ["2": .countryName, "4": .regionName], names: .only),
      label("water_polygons_labels", .waterName),
      label("water_lines_labels", .waterName),
      LayerRule("public_transport", by: ["kind"], Words.points, names: .only),
      LayerRule(
        "pois", by: ["tourism", "amenity", "leisure", "historic"], Words.points, names: .only,
        least: .ways),
    ])

  /// A rule for a layer of names of one class.
  private static func label(
    _ layer: String, _ featureClass: MapFeatureClass, rank: String? = nil
  ) -> LayerRule {
    LayerRule(layer, otherwise: featureClass, names: .only, rank: rank.map { ($0, .ascending) })
  }

  private static let streetsWays = Words.merged(
    Words.ways,
    [
      "street": .street, "street_limited": .street, "link": .street, "main": .primary,
      "major_rail": .rail, "minor_rail": .tram, "service_rail": .siding,
    ])
}
