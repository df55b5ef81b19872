internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas
internal import TrustLimits

struct StyleFile: Sendable, Hashable {
  /// The options of lines; the viewer shows traffic by default.
  private(set) var polylines: [PolylineType: PolylineStyleOptions] = {
    var line = PolylineStyleOptions()
    line.isTrafficEnabled = true
    return [.activeRoute: line, .remainingRoute: line]
  }()
  /// The options of markers; in the viewer the vehicle turns with its heading by default.
  private(set) var markers: [CustomizableMarkerType: MarkerStyleOptions] = {
    var vehicle = MarkerStyleOptions()
    vehicle.isFlat = true
    return [.tripVehicle: vehicle]
  }()

  private static let polylineTables: [(name: String, type: PolylineType)] = [
    ("active-route", .activeRoute), ("remaining-route", .remainingRoute),
  ]
  private static let markerTables: [(name: String, type: CustomizableMarkerType)] = [
    ("pickup", .tripPickupPoint), ("dropoff", .tripDropoffPoint), ("vehicle", .tripVehicle),
    ("intermediate-destination", .intermediateDestination),
  ]

  init() {}

  init(contentsOf path: String) throws(CommandError) {
    let limit = Limits.File.styleBytes
    let content = try BoundedFile(path, limit: limit, called: "The style file")
    try self.init(toml: content.bytes, file: path)
  }

  init(toml: [UInt8], file: String) throws(CommandError) {
    try TOMLDocument.read(toml, file: file) { document throws(TOMLProblem) in
      try read(document.entries)
    }
  }

  /// The current style of a map.
  @MainActor init(of coordinator: MapStyleCoordinator) {
    for (_, type) in Self.polylineTables {
      polylines[type] = coordinator.polylineStyleOptions(with: type)
    }
    for (_, type) in Self.markerTables {
      markers[type] = coordinator.markerStyleOptions(with: type)
    }
  }

  /// The style as a file; a comment names each key that is not set.
  var toml: String {
    let lines = Self.polylineTables.map { name, type in
      Self.table("polyline.\(name)", StyleKey.polyline, of: polylines[type] ?? .init())
    }
    let markers = Self.markerTables.map { name, type in
      Self.table("marker.\(name)", StyleKey.marker, of: self.markers[type] ?? .init())
    }
    return (lines + markers).joined(separator: "\n")
  }

  private static func table<Options>(
    _ name: String, _ keys: [StyleKey<Options>], of options: Options
  ) -> String {
    let rows = keys.flatMap { $0.values(options) }.map { key, value in
      value.map { "\(key) = \($0)" } ?? "# \(key) is not set"
    }
    return (["[\(name)]"] + rows).map { $0 + "\n" }.joined()
  }

  @MainActor func apply(to coordinator: MapStyleCoordinator) {
    for (type, options) in polylines {
      coordinator.setPolylineStyleOptions(options, polylineType: type)
    }
    for (type, options) in markers { coordinator.setMarkerStyleOptions(options, markerType: type) }
  }

  /// Replaces all styles of a map.
  @MainActor func replaceStyles(of coordinator: MapStyleCoordinator) {
    for (_, type) in Self.polylineTables where polylines[type] == nil {
      coordinator.setPolylineStyleOptions(nil, polylineType: type)
    }
    for (_, type) in Self.markerTables where markers[type] == nil {
      coordinator.setMarkerStyleOptions(nil, markerType: type)
    }
    apply(to: coordinator)
  }

  private mutating func read(_ entries: [TOMLDocument.Entry]) throws(TOMLProblem) {
    for entry in entries.sorted(by: { $0.line < $1.line }) {
      switch entry.key {
      case "polyline":
        try Self.read(entry, Self.polylineTables, StyleKey.polyline, .init(), into: &polylines)
      case "marker":
        try Self.read(entry, Self.markerTables, StyleKey.marker, .init(), into: &markers)
      default: throw .unknown("table", entry, in: nil, known: ["polyline", "marker"])
      }
    }
  }

