internal import CellGrid
internal import ConsumerMap
public import FleetEngine
internal import RidesharingConsumer
internal import TrustLimits

/// Why a screen ended.
public enum ScreenEnding: Sendable, Hashable {
  /// The user quit, or the terminal was closed.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The program around the screen stopped it.
  case stopped
  /// The user goes back to the list, or books another ride.
  case back
  /// The user opened a trip of a list, by its full name; the list can be run again.
  case open(String)
  /// The backend booked the ride.
  case booked(TripName)
}

/// A program on the whole screen: a trip, a list of trips, or a booking.
///
/// All events arrive in one mailbox; the loop applies the waiting ones to one state and draws once.
@MainActor protocol ScreenProgram: AnyObject {
  associatedtype State: ScreenState

  var screen: any Screen { get }
  var clock: ServiceClock { get }
  var settings: ViewerSettings { get set }
  var state: State { get set }
  var ending: ScreenEnding? { get set }
  /// Reads the last lines of the program's log; nil without one.
  var readLog: (@Sendable () async -> [SafeText])? { get }
  /// The time until the screen changes without events; nil for never.
  var timeToNextChange: Duration? { get }

  func post(_ event: ScreenEvent<State.News>)
  func apply(_ event: ScreenEvent<State.News>) async
  /// Moves what moves by itself to the present moment.
  func advance(now: Duration, wall: Timestamp)
  /// The state to draw, with its time; drawing has no effects.
  func shown(now: Duration, wall: Timestamp) -> (state: State, now: Duration, wall: Timestamp)
}

extension ScreenProgram {
  func run(_ loop: ProgramLoop<State.News>) async -> ScreenEnding {
    await loop.run {
      while ending == nil {
        loop.wake(after: timeToNextChange)
        var events = await loop.mailbox.next()[...]
        while ending == nil, let event = events.popFirst() { await apply(event) }
        loop.mailbox.putBack(events)
        loop.show(picture())
      }
    }
    settings.reportsMouse = state.mouse.isOn
    return ending ?? .stopped
  }

  /// Moves to the present moment, and draws it.
  func picture() -> Drawing {
    advance(now: clock.monotonicNow(), wall: clock.wallNow())
    return draw()
  }

  /// Ends the screen from outside, for example after a signal.
  func endFromOutside() {
    ending = ending ?? .stopped
    post(.tick)
  }

  private func draw() -> Drawing {
    let shown = shown(now: clock.monotonicNow(), wall: clock.wallNow())
    return Canvas(state: shown.state, settings: settings, now: shown.now, wall: shown.wall)
      .drawn().drawing
  }

  /// The present, for input to a loop's last drawing.
  func moment(_ loop: ProgramLoop<State.News>?) -> InputMoment {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    return InputMoment(now: now, wall: wall, settings: settings, hits: loop?.hits ?? [])
  }

  var timeToNextSecond: Duration {
    .nanoseconds(max(1_000_000, 1_000_000_000 - Int64(clock.wallNow().nanoseconds)))
  }

  /// Performs what a screen leaves to its program, on every screen alike.
  func perform(_ action: ScreenAction, now: Duration) async {
    switch action {
    case .quit: ending = .quit
    case .interrupt: ending = .interrupted
    case .redraw: await screen.invalidate()
    case .log:
      guard let readLog else { break }
      // An unstructured task: a disk may be slow, and the screen continues.
      Task { [weak self] in self?.post(.log(await readLog())) }
    case .setMouse(let isOn): await screen.setMouse(isOn)
    case .nextGlyphs: state.say(settings.goToNextGlyphs(), now: now)
    case .nextTheme: state.say(settings.goToNextTheme(), now: now)
    case .nextUnits: state.say(settings.setUnits(settings.units.next), now: now)
    case .setGlyphs(let level): state.say(settings.setGlyphs(level), now: now)
    case .setTheme(let theme): state.say(settings.setTheme(theme), now: now)
    case .setUnits(let units): state.say(settings.setUnits(units), now: now)
    // The state itself performs these.
    case .help, .menu, .prompt, .close, .toggleMouse: break
    }
  }

  /// Copies text to the clipboard and says so; refuses text that a shell would interpret.
  func copy(_ text: String, now: Duration) async {
    // Coordinates south of the equator begin with `-`.
    let word = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard text.utf8.count <= 256, ShellWord.isPlain(word) else {
      let reason = "Not copied: the text has characters that a shell would interpret."
      return state.say(reason, now: now)
    }
    await screen.copy([SafeText(text)])
    // The condition comes first, because the text may be cut.
    state.say("Copied, if \(copyCondition): \(text)", now: now)
  }

  /// Copies a command line, whose words are quoted, and says so.
  func copy(_ command: ShellCommand, now: Duration) async {
    guard let words = command.safeWords else {
      let reason = "Not copied: the request is too long, or has characters that are not shown."
      return state.say(reason, now: now)
    }
    await screen.copy(words)
    state.say("Copied as curl, with $TOKEN for the token, if \(copyCondition).", now: now)
  }

  private var copyCondition: String {
    (settings.isClipboardGuarded
      ? "\"tmux set -g set-clipboard on\" allows it" : "the terminal allows it (OSC 52)")
  }
}

/// Reports a problem of the base map once, if the map is too small to show it all the time.
struct BaseMapNotice {
  private var isReported = false

  /// The sentence to show now; nil without a new problem.
  mutating func sentence(for map: MapSnapshot?, isShownOnMap: Bool) -> String? {
    guard let problem = map?.baseMapProblem else {
      isReported = false
      return nil
    }
    guard !isReported, !isShownOnMap else { return nil }
    isReported = true
    return ViewerText.baseMapProblem(problem.description)
  }
}
