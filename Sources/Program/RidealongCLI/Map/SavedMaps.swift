internal import CellGrid
internal import Geo
internal import SystemLibrary
internal import TrustLimits
internal import VectorTiles
internal import Viewer

/// The maps that `ridealong map get` saves, one MBTiles file each.
struct SavedMaps: Sendable {
  /// A map's file.
  struct File: Sendable {
    let name: String
    let path: String
    let bytes: Int
    let source: any TileSource
    /// The layers that the file lists, or else those of one of its tiles.
    let layers: [String]

    /// The layers' schema; nil for a map that cannot be drawn.
    var schema: TileSchema? { TileSchema.drawing(layers) }

    /// The lowest and the highest zoom.
    var zooms: String { "\(source.metadata.minimumZoom)-\(source.metadata.maximumZoom)" }

    /// The center as coordinates; a download that was interrupted has none yet.
    var center: String {
      source.metadata.bounds.map { SavedMaps.text(of: $0.center) } ?? "incomplete"
    }

    func covers(_ places: [Coordinate]) -> Bool {
      guard let bounds = source.metadata.bounds, schema != nil else { return false }
      return places.allSatisfy(bounds.contains)
    }

    /// Adds the members of a map to a JSON object.
    func record(in record: JSONRecord = JSONRecord()) -> JSONRecord {
      let metadata = source.metadata
      var record = record
      record["name"] = name.cutForJSON
      record["file"] = path.cutForJSON
      record["bytes"] = bytes
      record["min_zoom"] = metadata.minimumZoom
      record["max_zoom"] = metadata.maximumZoom
      if let bounds = metadata.bounds {
        record["southwest"] = JSONRecord(Coordinate(latitude: bounds.south, longitude: bounds.west))
        record["northeast"] = JSONRecord(Coordinate(latitude: bounds.north, longitude: bounds.east))
      }
      record["layers"] = layers.map(\.cutForJSON)
      record["attribution"] = metadata.plainAttribution?.cutForJSON
      return record
    }

    /// The description for people.
    var lines: [String] {
      let metadata = source.metadata
      return [
        "File         \(path)", "Size         \(size(bytes))",
        metadata.name.map { "Name         \($0)" }, "Zooms        \(zooms)",
        metadata.bounds.map { bounds in
          "Bounds       \(bounds.south),\(bounds.west) to \(bounds.north),\(bounds.east)"
        },
        "Schema       \(schema?.name ?? "unknown: it cannot be drawn")",
        layers.isEmpty ? nil : "Layers       \(layers.joined(separator: ", "))",
        metadata.plainAttribution.map { "Attribution  \($0)" },
      ].compactMap(\.self)
    }
  }

  /// The directory as help shows it.
  static let shownDirectory = "~/.cache/ridealong/maps"
  private static let suffix = ".mbtiles"

  /// The directory; nil without a home directory.
  private let directory: String?
  private let homeProblem: String

  init(_ environment: Environment) {
    directory = environment.cacheDirectory.map { $0 + "/maps" }
    homeProblem = environment.homeProblem
  }

  /// The name of a map that was given none: its center, such as `37.422N122.084W`.
  static func name(of center: Coordinate) -> String {
    func part(_ degrees: Double, _ letters: (String, String)) -> String {
      "\((abs(degrees) * 1_000).rounded() / 1_000)\(degrees < 0 ? letters.1 : letters.0)"
    }
    return part(center.latitude, ("N", "S")) + part(center.longitude, ("E", "W"))
  }

  /// A place with three decimals, about 100 m.
  static func text(of place: Coordinate) -> String {
    "\((place.latitude * 1_000).rounded() / 1_000),\((place.longitude * 1_000).rounded() / 1_000)"
  }

  /// The path of a map's file; its directory is created if it is missing.
  func path(_ name: String) throws(CommandError) -> String {
    guard Self.isName(name) else {
      throw .usage(
        "--name \(name) is not a name: expected up to 64 letters, digits, dots, dashes and "
          + "underscores, a letter or digit first.")
    }
    guard let directory else {
      throw .usage("There is no directory for maps: \(homeProblem). Set HOME or XDG_CACHE_HOME.")
    }
    do throws(CommandError) { try UserFolder.makeAll(directory) } catch {
      throw CommandError(.failure, error.summary, advice: error.advice)
    }
    return directory + "/" + name + Self.suffix
  }

  /// A map by its name, or by the path of a file.
  func file(_ text: String) async throws(CommandError) -> File {
    if let directory, Self.isName(text) {
      let path = directory + "/" + text + Self.suffix
      if unsafe access(path, F_OK) == 0 { return try await Self.open(path, name: text) }
    }
    return try await Self.open(text, name: text)
  }

  /// The smallest map that covers all places.
  static func best(of files: [File], covering places: [Coordinate]) -> File? {
    func area(_ file: File) -> Double {
      file.source.metadata.bounds.map { $0.latitudeSpan * $0.longitudeSpan } ?? .infinity
    }
    return files.filter { $0.covers(places) }.min { area($0) < area($1) }
  }

  /// The saved maps in the order of their names; a damaged file is reported and left out.
  func all() async throws(CommandError) -> [File] {
    guard let directory,
      let listing = try? FileListing(directory, suffix: Self.suffix, most: Limits.Recording.files)
    else { return [] }
    if listing.isTruncated {
      Console.printError(
        SafeText(
          "\(directory) has more than \(Limits.Recording.files) maps; the others are left out."))
    }
    let names = listing.paths
      .map { String($0.dropFirst(directory.count + 1).dropLast(Self.suffix.count)) }
    var files: [File] = []
    for name in names.sorted() where Self.isName(name) {
      do throws(CommandError) {
        files.append(try await Self.open(directory + "/" + name + Self.suffix, name: name))
      } catch { Console.printError(SafeText(error.message)) }
    }
    return files
  }

  private static func open(_ path: String, name: String) async throws(CommandError) -> File {
    do throws(TileSourceError) {
      let source = try await TileSources.open(path: path)
      var status = stat()
      let isFile = unsafe stat(path, &status) == 0
      return File(
        name: name, path: path, bytes: isFile ? Int(status.st_size) : 0, source: source,
        layers: await source.layers())
    } catch { throw .usage("\(error)") }
  }

  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name.first.map { $0.isLetter || $0.isNumber } ?? false
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}

extension SavedMaps {
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