  /// Reads the tables below `polyline` or `marker`.
  private static func read<Kind: Hashable, Options>(
    _ entry: TOMLDocument.Entry, _ tables: [(name: String, type: Kind)],
    _ keys: [StyleKey<Options>], _ standard: Options, into options: inout [Kind: Options]
  ) throws(TOMLProblem) {
    for table in try entry.children(in: nil) {
      guard let type = tables.first(where: { $0.name == table.key })?.type else {
        throw .unknown("table", table, in: "[\(entry.key)]", known: tables.map(\.name))
      }
      try StyleKey.read(
        try table.children(in: nil), of: "[\(entry.key).\(table.key)]", keys: keys,
        into: &options[type, default: standard])
    }
  }
}

/// A key of a style file's table, and how it reads and writes the table's options.
struct StyleKey<Options>: Sendable {
  let name: String
  /// The keys with their values as TOML; nil for a value that is not set.
  let values: @Sendable (Options) -> [(key: String, value: String?)]
  /// Sets options from an entry; the text is the name of the table for errors.
  let read: @Sendable (TOMLDocument.Entry, String, inout Options) throws(TOMLProblem) -> Void

  init<Content>(
    _ name: String, _ form: StyleForm<Content>, get: @escaping @Sendable (Options) -> Content?,
    _ set: @escaping @Sendable (inout Options, Content) -> Void
  ) {
    self.name = name
    values = { [(name, get($0).flatMap(form.text))] }
    read = { (entry, table, options) throws(TOMLProblem) in
      guard let content = form.content(entry.value) else {
        throw .wrong(entry, in: table, expected: form.name)
      }
      set(&options, content)
    }
  }

  /// A key that is a table of further keys.
  init(_ name: String, keys: [StyleKey]) {
    self.name = name
    values = { options in
      keys.flatMap { $0.values(options) }.map { ("\(name).\($0.key)", $0.value) }
    }
    read = { (entry, table, options) throws(TOMLProblem) in
      let entries = try entry.children(in: table)
      try Self.read(entries, of: table.dropLast() + ".\(name)]", keys: keys, into: &options)
    }
  }

  static func read(
    _ entries: [TOMLDocument.Entry], of table: String, keys: [StyleKey], into options: inout Options
  ) throws(TOMLProblem) {
    for entry in entries {
      guard let key = keys.first(where: { $0.name == entry.key }) else {
        throw .unknown("key", entry, in: table, known: keys.map(\.name))
      }
      try key.read(entry, table, &options)
    }
  }
}

extension StyleKey<PolylineStyleOptions> {
  static var polyline: [StyleKey] {
    [
      StyleKey("stroke-width", .number(in: 0...100), get: \.givenStrokeWidth) {
        $0.strokeWidth = $1
      },
      StyleKey("stroke-color", .color, get: \.givenStrokeColor) { $0.strokeColor = $1 },
      StyleKey("visible", .boolean, get: \.isVisible) { $0.isVisible = $1 },
      StyleKey("z-index", .zIndex, get: \.givenZIndex) { $0.zIndex = $1 },
      StyleKey("geodesic", .boolean, get: \.isGeodesic) { $0.isGeodesic = $1 },
      StyleKey("traffic", .boolean, get: \.isTrafficEnabled) { $0.isTrafficEnabled = $1 },
      StyleKey(
        "traffic-colors",
        keys: [
          trafficColor("normal", of: .normal), trafficColor("slow", of: .slow),
          trafficColor("jam", of: .trafficJam), trafficColor("no-data", of: .unknown("")),
        ]),
    ]
  }

  private static func trafficColor(_ name: String, of speed: SpeedReading) -> StyleKey {
    StyleKey(name, .color, get: { $0.givenTrafficColor(for: speed) }) {
      $0.setTrafficColor(for: speed, color: $1)
    }
  }
}

extension StyleKey<MarkerStyleOptions> {
  static var marker: [StyleKey] {
    [
      StyleKey("ground-anchor", .point, get: \.groundAnchor) { $0.groundAnchor = $1 },
      StyleKey("visible", .boolean, get: \.isVisible) { $0.isVisible = $1 },
      StyleKey("icon", .icon, get: \.icon) { $0.icon = $1 },
      StyleKey("icon-view", .picture, get: \.iconView) { $0.iconView = $1 },
      StyleKey("icon-color", .color, get: \.iconColor) { $0.iconColor = $1 },
      StyleKey("z-index", .zIndex, get: \.zIndex) { $0.zIndex = $1 },
      StyleKey("flat", .boolean, get: \.isFlat) { $0.isFlat = $1 },
    ]
  }
}
