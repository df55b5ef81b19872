internal import CellGrid
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The file that the program keeps its state in, apart from the configuration, which it never
/// writes.
///
/// Each change reads the file anew, so that two viewers leave each other's trips in it. A file that
/// is no state is put aside and begun anew.
actor StateFile {
  /// The file's name in the directory of the program's state.
  static let name = "state.json"

  /// The file.
  nonisolated let path: String
  private let log: LogFile?

  /// A state below a directory.
  ///
  /// - Parameters:
  ///   - directory: The directory, made where it is missing.
  ///   - log: What is told that the file cannot be written, which keeps nobody from anything.
  init(in directory: String, log: LogFile? = nil) {
    path = directory + "/" + Self.name
    self.log = log
  }

  /// Reads the state, from a file that may be missing or be anything.
  ///
  /// - Parameter path: The file.
  /// - Returns: The state, empty where there is none.
  static func read(_ path: String) -> SavedState {
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.State.bytes)
    } catch {
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

  /// Renames what is no state, so that whoever wants to can look at it.
  private static func putAside(_ path: String) {
    // Where that cannot be, the file stays, and is as little a state the next time.
    _ = unsafe rename(path, path + ".bad")
  }

  /// Puts a trip before the others.
  func remember(trip: String) { change { $0.remember(trip: trip) } }

  /// Changes the state and writes it.
  ///
  /// - Parameter change: What is to be different.
  func change(_ change: @Sendable (inout SavedState) -> Void) {
    let before = Self.read(path)
    var state = before
    change(&state)
    guard state != before else { return }
    do throws(CommandError) {
      try PrivateFolder.makeAll(String(path.dropLast(Self.name.count + 1)))
    } catch {
      log?.note(.warning, "The state is not kept: \(error.message)")
      return
    }
    // A whole new file takes the old one's place, so that a kill leaves one or the other.
    let new = "\(path).\(getpid())"
    do throws(NewFile.Failure) {
      unsafe unlink(new)
      try NewFile.write(state.json, to: new)
    } catch {
      log?.note(.warning, "The state is not kept: \(error.reason)")
      return
    }
    if unsafe rename(new, path) != 0 {
      log?.note(.warning, "The state is not kept: \(SystemReason.text(errno))")
      unsafe unlink(new)
    }
  }
}
