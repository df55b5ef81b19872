internal import CellGrid
internal import ConsumerMap
internal import FleetEngine

/// Something that happens to a screen.
protocol ScreenEvent: Sendable {
  /// The user or the terminal did something.
  static func input(_ event: InputEvent) -> Self
  /// Time passed.
  static var tick: Self { get }
}

/// Why a screen ended.
protocol ScreenEnding: Sendable {
  /// The user quit, or the terminal went away.
  static var quit: Self { get }
  /// The user pressed Ctrl-C.
  static var interrupted: Self { get }
  /// The program around the screen asked for it.
  static var stopped: Self { get }
}

/// A frame, and what a click means where in it.
struct Drawing {
  let frame: Frame
  let hits: [HitArea]
}

/// A program on the whole screen: a trip, a list of trips, or a booking.
///
/// Everything that happens arrives in one mailbox; the loop applies what is waiting to one state and
/// draws once.
@MainActor
protocol ScreenProgram: AnyObject {
  associatedtype Event: ScreenEvent
  associatedtype Ending: ScreenEnding

  var screen: any Screen { get }
  var settings: ViewerSettings { get set }
  var ending: Ending? { get set }
  /// How long the picture stays as it is without events; nil for good.
  var timeToNextChange: Duration? { get }

  func apply(_ event: Event) async
  func draw() -> Drawing
  /// Shows a sentence for a few seconds.
  func say(_ text: String, now: Duration)
}

extension ScreenProgram {
  /// Applies events and draws until there is an ending.
  func run(_ loop: ProgramLoop<Event>) async -> Ending {
    await loop.run {
      while ending == nil {
        loop.wake(after: timeToNextChange)
        for event in await loop.mailbox.next() where ending == nil { await apply(event) }
        loop.show(draw())
      }
    }
    return ending ?? .stopped
  }

  /// Does what an action means on the screens that have no map of a ride.
  func perform(_ action: Action, now: Duration) async {
    switch action {
    case .quit: ending = .quit
    case .interrupt: ending = .interrupted
    case .redraw: await screen.invalidate()
    case .nextGlyphs: say(settings.goToNextGlyphs(), now: now)
    case .nextTheme: say(settings.goToNextTheme(), now: now)
    case .nextUnits: say(settings.setUnits(settings.units.next), now: now)
    // The states of the screens do these themselves, or have no such action.
    case .help, .menu, .prompt, .toggleAutoCamera, .zoomIn, .zoomOut, .defaultZoom, .panLeft,
      .panRight, .panUp, .panDown, .panScreenLeft, .panScreenRight, .panScreenUp,
      .panScreenDown, .fitTrip, .centreOnVehicle, .showMyLocation, .nextMarker,
      .previousMarker, .chooseStop, .nextFocus, .previousFocus, .pause, .refresh, .reloadToken,
      .events, .nextPanel, .mapOnly, .details, .closeOverlay, .backToList, .selectNext,
      .selectPrevious, .selectNextPage, .selectPreviousPage, .selectFirst, .selectLast,
      .openTrip, .filterTrips, .accept, .addStop, .stepBack, .toggleShared, .cancelRide,
      .toggleTraffic, .toggleMouse, .copyTripName, .copyPosition, .saveSnapshot, .log, .suspend:
      break
    }
  }

  /// Copies text to the user's clipboard and says so; refuses what a shell must not see.
  func copy(_ text: String, now: Duration) async {
    guard Clipboard.isPlain(text) else { return say(Catalogue.cannotCopy, now: now) }
    await screen.copy(SafeText(text))
    say(Catalogue.copied(text, isGuarded: settings.isClipboardGuarded), now: now)
  }
}

/// Reports once what is wrong with the street map, where the map has no frame that shows it always.
struct BaseMapNotice {
  private var reported: SafeText?

  /// The sentence to show now; nil where there is no new problem.
  mutating func sentence(for map: MapSnapshot?, isMapFramed: Bool) -> String? {
    let problem = map?.baseMapProblem
    defer { reported = problem }
    guard let problem, reported == nil, !isMapFramed else { return nil }
    return Catalogue.baseMapProblem(problem.description)
  }
}
