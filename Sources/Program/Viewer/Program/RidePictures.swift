package import CellGrid
package import ConsumerMap
package import FleetEngine
package import Geo
package import RideRecordings
internal import Synchronization

/// The screen at any moment of a recorded ride, without a terminal: as it was while the ride was live, but for
/// its badge.
///
/// The pictures of a film must come in the order of their moments, so that the camera moves as it
/// did.
@MainActor package final class RidePictures {
  /// How long before a moment the ride is followed, so that the camera and the vehicle are where they
  /// were.
  private static let leadTime = Duration.seconds(20)
  private static let tileTime = Duration.seconds(30)

  private let program: ViewerProgram
  private let mapView: MapView
  private let expectsBaseMap: Bool
  private let chooseMap: (([Coordinate]) async -> Void)?
  private var places: [Coordinate] = []
  private let clock: ServiceClock
  private let time = RideTime()
  private var last: Duration?

  /// Creates the pictures of one trip of a recording.
  ///
  /// - Parameters:
  ///   - trip: The number of the trip in the recording.
  ///   - compared: Another ride to show in step with it.
  ///   - clock: Bounds the waits for the base map.
  ///   - expectsBaseMap: Whether the map will have a base map, which is then awaited.
  ///   - chooseMap: Sets the base map when the places of the trip are known or change.
  package init(
    _ recording: RideRecording, trip: Int, compared: ComparedRide.Source? = nil, mapView: MapView,
    size: GridSize, settings: ViewerSettings, clock: ServiceClock, expectsBaseMap: Bool,
    chooseMap: (([Coordinate]) async -> Void)?
  ) {
    (self.mapView, self.clock) = (mapView, clock)
    (self.expectsBaseMap, self.chooseMap) = (expectsBaseMap, chooseMap)
    let rideClock = ServiceClock(
      monotonicNow: { [time] in time.now.withLock { $0 } }, wallNow: clock.wallNow,
      sleep: clock.sleep)
    program = ViewerProgram(
      recording: recording, trip: trip, compared: compared, mapView: mapView,
      screen: NoScreen(size: size), clock: rideClock, settings: settings)
    program.preparePictures(size: size)
  }

  /// The first and the last moment, on the recording's clock.
  package var span: ClosedRange<Duration> { program.past?.timeline.span ?? .zero...(.zero) }

  /// The moment that a text names as `:goto` accepts it; nil for anything else.
  package func moment(_ text: String) -> Duration? {
    Seek(text).flatMap { program.past?.moment(of: $0) }
  }

  /// The screen at a moment, with the base map as far as it can be loaded.
  package func frame(at moment: Duration) async -> Frame {
    if last.map({ moment < $0 || moment > $0 + Self.leadTime }) ?? true {
      var lead = max(span.lowerBound, moment - Self.leadTime)
      while lead < moment {
        _ = await complete(lead)
        lead += .seconds(1)
      }
    }
    return await complete(moment)
  }

  private func complete(_ moment: Duration) async -> Frame {
    last = moment
    time.now.withLock { $0 = moment }
    program.past?.seek(to: moment)
    if let new = program.past?.present.ride.trip?.places, new != places, !new.isEmpty {
      places = new
      await chooseMap?(new)
    }
    var frame = Frame(size: program.state.size)
    await mapView.drawCompletely(within: Self.tileTime, clock, expectsBaseMap: expectsBaseMap) {
      frame = program.picture().frame
    }
    return frame
  }
}

/// The clock of a ride that is drawn picture by picture.
private final class RideTime: Sendable { let now = Mutex(Duration.zero) }

/// A screen that nobody sees.
private struct NoScreen: Screen {
  let gridSize: GridSize

  init(size: GridSize) { gridSize = size }

  func size() async -> GridSize { gridSize }
  func show(_: Frame) async {}
  func nextEvents() async -> [InputEvent]? { nil }
  func invalidate() async {}
  func copy(_: [SafeText]) async {}
}
