internal import CellGrid
internal import ConsumerMap
internal import TrustLimits

/// What a style file asks for: the options that it sets, line by line and marker by marker.
struct StyleFile: Sendable, Hashable {
  /// The options of lines; in the viewer they show traffic unless a file says otherwise.
  private(set) var polylines: [PolylineType: PolylineStyleOptions] = {
    var line = PolylineStyleOptions()
    line.isTrafficEnabled = true
    return [.activeRoute: line, .remainingRoute: line]
  }()
  /// The options of markers; in the viewer the vehicle turns with its heading unless a file says
  /// otherwise.
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

  /// The style of a viewer without a file.
  init() {}

  /// Reads a file.
  init(contentsOf path: String) throws(CommandError) {
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.File.styleBytes)
    } catch {
      throw .usage("The style file \(path) \(error.reason).")
    }
    try self.init(toml: content.bytes, file: path)
  }

  /// Reads a file's content.
  init(toml: [UInt8], file: String) throws(CommandError) {
    let document = try TOMLDocument(toml: toml, file: file)
    do {
      try read(document.entries)
    } catch {
      throw .usage("\(file):\(error.line): \(error.message)")
    }
  }

  /// The style that a map draws with now.
  @MainActor
  init(of coordinator: MapStyleCoordinator) {
    for (_, type) in Self.polylineTables {
      polylines[type] = coordinator.polylineStyleOptions(with: type)
    }
    for (_, type) in Self.markerTables {
      markers[type] = coordinator.markerStyleOptions(with: type)
    }
  }

  /// The style as a file that reads back to it; a comment names each key that is not set.
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

  /// Gives the styles to a map.
  @MainActor
  func apply(to coordinator: MapStyleCoordinator) {
    for (type, options) in polylines {
      coordinator.setPolylineStyleOptions(options, polylineType: type)
    }
    for (type, options) in markers {
      coordinator.setMarkerStyleOptions(options, markerType: type)
    }
  }

  /// Gives the styles to a map in place of all that it had.
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
        for line in try entry.tables(in: "polyline", named: Self.polylineTables.map(\.name)) {
          for case (line.key, let type) in Self.polylineTables {
            try StyleKey.read(
              try line.children(in: nil),
              of: "[polyline.\(line.key)]",
              keys: StyleKey.polyline,
              into: &polylines[type, default: PolylineStyleOptions()]
            )
          }
        }
      case "marker":
        for marker in try entry.tables(in: "marker", named: Self.markerTables.map(\.name)) {
          for case (marker.key, let type) in Self.markerTables {
            try StyleKey.read(
              try marker.children(in: nil),
              of: "[marker.\(marker.key)]",
              keys: StyleKey.marker,
              into: &markers[type, default: MarkerStyleOptions()]
            )
          }
        }
      default:
        throw .unknown("table", entry, in: nil, known: ["polyline", "marker"])
      }
    }
  }
}

extension TOMLDocument.Entry {
  /// The tables of a table that stands here, by their lines.
  fileprivate func tables(
    in name: String,
    named known: [String]
  ) throws(TOMLProblem) -> [TOMLDocument.Entry] {
    let entries = try children(in: nil)
    for entry in entries where !known.contains(entry.key) {
      throw .unknown("table", entry, in: "[\(name)]", known: known)
    }
    return entries
  }
}
