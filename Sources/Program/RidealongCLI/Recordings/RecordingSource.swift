internal import FleetEmulator
internal import RideRecordings
internal import RouteSources
internal import TrustLimits

/// The input of `replay`, `dump` and `inspect`: a recording, a Cloud Logging export, or the union of
/// several files and directories.
enum RecordingSource {
  case whole(RideRecording)
  /// A recording that is made while it is shown.
  case growing(GrowingRecording)

  /// Reads files and directories whole; at least one.
  static func read(_ paths: [String]) async throws(CommandError) -> RideRecording {
    switch try open(paths) {
    case .whole(let recording): return recording
    case .growing(var growing):
      await growing.complete()
      return try checked(growing, paths)
    }
  }

  /// Opens files and directories.
  static func open(_ paths: [String]) throws(CommandError) -> RecordingSource {
    let (recordings, log) = try files(paths)
    if let recording = recordings.first?.recording, log == nil { return .whole(recording) }
    return .growing(GrowingRecording(merged(recordings, log)))
  }

  /// The polls of files and directories, without the request and response of each.
  static func polls(_ paths: [String]) throws(CommandError) -> any PollSource {
    let (recordings, log) = try files(paths)
    if let recording = recordings.first?.recording, log == nil {
      return RecordingPolls(recording, hasExchanges: false)
    }
    return OrderedPolls(merged(recordings, log, hasExchanges: false))
  }

  private typealias File = (path: String, recording: RideRecording)

  /// The recordings and the log of files and directories; the log is nil for the file of a recording.
  private static func files(
    _ paths: [String]
  ) throws(CommandError) -> (recordings: [File], log: LogTimeline?) {
    var recordings: [File] = []
    do {
      let log = try LogTimeline.read(
        paths, limit: Limits.Recording.fileBytes, called: "recording and no Cloud Logging export"
      ) { (file, content) throws(RouteSourceError) in
        guard let recording = try recording(content, file) else { return false }
        recordings.append((file, recording))
        return true
      }
      let isRecording = recordings.count == 1 && LogTimeline.onlyFile(paths) != nil
      return (recordings, isRecording ? nil : log)
    } catch {
      switch error.problem {
      case .notJSON, .unexpectedContent:
        throw .usage(
          "\(error.file) is neither a recording nor a list of log entries. ridealong follow --record "
            + "makes a recording; Cloud Logging exports log entries as JSON.")
      default: throw .usage("\(error)")
      }
    }
  }

  private static func merged(
    _ recordings: [File], _ log: LogTimeline?, hasExchanges: Bool = true
  ) -> MergedPolls {
    let exports = log.map { [ExportPolls($0, hasExchanges: hasExchanges)] } ?? []
    return MergedPolls(
      recordings.map {
        RecordingPolls($0.recording, hasExchanges: hasExchanges, file: $0.path)
      } + exports
    )
  }

  /// The recording of a complete source; throws if it is empty.
  static func checked(
    _ growing: GrowingRecording, _ paths: [String]
  ) throws(CommandError) -> RideRecording {
    let recording = growing.recording
    guard recording.entries.isEmpty else { return recording }
    throw empty(paths, growing.problems)
  }

  /// The error for a source without polls.
  static func empty(_ paths: [String], _ problems: [String]) -> CommandError {
    let remedy = "Export the logs of fleetengine.googleapis.com for the time of a ride."
    let sentences = problems.isEmpty ? [remedy] : problems
    let name = LogTimeline.name(of: paths)
    return .usage(
      "\(name) has no call of a trip that can be shown. \(sentences.joined(separator: " "))")
  }

  /// A recording; nil for another file.
  private static func recording(
    _ bytes: [UInt8], _ path: String
  ) throws(RouteSourceError) -> RideRecording? {
    do { return try RideRecording(content: bytes) } catch {
      switch error {
      case .unreadable(let reason): throw RouteSourceError(path, .unreadable, "\(reason).")
      case .otherFile: return nil
      case .newer(let version):
        throw RouteSourceError(
          path, .unreadable,
          "is a recording of version \(version); this ridealong reads version "
            + "\(RideRecording.version). Use a newer one.")
      case .empty(let problem):
        throw RouteSourceError(
          path, .noPoints, "is a recording without a poll." + (problem.map { " \($0)" } ?? ""))
      }
    }
  }
}
