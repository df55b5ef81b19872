internal import TrustLimits

extension LogTimeline {
  /// Reads the log of a file, or of all files of a directory; its files that cannot be read are
  /// skipped and named in ``problems``.
  ///
  /// `isOther` returns true for a file of up to `limit` bytes that it read itself, such as a recording. `kinds` is
  /// what errors call the expected files.
  package static func read(
    _ path: String,
    limit: Int = Limits.File.logBytes,
    readsResponses: Bool = true,
    called kinds: String = "Cloud Logging export",
    isOther: (_ file: String, _ content: [UInt8]) throws(RouteSourceError) -> Bool = { _, _ in false
    }
  ) throws(RouteSourceError) -> LogTimeline {
    guard FileListing.isDirectory(path) else {
      let content = try RouteSourceError.bytes(of: path, limit: limit)
      let isLog = try !isOther(path, content)
      let files = isLog ? [try LogFile(content: content, name: path)] : []
      return LogTimeline(files, readsResponses: readsResponses)
    }
    let listing: FileListing
    do {
      listing = try FileListing(path, most: Limits.Recording.files)
    } catch {
      throw RouteSourceError(path, error)
    }
    var (files, problems): ([LogFile], [String]) = ([], [])
    if listing.isTruncated {
      problems.append(
        "\(path) has more than \(Limits.Recording.files) files; the rest is left out."
      )
    }
    var room = (bytes: Limits.Recording.fileBytes, entries: Limits.File.logEntries)
    var others = 0
    for file in listing.paths {
      guard room.bytes > 0, room.entries > 0 else {
        problems.append(
          "The files from \(file) on are left out: those before hold "
            + "\(Limits.Recording.fileBytes / 1_048_576) MiB or \(Limits.File.logEntries) entries."
        )
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
          content: content,
          name: file,
          bytes: min(Limits.File.logBytes, room.bytes),
          entries: room.entries
        )
        room = (room.bytes - log.size.bytes, room.entries - log.size.entries)
        files.append(log)
      } catch {
        problems.append("Skipped: \(error)")
      }
    }
    guard !files.isEmpty || others > 0 else {
      let reasons = problems.prefix(Limits.Recording.problems).map { " " + $0 }.joined()
      throw RouteSourceError(path, .unreadable, "has no \(kinds).\(reasons)")
    }
    return LogTimeline(files, skipped: problems, readsResponses: readsResponses)
  }
}
