internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import RidesharingDriver
internal import RouteSources
internal import TerminalUI

/// The user's own location, or its source: the value of `--my-location`.
enum MyLocationSource: Sendable, Hashable {
  case fixed(Coordinate)
  /// Lines on standard input, as `drive --locations -` reads them.
  case standardInput
  case gpsd(port: UInt16)

  static let gpsdPort: UInt16 = 2947

  static func read(_ arguments: Arguments) throws(CommandError) -> MyLocationSource? {
    guard let text = arguments[.myLocation] else { return nil }
    let name = arguments.named(.myLocation)
    if text == "-" {
      try arguments.checkStandardInput()
      guard !Console.inputIsTerminal else {
        throw .usage(
          "\(name) - reads locations from standard input, which is the terminal with the keys. "
            + "Pipe them in, as in: gpspipe -w | ridealong ..., or use \(name) gpsd.")
      }
      return .standardInput
    }
    guard text == "gpsd" || text.hasPrefix("gpsd:") else {
      return try arguments.coordinate(.myLocation).map { .fixed($0) }
    }
    if text == "gpsd" { return .gpsd(port: gpsdPort) }
    guard text.hasPrefix("gpsd://"),
      let url = try? HTTPURL(parsing: "http://" + text.dropFirst("gpsd://".count)),
      ["127.0.0.1", "localhost"].contains(url.host.lowercased()),
      url.path.isEmpty || url.path == "/",
      url.query.isEmpty, let port = UInt16(exactly: url.port ?? Int(gpsdPort)), port > 0
    else {
      throw .usage("\(name) \(text) is not gpsd on this machine, such as gpsd://127.0.0.1:PORT.")
    }
    return .gpsd(port: port)
  }
}

struct MyLocationFeed: Sendable {
  /// The longest silence of gpsd, which reports every second while it has a receiver.
  static let longestSilence: Duration = .seconds(60)
  static let longestWait: Duration = .seconds(30)

  let source: MyLocationSource
  let clock: ServiceClock
  /// Called once when gpsd stops reporting.
  let onProblem: @Sendable (String) -> Void

  /// Calls `show` with each location, and with nil when it is no longer known, until the source ends
  /// or the task is cancelled; reconnects to gpsd.
  @MainActor func follow(_ show: (Coordinate?) -> Void) async {
    switch source {
    case .fixed(let place): show(place)
    case .standardInput:
      for await fix in LocationInput().fixes { show(fix.place) }
      show(nil)
    case .gpsd(let port): await follow(gpsd: port, show)
    }
  }

  @MainActor private func follow(gpsd port: UInt16, _ show: (Coordinate?) -> Void) async {
    var wait: Duration = .seconds(1)
    var isReported = false
    while !Task.isCancelled {
      if let socket = await LoopbackSocket(port: port, patience: .seconds(5)),
        await socket.send(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8))
      {
        let input = LocationInput(source: "gpsd") {
          await socket.read(patience: Self.longestSilence)
        }
        for await fix in input.fixes {
          show(fix.place)
          (wait, isReported) = (.seconds(1), false)
        }
      }
      show(nil)
      if !isReported { onProblem("gpsd at port \(port) reports no location. Trying again.") }
      isReported = true
      do { try await clock.sleep(wait) } catch { return }
      wait = min(Self.longestWait, wait * 2)
    }
  }

  @MainActor func show(on mapView: MapView) {
    if case .fixed(let place) = source {
      mapView.myLocation = place
      return
    }
    // An unstructured task: it runs until the program ends.
    Task { [weak mapView] in await follow { mapView?.myLocation = $0 } }
  }
}

/// Reads live locations, as lines on standard input or from gpsd.
@MainActor final class LocationInput {
  private let read: @Sendable () async -> [UInt8]?
  private var reader: LocationLineReader
  private var waiting: [Result<LocationFix, RouteSourceError>] = []
  private var hasEnded = false

  private var reported: Set<RouteSourceError.Problem> = []
  private(set) var locations = 0
  private(set) var malformed = 0

  /// Creates an input; `read` waits for the next bytes and returns nil at their end.
  init(
    source: String = "Standard input",
    read: @escaping @Sendable () async -> [UInt8]? = { await StandardInput.read() }
  ) {
    reader = LocationLineReader(source: source)
    self.read = read
  }

  nonisolated var fixes: AsyncStream<LocationFix> { AsyncStream(unfolding: { await self.next() }) }

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
        waiting = reader.finish()
      }
    }
    return nil
  }

  private func skip(_ error: RouteSourceError) {
    malformed += 1
    // Only the first of a kind is reported; the others are counted.
    if reported.insert(error.problem).inserted {
      Console.printError(SafeText("\(error) It is skipped, like all such lines."))
    }
  }
}
