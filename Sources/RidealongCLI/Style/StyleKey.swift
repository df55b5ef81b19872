internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas

/// A key of a style file's table, with what it does to the options that the table is for.
struct StyleKey<Options>: Sendable {
  let name: String
  /// Takes the key's value into options; the text is the name of the table for errors.
  let read: @Sendable (TOMLDocument.Entry, String, inout Options) throws(TOMLProblem) -> Void

  /// A key whose values are of one form.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - form: What its values may be.
  ///   - set: Takes a value into options.
  init<Content>(
    _ name: String,
    _ form: StyleForm<Content>,
    _ set: @escaping @Sendable (inout Options, Content) -> Void
  ) {
    self.name = name
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
    read = { (entry, table, options) throws(TOMLProblem) in
      let entries = try entry.children(in: table)
      try Self.read(entries, of: table.dropLast() + ".\(name)]", keys: keys, into: &options)
    }
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - entries: What the table holds, by lines.
  ///   - table: Its name in brackets, for errors.
  ///   - keys: The keys that it may hold.
  ///   - options: What they change.
  /// - Throws: The first line at fault.
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
      StyleKey("stroke-width", .number(in: 0...100)) { $0.strokeWidth = $1 },
      StyleKey("stroke-color", .color) { $0.strokeColor = $1 },
      StyleKey("visible", .boolean) { $0.isVisible = $1 },
      StyleKey("z-index", .zIndex) { $0.zIndex = $1 },
      StyleKey("geodesic", .boolean) { $0.isGeodesic = $1 },
      StyleKey("traffic", .boolean) { $0.isTrafficEnabled = $1 },
      StyleKey(
        "traffic-colors",
        keys: [
          StyleKey("normal", .color) { $0.setTrafficColor(for: .normal, color: $1) },
          StyleKey("slow", .color) { $0.setTrafficColor(for: .slow, color: $1) },
          StyleKey("jam", .color) { $0.setTrafficColor(for: .trafficJam, color: $1) },
          StyleKey("no-data", .color) { $0.setTrafficColor(for: .unknown(""), color: $1) },
        ]
      ),
    ]
  }
}

extension StyleKey<MarkerStyleOptions> {
  /// The keys of a marker.
  static var marker: [StyleKey] {
    [
      StyleKey("ground-anchor", .point) { $0.groundAnchor = $1 },
      StyleKey("visible", .boolean) { $0.isVisible = $1 },
      StyleKey("icon", .icon) { $0.icon = $1 },
      StyleKey("icon-view", .picture) { $0.iconView = $1 },
      StyleKey("icon-color", .color) { $0.iconColor = $1 },
      StyleKey("z-index", .zIndex) { $0.zIndex = $1 },
      StyleKey("flat", .boolean) { $0.isFlat = $1 },
    ]
  }
}
