internal import TrustLimits

extension LogTimeline {
  /// Reads the log of one file, or the union of the logs of several files and directories.
  ///
  /// Files of a union that cannot be read are skipped and named in ``problems``; one that is named
  /// twice counts once. `isOther` returns true for a file of up to `limit` bytes that it read itself,
  /// such as a recording. `kinds` is what errors call the expected files.
  package static func read(
    _ paths: [String], limit: Int = Limits.File.logBytes, readsResponses: Bool = true,
    called kinds: String = "Cloud Logging export",
    isOther: (_ file: String, _ content: [UInt8]) throws(RouteSourceError) -> Bool = { _, _ in false
    }
  ) throws(RouteSourceError) -> LogTimeline {
    if let path = onlyFile(paths) {
      let content = try RouteSourceError.bytes(of: path, limit: limit)
      let isLog = try !isOther(path, content)
      let files = isLog ? [try LogFile(content: content, name: path)] : []
      return LogTimeline(files, readsResponses: readsResponses)
    }
    let listing = try list(paths)
    var (files, problems): ([LogFile], [String]) = ([], [])
    if listing.isTruncated {
      problems.append(
        "\(name(of: paths)) has more than \(Limits.Recording.files) files; the rest is left out.")
    }
    var room = (bytes: Limits.Recording.fileBytes, entries: Limits.File.logEntries)
    var others = 0
    for file in listing.paths {
      guard room.bytes > 0, room.entries > 0 else {
        problems.append(
          "The files from \(file) on are left out: those before hold "
            + "\(Limits.Recording.fileBytes / 1_048_576) MiB or \(Limits.File.logEntries) entries.")
        break
      }
      do throws(RouteSourceError) {
        let content = try RouteSourceError.bytes(of: file, limit: min(limit, room.bytes))
        if try isOther(file, content) {
          others += 1
          room.bytes -= content.count
          continue
        }
        let log = try LogFile(
          content: content, name: file, bytes: min(Limits.File.logBytes, room.bytes),
          entries: room.entries)
        room = (room.bytes - log.size.bytes, room.entries - log.size.entries)
        files.append(log)
      } catch { problems.append("Skipped: \(error)") }
    }
    guard !files.isEmpty || others > 0 else {
      let reasons = problems.prefix(Limits.Recording.problems).map { " " + $0 }.joined()
      throw RouteSourceError(name(of: paths), .unreadable, "has no \(kinds).\(reasons)")
    }
    return LogTimeline(files, skipped: problems, readsResponses: readsResponses)
  }

  /// The path of a file that is read alone; nil for a directory or several paths.
  package static func onlyFile(_ paths: [String]) -> String? {
    guard let path = paths.first, paths.count == 1, !FileListing.isDirectory(path) else {
      return nil
    }
    return path
  }

  /// The subject of a sentence about paths that are read together.
  package static func name(of paths: [String]) -> String {
    paths.count == 1 ? paths[0] : "The union of \(paths.count) paths"
  }

  /// The files of a union, each once, up to a number.
  private static func list(
    _ paths: [String]
  ) throws(RouteSourceError) -> (paths: [String], isTruncated: Bool) {
    var files: [String] = []
    var seen: Set<FileListing.Identity> = []
    var isTruncated = false
    for path in paths {
      var listed = [path]
      if FileListing.isDirectory(path) {
        do {
          let listing = try FileListing(path, most: Limits.Recording.files)
          (listed, isTruncated) = (listing.paths, isTruncated || listing.isTruncated)
        } catch { throw RouteSourceError(path, error) }
      }
      // A file that is gone is reported when it is read.
      files += listed.filter { FileListing.Identity($0).map { seen.insert($0).inserted } ?? true }
    }
    let most = Limits.Recording.files
    return (Array(files.prefix(most)), isTruncated || files.count > most)
  }
}
