internal import CellGrid
internal import VectorTiles

/// `ridealong map`: saves maps of regions, lists and describes them, and draws one.
enum MapCommand {
  enum Action: String, CaseIterable {
    case get
    case list
    case info
    case render
  }

  static func run(_ invocation: Invocation) async throws(CommandError) -> ExitStatus {
    let (arguments, network) = (invocation.arguments, invocation.network)
    let words = Action.allCases.map(\.rawValue)
    guard let word = arguments.positionals.first else {
      throw .usage("ridealong map needs one of \(words.joined(separator: ", ")).")
    }
    guard let action = Action(rawValue: word) else {
      throw .noChoice("ridealong map", word, among: words)
    }
    try arguments.expect(
      action == .info ? [word, "a map's name or file"] : [word],
      for: action == .info ? "map info" : "map"
    )
    try action.check(arguments)
    let saved = SavedMaps(network.environment)
    switch action {
    case .get: return try await get(arguments, network, saved)
    case .list: try await list(arguments, saved)
    case .info:
      let file = try await saved.file(arguments.positionals[1])
      if arguments.has(.json) {
        try Console.print(encoding: file.record(in: JSONRecord("map")))
      } else {
        try Console.print(file.lines)
      }
    case .render: try await render(invocation, saved)
    }
    return .success
  }

  // MARK: - list

  private static func list(
    _ arguments: Arguments,
    _ saved: SavedMaps
  ) async throws(CommandError) {
    let files = try await saved.all()
    if arguments.has(.json) {
      var record = JSONRecord("maps")
      record["maps"] = files.map { $0.record() }
      try Console.print(encoding: record)
    } else if files.isEmpty {
      Console.printError(
        "There are no saved maps. ridealong map get --around LAT,LNG --from SOURCE saves one."
      )
    } else {
      try Console.print(
        TextTable.lines(
          [["NAME", "SIZE", "ZOOMS", "CENTER", "FILE"]]
            + files.map { [$0.name, size($0.bytes), $0.zooms, $0.center, $0.path] }
        )
      )
    }
  }

  /// A size in bytes for people, such as `12.3 MB`.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: "\((Double(bytes) / 1_000).rounded(toTenths: bytes < 100_000)) kB"
    default: "\((Double(bytes) / 1_000_000).rounded(toTenths: true)) MB"
    }
  }
}

extension Double {
  fileprivate func rounded(toTenths: Bool) -> String {
    toTenths ? "\((self * 10).rounded() / 10)" : "\(Int(rounded()))"
  }
}
