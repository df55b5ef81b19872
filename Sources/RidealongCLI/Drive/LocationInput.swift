internal import CellGrid
internal import RidesharingDriver
internal import RouteSources
internal import TerminalUI

/// Reads live locations, as lines on standard input or from gpsd.
@MainActor
final class LocationInput {
  private let read: @Sendable () async -> [UInt8]?
  private var reader: LocationLineReader
  private var waiting: [Result<LocationFix, RouteSourceError>] = []
  private var hasEnded = false

  /// The lines with locations.
  private(set) var locations = 0
  /// The malformed lines.
  private(set) var malformed = 0

  /// Creates an input; `read` waits for the next bytes and returns nil at their end.
  init(
    source: String = "Standard input",
    read: @escaping @Sendable () async -> [UInt8]? = { await StandardInput.read() }
  ) {
    reader = LocationLineReader(source: source)
    self.read = read
  }

  nonisolated var fixes: AsyncStream<LocationFix> {
    AsyncStream(unfolding: { await self.next() })
  }

  /// The number of skipped lines, for people; nil if none was skipped.
  var problem: SafeText? {
    guard malformed > 0 else { return nil }
    return SafeText("\(malformed) lines of standard input were skipped, \(locations) were used.")
  }

  private func next() async -> LocationFix? {
    while !Task.isCancelled {
      while !waiting.isEmpty {
        switch waiting.removeFirst() {
        case .success(let fix):
          locations += 1
          return fix
        case .failure(let error): skip(error)
        }
      }
      guard !hasEnded else { return nil }
      if let bytes = await read() {
        waiting = reader.read(bytes)
      } else {
        hasEnded = true
        waiting = reader.finish().map { [$0] } ?? []
      }
    }
    return nil
  }

  private func skip(_ error: RouteSourceError) {
    malformed += 1
    // Only the first is reported; the others are counted.
    if malformed == 1 {
      Console.printError(SafeText("\(error) It is skipped, like all such lines."))
    }
  }
}
