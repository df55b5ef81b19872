internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import TerminalUI

/// Follows a live source of the user's own place.
struct OwnPlaceFeed: Sendable {
  /// How long gpsd may be silent, which reports every second while it has a receiver.
  static let longestSilence: Duration = .seconds(60)
  /// The longest wait between two tries to connect to gpsd.
  static let longestWait: Duration = .seconds(30)

  let source: OwnPlace
  let clock: ServiceClock
  /// Notes a problem, once until the source works again.
  let note: @Sendable (String) -> Void

  /// Shows each place as it comes, until the source ends or the task is cancelled; gpsd is connected
  /// to again.
  ///
  /// - Parameter show: Takes a place; nil where it is not known any more.
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
    var isNoted = false
    while !Task.isCancelled {
      if let socket = await LoopbackSocket(port: port, patience: .seconds(5)),
        await socket.send(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8))
      {
        let input = LocationInput(source: "gpsd") {
          await socket.read(patience: Self.longestSilence)
        }
        for await fix in input.fixes {
          show(fix.place)
          (wait, isNoted) = (.seconds(1), false)
        }
      }
      show(nil)
      if !isNoted { note("gpsd at port \(port) reports no location. Trying again.") }
      isNoted = true
      do { try await clock.sleep(wait) } catch { return }
      wait = min(Self.longestWait, wait * 2)
    }
  }
}

extension Wiring {
  /// Marks the user's own place on a map, and follows it where it is live.
  @MainActor
  func show(_ place: OwnPlace, on mapView: MapView) {
    if case .fixed(let place) = place {
      mapView.myLocation = place
      return
    }
    let feed = OwnPlaceFeed(source: place, clock: clock) { [log] in log?.note(.warning, $0) }
    // Not structured: it lasts as long as the program, which ends it.
    Task { [weak mapView] in await feed.follow { mapView?.myLocation = $0 } }
  }
}
