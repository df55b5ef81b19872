internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import HTTPMessages
internal import RidesharingDriver
internal import TerminalUI

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The user's own location, or its source: the value of `--my-location`.
enum OwnPlace: Sendable, Hashable {
  case fixed(Coordinate)
  /// Lines on standard input, as `drive --locations -` reads them.
  case standardInput
  /// A gpsd on this machine.
  case gpsd(port: UInt16)

  /// The default port of gpsd.
  static let gpsdPort: UInt16 = 2947

  static func read(_ arguments: Arguments) throws(CommandError) -> OwnPlace? {
    guard let text = arguments[.myLocation] else { return nil }
    let name = arguments.named(.myLocation)
    if text == "-" {
      let others: [Option] = [.tokenFile, .tripFile]
      if let other = others.first(where: { arguments[$0] == "-" }) {
        throw .usage("\(name) - and \(other.name) - cannot both read standard input.")
      }
      guard isatty(STDIN_FILENO) == 0 else {
        throw .usage(
          "\(name) - reads locations from standard input, which is the terminal with the keys. "
            + "Pipe them in, as in: gpspipe -w | ridealong ..., or use \(name) gpsd."
        )
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
      throw .usage(
        "\(name) \(text) is not a gpsd of this machine: expected gpsd or gpsd://127.0.0.1:PORT."
      )
    }
    return .gpsd(port: port)
  }
}

/// Follows the user's own location.
struct OwnPlaceFeed: Sendable {
  /// The longest silence of gpsd, which reports every second while it has a receiver.
  static let longestSilence: Duration = .seconds(60)
  /// The longest delay between attempts to connect to gpsd.
  static let longestWait: Duration = .seconds(30)

  let source: OwnPlace
  let clock: ServiceClock
  /// Called once when gpsd stops reporting.
  let onProblem: @Sendable (String) -> Void

  /// Calls `show` with each location, and with nil when it is no longer known, until the source ends
  /// or the task is cancelled; reconnects to gpsd.
  @MainActor
  func follow(_ show: (Coordinate?) -> Void) async {
    switch source {
    case .fixed(let place): show(place)
    case .standardInput:
      for await fix in LocationInput().fixes { show(fix.place) }
      show(nil)
    case .gpsd(let port): await follow(gpsd: port, show)
    }
  }

  @MainActor
  private func follow(gpsd port: UInt16, _ show: (Coordinate?) -> Void) async {
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

  /// Marks the location on a map.
  @MainActor
  func show(on mapView: MapView) {
    if case .fixed(let place) = source {
      mapView.myLocation = place
      return
    }
    // Not structured: it runs until the program ends.
    Task { [weak mapView] in await follow { mapView?.myLocation = $0 } }
  }
}
