package import CellGrid
package import ConsumerMap
package import FleetEngine
package import Geo
package import RideRecordings
internal import Synchronization

/// A map for pictures of a ride, apart from the one on a screen.
package struct PictureMap: Sendable {
  let mapView: MapView
  /// Whether the map will have a base map, which is then awaited.
  let expectsBaseMap: Bool
  /// Sets the base map when the places of the trip are known or change.
  let chooseBaseMap: (@MainActor @Sendable ([Coordinate]) async -> Void)?

  /// Wraps a map that nothing else shows.
  package init(
    _ mapView: MapView, expectsBaseMap: Bool = false,
    chooseBaseMap: (@MainActor @Sendable ([Coordinate]) async -> Void)? = nil
  ) {
    (self.mapView, self.expectsBaseMap) = (mapView, expectsBaseMap)
    self.chooseBaseMap = chooseBaseMap
  }
}

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
  /// How long a film shows each of its pictures.
  package nonisolated static let frameTime = Duration.milliseconds(150)

  /// How long the pictures may still wait for tiles together; nil for no limit.
  var tileBudget: Duration?
  private let program: ViewerProgram
  private let map: PictureMap
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
  package init(
    _ recording: RideRecording, trip: Int, compared: ComparedRide.Source? = nil, map: PictureMap,
    size: GridSize, settings: ViewerSettings, clock: ServiceClock
  ) {
    (self.map, self.clock) = (map, clock)
    let rideClock = ServiceClock(
      monotonicNow: { [time] in time.now.withLock { $0 } }, wallNow: clock.wallNow,
      sleep: clock.sleep)
    program = ViewerProgram(
      recording: recording, trip: trip, compared: compared, mapView: map.mapView,
      screen: NoScreen(size: size), clock: rideClock, settings: settings)
    program.preparePictures(size: size)
  }

  /// The first and the last moment, on the recording's clock.
  package var span: ClosedRange<Duration> { program.past?.timeline.span ?? .zero...(.zero) }

  /// The moment that a text names as `:goto` accepts it; nil for anything else.
  package func moment(_ text: String) -> Duration? {
    Seek(text).flatMap { program.past?.moment(of: $0) }
  }

  /// Reads the whole ride, off the main actor, so that no picture takes long to begin.
  func prepare() async { await program.past?.retraceCompletely() }

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
      await map.chooseBaseMap?(new)
    }
    // Other work of the main actor comes between two pictures.
    await Task.yield()
    var frame = Frame(size: program.state.size)
    let start = clock.monotonicNow()
    await map.mapView.drawCompletely(
      within: min(Self.tileTime, tileBudget ?? Self.tileTime), clock,
      expectsBaseMap: map.expectsBaseMap
    ) { frame = program.picture().frame }
    if let left = tileBudget { tileBudget = max(.zero, left - (clock.monotonicNow() - start)) }
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
