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

/// The state that the program keeps between runs: the last trips.
///
/// Settings that were changed with keys are not kept. Invalid names in a file are ignored, like the
/// settings that earlier versions wrote.
struct SavedState: Sendable, Hashable {
  /// The names of the last followed trips, the newest first.
  private(set) var trips: [String] = []

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
  }

  init?(json: [UInt8]) {
    guard let form = try? JSONCoding.decode(Form.self, from: json) else { return nil }
    for trip in (form.trips ?? []).reversed() { remember(trip: trip) }
  }

  /// The content of the file.
  var json: [UInt8] {
    ((try? JSONCoding.encode(Form(v: 1, trips: trips))) ?? Array("{}".utf8)) + [0x0A]
  }
}

/// The file of the program's state.
///
/// Each change reads the file again, so that two viewers keep each other's trips. A malformed file is
/// renamed and replaced.
actor StateFile {
  /// The file's name in the state directory.
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

  /// Renames a malformed file; if that fails, it is ignored the next time too.
  private static func putAside(_ path: String) { _ = unsafe rename(path, path + ".bad") }

  /// Makes a trip the newest.
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
    // A new file replaces the old one, so that a killed process leaves one of the two.
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
