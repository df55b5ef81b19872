internal import FleetEngine
internal import RideRecordings
internal import RouteSources
internal import SystemLibrary
internal import TrustLimits

/// The input of `replay`, `dump` and `inspect`: a recording, a Cloud Logging export, or a directory of
/// both.
enum RecordingSource {
  case whole(RideRecording)
  /// A recording that is made while it is shown.
  case growing(GrowingRecording)

  /// Reads a file or a directory whole.
  static func read(_ path: String) throws(CommandError) -> RideRecording {
    switch try open(path) {
    case .whole(let recording): return recording
    case .growing(var growing):
      growing.complete()
      return try checked(growing, path)
    }
  }

  /// Opens a file or a directory.
  static func open(_ path: String) throws(CommandError) -> RecordingSource {
    if isKind(S_IFDIR, path) { return .growing(GrowingRecording(try folder(path))) }
    let bytes = try BoundedFile(path, limit: Limits.Recording.fileBytes, called: "The recording")
      .bytes
    if let recording = try recording(bytes, path) { return .whole(recording) }
    var room = Limits.Recording.fileBytes
    return .growing(GrowingRecording(try export(bytes, path, room: &room)))
  }

  /// The recording of a complete source; throws if it is empty.
  static func checked(
    _ growing: GrowingRecording,
    _ path: String
  ) throws(CommandError) -> RideRecording {
    let recording = growing.recording
    guard recording.entries.isEmpty else { return recording }
    let problems = growing.problems.map { " " + $0 }.joined()
    throw .usage(
      "\(path) has no call of a trip that can be shown. Export the logs of fleetengine.googleapis.com "
        + "for the time of a ride.\(problems)"
    )
  }

  /// A recording; nil for another file, which may be a compressed export.
  private static func recording(
    _ bytes: [UInt8],
    _ path: String
  ) throws(CommandError) -> RideRecording? {
    do {
      return try RideRecording(content: bytes)
    } catch {
      switch error {
      case .unreadable(let reason): throw .usage("\(path) \(reason).")
      case .otherFile: return nil
      case .newer(let version):
        throw .usage(
          "\(path) is a recording of version \(version); this ridealong reads version "
            + "\(RideRecording.version). Use a newer one."
        )
      case .empty(let problem):
        throw .usage(
          "\(path) is a recording without a poll." + (problem.map { " \($0)" } ?? "")
        )
      }
    }
  }

  private static func export(
    _ bytes: [UInt8],
    _ path: String,
    room: inout Int,
    isOneOfMany: Bool = false
  ) throws(CommandError) -> ExportPolls {
    guard bytes.count <= Limits.File.logBytes else {
      throw .usage(
        "\(path) holds more than \(Limits.File.logBytes) bytes; export the log of a shorter time."
      )
    }
    do {
      let limit = min(room, Limits.File.logBytes)
      let json = try RouteSourceError.inflated(bytes, of: path, limit: limit)
      room -= json.count
      let timeline = try LogTimeline(json: json, file: path)
      return ExportPolls(timeline, file: isOneOfMany ? path : nil)
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

  // MARK: - Directories

  /// The polls of all files of a directory; files that cannot be read are reported and skipped.
  private static func folder(_ path: String) throws(CommandError) -> FolderPolls {
    var problems: [String] = []
    var sources: [any PollSource] = []
    var bytesLeft = Limits.Recording.fileBytes
    var names = try fileNames(in: path)
    if names.count > Limits.Recording.files {
      problems.append(
        "\(path) has more than \(Limits.Recording.files) files; the rest is left out."
      )
      names.removeLast(names.count - Limits.Recording.files)
    }
    for name in names {
      let file = path + "/" + name
      do throws(CommandError) {
        let bytes = try BoundedFile(file, limit: bytesLeft, called: "The recording").bytes
        if let recording = try recording(bytes, file) {
          bytesLeft -= bytes.count
          sources.append(RecordingPolls(recording))
        } else {
          sources.append(try export(bytes, file, room: &bytesLeft, isOneOfMany: true))
        }
      } catch {
        problems.append("Skipped: \(error.message)")
      }
    }
    guard !sources.isEmpty else {
      let reasons = problems.prefix(Limits.Recording.problems).map { " " + $0 }.joined()
      throw .usage("\(path) has no recording and no Cloud Logging export.\(reasons)")
    }
    return FolderPolls(MergedPolls(sources), problems)
  }

  private static func fileNames(in path: String) throws(CommandError) -> [String] {
    guard let stream = unsafe opendir(path) else {
      throw .usage("The directory \(path) cannot be read: \(SystemReason.text(errno)).")
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream), names.count <= Limits.Recording.files {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix("."), isKind(S_IFREG, path + "/" + name) { names.append(name) }
    }
    return names.sorted()
  }

  private static func isKind(_ kind: mode_t, _ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == kind
  }
}

/// The polls of a directory, with the files that were skipped.
private struct FolderPolls: PollSource {
  private var polls: MergedPolls
  private let skipped: [String]

  init(_ polls: MergedPolls, _ skipped: [String]) { (self.polls, self.skipped) = (polls, skipped) }

  var problems: [String] { skipped + polls.problems }
  mutating func next() -> SourcePoll? { polls.next() }
}
