internal import JSON
internal import CellGrid
internal import FleetEngine
internal import TrustLimits
internal import Viewer

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the program remembers from one run to the next: the last trips.
///
/// What keys choose lasts until the program ends; only the configuration keeps it. Whatever a file
/// held, a value is valid: names that are not trip names are left out, as are the theme, units and
/// mouse that earlier versions wrote.
struct SavedState: Sendable, Hashable {
  /// The names of the trips that were followed last, the newest first.
  private(set) var trips: [String] = []

  /// A state that remembers nothing.
  init() {}

  /// Puts a trip before the others.
  mutating func remember(trip: String) {
    guard (try? TripName(parsing: trip)) != nil else { return }
    trips = Array(([trip] + trips.filter { $0 != trip }).prefix(Limits.State.trips))
  }

  // MARK: JSON

  private struct Form: Codable {
    var v: Int?
    var trips: [String]?
  }

  /// Reads a state.
  init?(json: [UInt8]) {
    guard let form = try? JSONCoding.decode(Form.self, from: json) else { return nil }
    for trip in (form.trips ?? []).reversed() { remember(trip: trip) }
  }

  /// The content of its file.
  var json: [UInt8] {
    ((try? JSONCoding.encode(Form(v: 1, trips: trips))) ?? Array("{}".utf8)) + [0x0A]
  }
}

/// The file that the program keeps its state in, apart from the configuration, which it never
/// writes.
///
/// Each change reads the file again, so that two viewers keep each other's trips. A malformed file is
/// renamed and replaced.
actor StateFile {
  /// The file's name in the directory of the program's state.
  static let name = "state.json"

  /// The file.
  nonisolated let path: String
  private let log: LogFile?

  /// A state below a directory.
  init(in directory: String, log: LogFile? = nil) {
    path = directory + "/" + Self.name
    self.log = log
  }

  /// Reads the state, from a file that may be missing or be anything.
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
    // A whole new file takes the old one's place, so that a kill leaves one or the other.
    let new = "\(path).\(getpid())"
    do throws(NewFile.Failure) {
      unsafe unlink(new)
      try NewFile.write(state.json, to: new)
    } catch {
      log?.record(.warning, "The state is not kept: \(error.reason)")
      return
    }
    if unsafe rename(new, path) != 0 {
      log?.record(.warning, "The state is not kept: \(SystemReason.text(errno))")
      unsafe unlink(new)
    }
  }
}
