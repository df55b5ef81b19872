internal import FleetEngine
internal import JSON
internal import SystemLibrary
internal import TrustLimits

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The state that the program keeps between runs: the last trips and the tips that were shown.
///
/// Settings that were changed with keys are not kept. Invalid names in a file are ignored, like the
/// settings that earlier versions wrote.
struct SavedState: Sendable, Hashable {
  /// A tip that is shown once.
  enum Tip: String, Sendable, CaseIterable {
    /// How to save a base map.
    case map
  }

  /// The names of the last followed trips, the newest first.
  private(set) var trips: [String] = []
  /// The tips that were shown.
  var tips: Set<Tip> = []

  init() {}

  /// Makes a trip the newest.
  mutating func remember(trip: String) {
    guard (try? TripName(parsing: trip)) != nil else { return }
    trips = Array(([trip] + trips.filter { $0 != trip }).prefix(Limits.State.trips))
  }

  // MARK: JSON

  private struct Form: Codable {
    var v: Int?
    var trips: [String]?
    var tips: [String]?
  }

  init?(json: [UInt8]) {
    let rules = JSONRules.lenient(values: Limits.File.jsonValues)
    guard let form = try? JSONCoding.decode(Form.self, from: json, rules: rules) else { return nil }
    for trip in (form.trips ?? []).reversed() { remember(trip: trip) }
    tips = Set((form.tips ?? []).compactMap(Tip.init))
  }

  var json: [UInt8] {
    let shown = Tip.allCases.filter(tips.contains).map(\.rawValue)
    let form = Form(v: 1, trips: trips, tips: shown.isEmpty ? nil : shown)
    return ((try? JSONCoding.encode(form)) ?? Array("{}".utf8)) + [0x0A]
  }
}

/// The file of the program's state.
///
/// Each change reads the file again, so that two viewers keep each other's trips. A malformed file is
/// renamed and replaced.
actor StateFile {
  static let name = "state.json"

  nonisolated let path: String
  private let log: LogFile?

  init(in directory: String, log: LogFile? = nil) {
    path = directory + "/" + Self.name
    self.log = log
  }

  /// Reads the state; a missing or malformed file is an empty one.
  static func read(_ path: String) -> SavedState {
    let content: BoundedFile
    do { content = try BoundedFile(path: path, limit: Limits.State.bytes) } catch {
      if case .tooLarge = error { putAside(path) }
      return SavedState()
    }
    // Another user's state is ignored.
    guard content.owner == geteuid() else { return SavedState() }
    guard let state = SavedState(json: content.bytes) else {
      putAside(path)
      return SavedState()
    }
    return state
  }

  /// Renames a malformed file; if that fails, it is ignored the next time too.
  private static func putAside(_ path: String) { _ = unsafe rename(path, path + ".bad") }

  func remember(trip: String) { change { $0.remember(trip: trip) } }

  /// Marks a tip as shown; returns whether it was not before.
  func showsFirst(_ tip: SavedState.Tip) -> Bool {
    guard !Self.read(path).tips.contains(tip) else { return false }
    change { $0.tips.insert(tip) }
    return true
  }

  func change(_ change: @Sendable (inout SavedState) -> Void) {
    let before = Self.read(path)
    var state = before
    change(&state)
    guard state != before else { return }
    do throws(CommandError) {
      try UserFolder.makeAll(String(path.dropLast(Self.name.count + 1)))
    } catch {
      log?.record(.warning, "The state is not kept: \(error.message)")
      return
    }
    do throws(NewFile.Failure) { try NewFile.replace(path, with: state.json) } catch {
      log?.record(.warning, "The state is not kept: \(error.reason)")
    }
  }
}

/// Directories that only the user may read.
enum UserFolder {
  /// Creates a directory with mode 0700 if it is missing; its parent must exist.
  static func make(_ path: String) throws(CommandError) {
    guard unsafe mkdir(path, 0o700) != 0 else { return }
    let code = errno
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { return }
    throw .usage(
      exists
        ? "\(path) is not a directory."
        : "The directory \(path) cannot be made: \(SystemReason.text(code)).")
  }

  /// Whether there is nothing of this name, or a directory that other users cannot read or change.
  static func isMissingOrPrivate(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o077 == 0
  }

  /// Creates a directory with mode 0700 and its missing parents; closes an existing one to other users.
  static func makeAll(_ path: String) throws(CommandError) {
    var parent = ""
    for part in path.split(separator: "/") {
      parent += "/" + part
      try make(parent)
    }
    guard let trust = FileTrust(directory: path) else { return }
    if trust.owner != geteuid() {
      let risk = FileTrust.Risk.owner(trust.owner)
      throw .usage("The directory \(path) \(risk.reason). Run: \(risk.command(path))")
    }
    guard trust.permissions & 0o077 != 0, unsafe chmod(path, 0o700) != 0 else { return }
    throw .usage("The directory \(path) cannot be made private: \(SystemReason.text(errno)).")
  }
}

/// A temporary directory that only the user can read.
struct TemporaryDirectory: Sendable {
  let path: String

  /// Creates a directory in `TMPDIR`.
  init(environment: Environment) throws(CommandError) {
    let parent = environment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array((parent + "/ridealong-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let made else {
      throw CommandError(
        .failure, "No temporary directory can be made in \(parent): error \(errno). Set TMPDIR.")
    }
    path = made
  }

  func remove() throws(CommandError) {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw CommandError(.failure, "\(path) with its keys could not be removed; remove it by hand.")
    }
  }
}
