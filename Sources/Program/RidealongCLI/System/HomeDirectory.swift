#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The program never creates a home directory that does not exist: run by root, it would create the
// HOME of a service's user, which is often a path like /nonexistent.
extension Environment {
  /// The advice after a ``problem(creating:)``.
  static let homeAdvice = "Create that directory, or give another path."

  /// Why a file or directory is not created, without a period; nil if that creates no home directory.
  func problem(creating path: String) -> String? {
    guard let home, !FileManager.default.fileExists(atPath: home) else { return nil }
    let parent = path.hasPrefix("/") ? "" : Self.currentDirectory
    // Nothing can be created in a working directory that was removed.
    guard let parent, Self.contains(home, parent + "/" + path) else { return nil }
    return "\(path) cannot be created: \(homeProblem)"
  }

  /// Whether a path leads to a directory or through it, both absolute.
  ///
  /// Making the directories of such a path makes the directory, too. Nothing needs to exist.
  static func contains(_ directory: String, _ path: String) -> Bool {
    let place = PathWalk(directory).reduce("") { $1 }
    return PathWalk(path).contains(place)
  }
}

/// The places that an absolute path leads through, without symbolic links, `.` and `..`.
///
/// The system's `realpath` needs a path that exists. Here a name at which nothing exists counts as
/// a directory, because ``UserFolder/makeAll(_:)`` makes it before it follows the path further.
struct PathWalk: Sequence, IteratorProtocol {
  /// The last place; empty for the root.
  private var place = ""
  /// The names that follow, the next one last.
  private var rest: [Substring]
  /// How many links Linux follows in a path.
  private var links = 40

  init(_ path: String) { rest = path.split(separator: "/").reversed() }

  mutating func next() -> String? {
    while let name = rest.popLast() {
      if name == "." { continue }
      let parent = place
      if name == ".." {
        place = String(parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)])
        return place
      }
      place += "/" + name
      guard links > 0,
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      else { return place }
      links -= 1
      place = target.hasPrefix("/") ? "" : parent
      rest.append(contentsOf: target.split(separator: "/").reversed())
    }
    return nil
  }
}
