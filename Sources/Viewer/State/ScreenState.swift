internal import CellGrid
internal import FleetEngine

/// What a screen shows, as one value: a trip, a list of trips, or a booking.
protocol ScreenState {
  /// What drawing needs more than once in a frame and the state does not store.
  associatedtype Derived

  /// Which keys the screen has.
  static var guide: KeyTable.Guide { get }

  var keys: KeyTable { get }
  var size: GridSize { get }
  /// Where the parts of the screen are.
  var layout: Layout { get }
  var mouse: MouseState { get set }
  var notice: Notice? { get set }
  /// The actions that are not offered now.
  var hiddenActions: Set<Action> { get }

  /// Whether the key bar is written in lower case, to take less notice.
  var hasSmallKeyBar: Bool { get }

  func derived(at now: Duration, wall: Timestamp) -> Derived
}

extension ScreenState {
  var hasSmallKeyBar: Bool { layout.step == .compact }

  /// The pages of help.
  var helpPages: HelpPages {
    HelpPages(size: size, hidden: hiddenActions, keys: keys, guide: Self.guide)
  }

  /// Shows a sentence for a while.
  mutating func say(_ text: String, now: Duration, for time: Duration = Notice.time) {
    notice = Notice(text: text, until: now + time)
  }

  /// Removes a notice whose time is over.
  mutating func expireNotice(now: Duration) {
    if notice?.isOver(at: now) ?? false { notice = nil }
  }

  /// Switches the reports of the mouse, and says so.
  mutating func setMouse(_ isOn: Bool, now: Duration, hint: String = Catalogue.mouseOn) {
    mouse = MouseState(isOn: isOn)
    say(isOn ? hint : Catalogue.mouseOff(keys), now: now)
  }
}

/// When an input event arrived, and what the screen showed then.
struct InputMoment {
  let now: Duration
  let wall: Timestamp
  let settings: ViewerSettings
  /// What a click meant where, in the frame that was drawn last.
  let hits: [HitArea]

  /// What a click at a cell means; nil where no area is.
  func target(at point: GridPoint) -> HitArea.Target? {
    hits.last { $0.rect.contains(point) }?.target
  }
}
