internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas

/// A key of a style file's table, and how it reads and writes the table's options.
struct StyleKey<Options>: Sendable {
  let name: String
  /// The keys with their values as TOML; nil for a value that is not set.
  let values: @Sendable (Options) -> [(key: String, value: String?)]
  /// Sets options from an entry; the text is the name of the table for errors.
  let read: @Sendable (TOMLDocument.Entry, String, inout Options) throws(TOMLProblem) -> Void

  /// A key with a value.
  init<Content>(
    _ name: String,
    _ form: StyleForm<Content>,
    get: @escaping @Sendable (Options) -> Content?,
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

  /// Reads the entries of a table.
  static func read(
    _ entries: [TOMLDocument.Entry],
    of table: String,
    keys: [StyleKey],
    into options: inout Options
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
  /// The keys of a line.
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
        ]
      ),
    ]
  }

  private static func trafficColor(_ name: String, of speed: SpeedReading) -> StyleKey {
    StyleKey(name, .color, get: { $0.givenTrafficColor(for: speed) }) {
      $0.setTrafficColor(for: speed, color: $1)
    }
  }
}

extension StyleKey<MarkerStyleOptions> {
  /// The keys of a marker.
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
