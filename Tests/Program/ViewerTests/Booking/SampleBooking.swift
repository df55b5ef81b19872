import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas
import ProviderBackend
import Testing

@testable import Viewer

/// A booking with a map, for tests.
struct SampleBooking {
  /// The steps whose whole screens are kept as files.
  enum Moment: String, CaseIterable, Sendable {
    case looking, pickup, stop, dropoff, preview, shared, booking, failed, alone
  }

  static let near = Coordinate(latitude: 45.464, longitude: 9.19)
  static let name = "providers/demo-project/trips/ride-2041"
  static let unreachable = CallFailure(
    ProviderError(
      operation: "POST /trip/new", message: "connection refused", httpStatus: 503, cause: .server),
    backend: "127.0.0.1:8080")

  var state: BookingState
  var settings: ViewerSettings
  var now: Duration = .seconds(100)
  var wall = SampleRide.wall
  /// The commands for the run loop, except those that move the map, the newest last.
  var commands: [BookingCommand] = []

  init(
    columns: Int = 80, rows: Int = 24, glyphs: GlyphLevel = .full, start: Coordinate? = Self.near,
    request: RideRequest? = nil, myLocation: Coordinate? = nil
  ) {
    settings = ViewerSettings(
      glyphs: glyphs, localTime: LocalTime(utcOffsetSeconds: 7_200), backend: "127.0.0.1:8080")
    state = BookingState(request: request, start: start, myLocation: myLocation)
    state.size = GridSize(columns: columns, rows: rows)
    state.map = MapSnapshot(isAutoCamera: false)
    take(state.begin(now: now))
  }

  init(_ moment: Moment, columns: Int = 80, rows: Int = 24, glyphs: GlyphLevel = .full) {
    self.init(columns: columns, rows: rows, glyphs: glyphs)
    guard moment != .looking else { return }
    if moment == .alone {
      apply(.vehicles(.failure(Self.unreachable)))
      return
    }
    see([(45.47, 9.2), (45.46, 9.17)])
    guard moment != .pickup else { return }
    press(.enter)
    press(.left, .shift)
    press(.up)
    if moment == .shared {
      press("S")
    } else {
      press("v")
    }
    guard moment != .stop else { return }
    for _ in 0..<9 { press("l") }
    press("J")
    guard moment != .dropoff else { return }
    press(.enter)
    guard moment != .preview, moment != .shared else { return }
    press(.enter)
    pass(3)
    guard moment != .booking else { return }
    apply(.booked(.failure(Self.unreachable)))
  }

  private var canvas: Canvas<BookingState> {
    Canvas(state: state, settings: settings, now: now, wall: wall).drawn()
  }

  var frame: Frame { canvas.frame }

  var text: String { SampleView.text(frame) }

  mutating func see(_ places: [(Double, Double)]) {
    let vehicles = places.map {
      SightedVehicle(place: Coordinate(latitude: $0.0, longitude: $0.1), heading: 90)
    }
    apply(.vehicles(.success(vehicles)))
  }

  @discardableResult
  mutating func apply(_ news: BookingNews) -> [BookingCommand] { apply(.news(news)) }

  @discardableResult mutating func apply(_ event: ScreenEvent<BookingNews>) -> [BookingCommand] {
    var hits: [HitArea] = []
    if case .input(.mouse) = event { hits = canvas.hits }
    let new = state.apply(
      event, at: InputMoment(now: now, wall: wall, settings: settings, hits: hits))
    take(new)
    return new
  }

  @discardableResult
  mutating func press(_ key: Key, _ modifiers: Modifiers = []) -> [BookingCommand] {
    apply(.input(.key(key, modifiers)))
  }

  @discardableResult
  mutating func press(_ character: Character) -> [BookingCommand] { press(.character(character)) }

  mutating func click(column: Int, row: Int) {
    let place = GridPoint(column: column, row: row)
    for action in [MouseEvent.Action.press, .release] {
      apply(.input(.mouse(MouseEvent(action, at: place))))
    }
  }

  mutating func pass(_ seconds: Int) {
    now += .seconds(seconds)
    wall = wall + .seconds(seconds)
  }

  /// Does with the map what the run loop does.
  private mutating func take(_ new: [BookingCommand]) {
    for command in new {
      switch command {
      case .look(let camera), .glide(let camera): state.map?.camera = camera
      case .pan(let columns, let rows):
        let camera = state.map?.camera
        state.map?.camera = camera?.panned(byColumns: columns, rows: rows)
      default: commands.append(command)
      }
    }
    let letters: [(SafeText, Coordinate?)] =
      [("P", state.pickup)]
      + state.stops.enumerated().map { (SafeText("\($0.offset + 1)"), $0.element) }
      + [("D", state.dropoff)]
    state.map?.scene.markers = letters.compactMap { letter, place in
      place.map {
        MapMarker(coordinate: $0, glyph: .text("(" + letter + ")"), zIndex: 1, edgeHint: letter)
      }
    }
  }
}
