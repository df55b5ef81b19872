internal import CellGrid
internal import ConsumerMap
internal import TrustLimits

/// The styles of lines and markers in a style file.
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
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.File.styleBytes)
    } catch {
      throw .usage("The style file \(path) \(error.reason).")
    }
    try self.init(toml: content.bytes, file: path)
  }

  init(toml: [UInt8], file: String) throws(CommandError) {
    let document = try TOMLDocument(toml: toml, file: file)
    do {
      try read(document.entries)
    } catch {
      throw .usage("\(file):\(error.line): \(error.message)")
    }
  }

  /// The current style of a map.
  @MainActor
  init(of coordinator: MapStyleCoordinator) {
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
    _ name: String,
    _ keys: [StyleKey<Options>],
    of options: Options
  ) -> String {
    let rows = keys.flatMap { $0.values(options) }.map { key, value in
      value.map { "\(key) = \($0)" } ?? "# \(key) is not set"
    }
    return (["[\(name)]"] + rows).map { $0 + "\n" }.joined()
  }

  /// Applies the styles to a map.
  @MainActor
  func apply(to coordinator: MapStyleCoordinator) {
    for (type, options) in polylines {
      coordinator.setPolylineStyleOptions(options, polylineType: type)
    }
    for (type, options) in markers {
      coordinator.setMarkerStyleOptions(options, markerType: type)
    }
  }

  /// Replaces all styles of a map.
  @MainActor
  func replaceStyles(of coordinator: MapStyleCoordinator) {
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
      default:
        throw .unknown("table", entry, in: nil, known: ["polyline", "marker"])
      }
    }
  }

  /// Reads the tables below `polyline` or `marker`.
  private static func read<Kind: Hashable, Options>(
    _ entry: TOMLDocument.Entry,
    _ tables: [(name: String, type: Kind)],
    _ keys: [StyleKey<Options>],
    _ standard: Options,
    into options: inout [Kind: Options]
  ) throws(TOMLProblem) {
    for table in try entry.children(in: nil) {
      guard let type = tables.first(where: { $0.name == table.key })?.type else {
        throw .unknown("table", table, in: "[\(entry.key)]", known: tables.map(\.name))
      }
      try StyleKey.read(
        try table.children(in: nil),
        of: "[\(entry.key).\(table.key)]",
        keys: keys,
        into: &options[type, default: standard]
      )
    }
  }
}
