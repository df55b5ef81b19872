internal import CellGrid
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import TrustLimits
internal import VectorTiles
internal import Viewer

extension MapCommand {
  /// Saves the map of a region; a signal ends it, and what was downloaded stays.
  static func get(
    _ arguments: Arguments, _ servers: ServerAccess, _ saved: SavedMaps
  ) async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    let result = await signals.cancelling {
      await Result { () async throws(CommandError) in try await download(arguments, servers, saved)
      }
    }
    do throws(CommandError) {
      let lines = try result.get()
      try signals.printLast { () throws(CommandError) in try Console.print(lines) }
      return .success
    } catch {
      guard let status = signals.exitStatus else { throw error }
      Console.printError(SafeText("ridealong: \(error.message)"))
      return status
    }
  }

  /// Copies what is missing and returns the lines that describe the map.
  private static func download(
    _ arguments: Arguments, _ servers: ServerAccess, _ saved: SavedMaps
  ) async throws(CommandError) -> [SafeText] {
    let bounds = try await region(arguments, servers)
    guard let from = arguments[.from] ?? arguments[.baseMap], from != "none" else {
      throw arguments.missing(.from)
    }
    let option: Option = arguments.has(.from) ? .from : .baseMap
    let path = try saved.path(arguments[.mapName] ?? SavedMaps.name(of: bounds.center))
    let source = try await BaseMapSource.open(from, arguments.named(option), servers)
    var status = StatusLine(servers.environment)
    defer { status?.erase() }
    var progress: TileExtract.Progress?
    let isWhole: Bool
    do throws(TileSourceError) {
      let extract = try TileExtract(of: source, in: bounds)
      isWhole = extract.bounds == bounds
      try await extract.write(to: path, sleep: servers.clock.sleep) { step in
        progress = step
        status?.show(
          SafeText("\(step.done) of \(step.total) tiles, \(SavedMaps.size(step.receivedBytes))"))
      }
    } catch { throw failure(error, path: path, progress) }
    var lines = [
      SafeText(
        "Saved \(progress?.total ?? 0) tiles, \(SavedMaps.size(progress?.receivedBytes ?? 0)) of them new: "
          + path),
      "Rides there show it without --basemap. ridealong map list lists the saved maps.",
    ]
    if !isWhole { lines.insert("The source covers only a part of the region.", at: 1) }
    if let attribution = source.metadata.plainAttribution {
      lines.append(SafeText("Attribution: \(attribution)"))
    }
    return lines
  }

  private static func failure(
    _ error: TileSourceError, path: String, _ progress: TileExtract.Progress?
  ) -> CommandError {
    let kept = progress.map { ["\($0.done) of \($0.total) tiles are saved."] } ?? []
    let again = ["The same command continues the download."]
    return switch error.kind {
    case .cancelled: CommandError(.interrupt, "Interrupted.", advice: kept + again)
    case .unavailable: CommandError(.unavailable, "\(error)", advice: kept + again)
    // The disk is full, or the file cannot be written for another reason of this machine.
    case .unreadable where error.source == path:
      CommandError(.failure, "\(error)", advice: kept + again)
    default: CommandError(.usage, "\(error)", advice: kept)
    }
  }

  /// The region around the place or the trip of `--around`.
  private static func region(
    _ arguments: Arguments, _ servers: ServerAccess
  ) async throws(CommandError) -> CoordinateBounds {
    let around = try arguments.required(.around)
    let radius = try arguments.number(.radius) * 1_000
    let places =
      around.contains("/") || !around.contains(",")
      ? try await places(of: arguments.tripName(around), arguments, servers)
      : try arguments.coordinates(.around)
    let edges = places.flatMap { place in
      [0, 90, 180, 270].map { place.destination(bearing: $0, meters: radius) }
    }
    guard let bounds = CoordinateBounds(enclosing: edges) else {
      throw CommandError(.failure, "The trip \(around) has no places yet. Give --around LAT,LNG.")
    }
    return bounds
  }

  /// Where a trip begins, stops, and ends, its route, and where its vehicle is.
  private static func places(
    of name: TripName, _ arguments: Arguments, _ servers: ServerAccess
  ) async throws(CommandError) -> [Coordinate] {
    let endpoint = try arguments.endpoint()
    let tokens = try servers.tokens(arguments, providerID: name.providerID)
    defer { tokens.end() }
    let trip: Trip
    do throws(FleetEngineError) {
      trip = try await servers.client(endpoint, tokens.provider).getTrip(name).value
    } catch { throw CommandError(error, about: .trip(name), endpoint: endpoint.authority) }
    let others = [trip.lastLocation?.location].compactMap(\.self) + (trip.route ?? [])
    return trip.places + others.filter(\.isValid)
  }
}
