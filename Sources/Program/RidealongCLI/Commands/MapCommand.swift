internal import CellGrid
internal import TrustLimits
internal import VectorTiles

extension Command {
  static let map = Command(
    name: "map", synopsis: "ridealong map get|list|info FILE|render [OPTIONS]",
    summary: "save a region's map, list saved maps, or print one",
    examples: [
      "ridealong map get --around 48.2082,16.3738 --radius 8 --from country.pmtiles",
      "ridealong map list",
      "ridealong map render --center 48.2082,16.3738 --format svg > vienna.svg",
    ],
    detail: [
      "get saves the tiles around a place or a trip in \(SavedMaps.shownDirectory), at most",
      "\(Limits.Tile.extractedTiles) of them. A ride within a saved map shows it without --basemap and without",
      "a network. Tiles come only from --from or --basemap; read the terms of a public service",
      "first. After Ctrl-C or a failure the same command continues the download.",
      "list shows the saved maps, info describes one or any PMTiles or MBTiles file.",
      "render prints a map as text, as text with colors (ansi), or as a picture (svg). Without",
      "--basemap it uses a saved map that covers the center.",
      "A trip needs a token, from one source as described in ridealong help follow.",
      "",
      "Exit status: 0 saved, listed or printed; 1 the trip has no places, or the map cannot be",
      "written, for example because the disk is full; 2 a wrong command line, or a map that cannot be",
      "used or has no tiles there; 3 or 4 the trip is not found or not permitted; 5 a server cannot be",
      "reached, or the map has no tiles to print; 130 Ctrl-C.",
    ],
    options: Option.mapFiles + [.endpoint, .provider, .caFile] + Option.tokenSources
      + Option.configuration, actions: MapCommand.Action.allCases.map(\.rawValue), operands: .files,
    configurable: .all, run: MapCommand.run)
}

/// `ridealong map`: saves maps of regions, lists and describes them, and draws one.
enum MapCommand {
  enum Action: String, CaseIterable {
    case get
    case list
    case info
    case render
  }

  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    let action: Action = try arguments.action()
    try arguments.expect(
      ["an action"] + (action == .info ? ["a map's name or file"] : []),
      for: action == .info ? "map info" : "map")
    try action.check(arguments)
    let saved = SavedMaps(servers.environment)
    switch action {
    case .get: return try await get(arguments, servers, saved)
    case .list: try await list(arguments, saved)
    case .info:
      let file = try await saved.file(arguments.positionals[1])
      if arguments.has(.json) {
        try Console.print(encoding: file.record(in: JSONRecord("map")))
      } else {
        try Console.print(file.lines)
      }
    case .render: try await render(context, saved)
    }
    return .success
  }

  // MARK: - list

  private static func list(_ arguments: Arguments, _ saved: SavedMaps) async throws(CommandError) {
    let files = try await saved.all()
    if arguments.has(.json) {
      var record = JSONRecord("maps")
      record["maps"] = files.map { $0.record() }
      try Console.print(encoding: record)
    } else if files.isEmpty {
      Console.printError(
        "There are no saved maps. ridealong map get --around LAT,LNG --from SOURCE saves one.")
    } else {
      try Console.print(
        TextTable.lines(
          [["NAME", "SIZE", "ZOOMS", "CENTER", "FILE"]]
            + files.map { [$0.name, SavedMaps.size($0.bytes), $0.zooms, $0.center, $0.path] }))
    }
  }
}

extension MapCommand.Action {
  /// The options that only this action, or one like it, uses.
  var options: [Option] {
    switch self {
    case .get: [.around, .radius, .from, .mapName]
    case .list: [.json]
    case .info: []
    case .render: [.center, .zoom, .size, .format]
    }
  }

  /// Refuses options of another action.
  func check(_ arguments: Arguments) throws(CommandError) {
    let own = self == .info ? Self.list.options : options
    let others = Self.allCases.flatMap(\.options).filter { !own.contains($0) }
    try arguments.refuse(others, "has no effect with ridealong map \(rawValue)")
  }
}

extension Option {
  static let mapFiles =
    MapCommand.Action.allCases.flatMap(\.options) + [baseMap, glyphs, dots, ascii, noFill, theme]
}
