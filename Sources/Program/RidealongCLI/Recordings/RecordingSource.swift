internal import FleetEmulator
internal import RideRecordings
internal import RouteSources
internal import TrustLimits

/// The input of `replay`, `dump` and `inspect`: a recording, a Cloud Logging export, or a directory of
/// both.
enum RecordingSource {
  case whole(RideRecording)
  /// A recording that is made while it is shown.
  case growing(GrowingRecording)

  /// Reads a file or a directory whole.
  static func read(_ path: String) async throws(CommandError) -> RideRecording {
    switch try open(path) {
    case .whole(let recording): return recording
    case .growing(var growing):
      await growing.complete()
      return try checked(growing, path)
    }
  }

  /// Opens a file or a directory.
  static func open(_ path: String) throws(CommandError) -> RecordingSource {
    let (recordings, log) = try files(path)
    if let recording = recordings.first, log == nil { return .whole(recording) }
    return .growing(GrowingRecording(merged(recordings, log)))
  }

  /// The polls of a file or a directory without requests and responses, and the speed of their world.
  static func polls(_ path: String) throws(CommandError) -> (polls: any PollSource, speed: Double) {
    let (recordings, log) = try files(path)
    if let recording = recordings.first, log == nil {
      return (RecordingPolls(recording, hasExchanges: false), recording.speed)
    }
    return (OrderedPolls(merged(recordings, log, hasExchanges: false)), 1)
  }

  /// The recordings and the log of a file or a directory; the log is nil for the file of a recording.
  private static func files(
    _ path: String
  ) throws(CommandError) -> (recordings: [RideRecording], log: LogTimeline?) {
    var recordings: [RideRecording] = []
    do {
      let log = try LogTimeline.read(
        path,
        limit: Limits.Recording.fileBytes,
        called: "recording and no Cloud Logging export"
      ) {
        (file, content) throws(RouteSourceError) in
        guard let recording = try recording(content, file) else { return false }
        recordings.append(recording)
        return true
      }
      let isRecording = recordings.count == 1 && !FileListing.isDirectory(path)
      return (recordings, isRecording ? nil : log)
    } catch {
      switch error.problem {
      case .notJSON, .unexpectedContent:
        throw .usage(
          "\(path) is neither a recording nor a list of log entries. ridealong follow --record makes a "
            + "recording; Cloud Logging exports log entries as JSON."
        )
      default: throw .usage("\(error)")
      }
    }
  }

  private static func merged(
    _ recordings: [RideRecording],
    _ log: LogTimeline?,
    hasExchanges: Bool = true
  ) -> MergedPolls {
    let exports = log.map { [ExportPolls($0, hasExchanges: hasExchanges)] } ?? []
    return MergedPolls(
      recordings.map { RecordingPolls($0, hasExchanges: hasExchanges) } + exports
    )
  }

  /// The recording of a complete source; throws if it is empty.
  static func checked(
    _ growing: GrowingRecording,
    _ path: String
  ) throws(CommandError) -> RideRecording {
    let recording = growing.recording
    guard recording.entries.isEmpty else { return recording }
    throw empty(path, growing.problems)
  }

  /// The error for a source without polls.
  static func empty(_ path: String, _ problems: [String]) -> CommandError {
    let remedy = "Export the logs of fleetengine.googleapis.com for the time of a ride."
    let sentences = problems.isEmpty ? [remedy] : problems
    return .usage(
      "\(path) has no call of a trip that can be shown. \(sentences.joined(separator: " "))"
    )
  }

  /// A recording; nil for another file.
  private static func recording(
    _ bytes: [UInt8],
    _ path: String
  ) throws(RouteSourceError) -> RideRecording? {
    do {
      return try RideRecording(content: bytes)
    } catch {
      switch error {
      case .unreadable(let reason): throw RouteSourceError(path, .unreadable, "\(reason).")
      case .otherFile: return nil
      case .newer(let version):
        throw RouteSourceError(
          path,
          .unreadable,
          "is a recording of version \(version); this ridealong reads version "
            + "\(RideRecording.version). Use a newer one."
        )
      case .empty(let problem):
        throw RouteSourceError(
          path,
          .noPoints,
          "is a recording without a poll." + (problem.map { " \($0)" } ?? "")
        )
      }
    }
  }
}
