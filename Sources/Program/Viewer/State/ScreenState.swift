internal import CellGrid
internal import FleetEngine

/// Something that the run loop does for a screen.
protocol ScreenCommand: Equatable {
  static func screen(_ action: ScreenAction) -> Self
  static func setMouse(_ isOn: Bool) -> Self
}

/// The content of a screen, as one value: a trip, a list of trips, or a booking.
protocol ScreenState {
  /// Values that drawing needs more than once in a frame and the state does not store.
  associatedtype Derived
  associatedtype Command: ScreenCommand
  associatedtype Action: KeyedAction

  var keys: KeyTable { get }
  var size: GridSize { get set }
  var layout: Layout { get }
  var mouse: MouseState { get set }
  var notice: Notice? { get set }
  var hiddenActions: Set<Action> { get }
  /// Whether the labels of the key bar are in lower case, to stand out less.
  var hasSmallKeyBar: Bool { get }
  /// The commands for when the program continues after a suspension, with data that may be hours old.
  var resumption: [Command] { get }

  func derived(at now: Duration, wall: Timestamp) -> Derived
  /// Draws the whole screen; the size is not zero.
  static func draw(_ canvas: inout Canvas<Self>)

  mutating func resize(to size: GridSize) -> [Command]
  mutating func paste(_ text: String, at moment: InputMoment) -> [Command]
  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [Command]
  /// Whether the map is shown uncovered at a cell.
  func isMapShown(at point: GridPoint) -> Bool
  /// Handles the wheel, where -1 is up and 1 is down.
  mutating func turnWheel(_ step: Int, over place: Pointer, at moment: InputMoment) -> [Command]
  mutating func drag(columns: Int, rows: Int) -> [Command]
  /// Shows the moment of a cell of the timeline.
  func seek(to point: GridPoint) -> [Command]
  mutating func click(_ place: Pointer, at moment: InputMoment) -> [Command]
  /// Handles the right button: closes what is open, or opens a menu.
  mutating func rightClick(at moment: InputMoment) -> [Command]
}

/// A place of the mouse, and the part of the frame that is there.
struct Pointer {
  let point: GridPoint
  let target: HitArea.Target?
  let isOnMap: Bool
}

extension ScreenState {
  var hasSmallKeyBar: Bool { layout.step == .compact }
  var resumption: [Command] { [] }

  var helpPages: HelpPages {
    HelpPages(
      size: layout.size,
      hidden: keys.names(of: hiddenActions),
      keys: keys,
      guide: Action.guide
    )
  }

  mutating func say(
    _ text: String,
    now: Duration,
    for time: Duration = Notice.time,
    isTip: Bool = false
  ) {
    notice = Notice(text: text, until: now + time, isTip: isTip)
  }

  /// Shows a sentence for a while, and returns no commands.
  mutating func notify(_ text: String, now: Duration) -> [Command] {
    say(text, now: now)
    return []
  }

  mutating func expireNotice(now: Duration) { if notice?.isOver(at: now) ?? false { notice = nil } }
  private mutating func dismissNotice() { if notice?.staysUntilKey ?? false { notice = nil } }

  /// Turns the reports of the mouse on or off, and says so.
  mutating func setMouse(
    _ isOn: Bool,
    now: Duration,
    hint: String = "Mouse on: wheel zooms, drag pans, clicks choose."
  ) -> [Command] {
    mouse = MouseState(isOn: isOn)
    let off = "Mouse off: select text normally. \(keys[Action.toggleMouse]) turns it on."
    say(isOn ? hint : off, now: now)
    return [.setMouse(isOn)]
  }

  mutating func resize(to size: GridSize) -> [Command] {
    self.size = size
    return []
  }

  mutating func rightClick(at moment: InputMoment) -> [Command] { press(.escape, at: moment) }
  func isMapShown(at point: GridPoint) -> Bool { false }
  mutating func drag(columns: Int, rows: Int) -> [Command] { [] }
  func seek(to point: GridPoint) -> [Command] { [] }

  mutating func apply(_ input: InputEvent, at moment: InputMoment) -> [Command] {
    expireNotice(now: moment.now)
    switch input {
    case .resize(let size): return resize(to: size)
    case .endOfInput: return [.screen(.quit)]
    case .resumed: return resumption
    case .terminal: return []
    case .paste(let text): return paste(text, at: moment)
    case .mouse(let event): return apply(event, at: moment)
    case .key(let key, let modifiers):
      dismissNotice()
      return press(KeyPress(key, modifiers), at: moment)
    }
  }

  private mutating func apply(_ event: MouseEvent, at moment: InputMoment) -> [Command] {
    guard mouse.isOn else { return [] }
    let point = event.position
    let target = moment.target(at: point)
    let isOnMap = target == nil && isMapShown(at: point)
    let place = Pointer(point: point, target: target, isOnMap: isOnMap)
    switch event.action {
    case .wheelUp: return turnWheel(-1, over: place, at: moment)
    case .wheelDown: return turnWheel(1, over: place, at: moment)
    case .press:
      mouse.press(at: point, dragsMap: isOnMap)
      mouse.dragsTimeline = target == .timeline
    case .rightPress:
      dismissNotice()
      return rightClick(at: moment)
    case .drag:
      if mouse.dragsTimeline { return seek(to: point) }
      if let cells = mouse.drag(to: point) { return drag(columns: cells.columns, rows: cells.rows) }
    case .release:
      guard mouse.release(at: point) else { break }
      dismissNotice()
      return click(place, at: moment)
    }
    return []
  }
}

/// A sentence above the key bar for a few seconds.
struct Notice: Equatable {
  let text: String
  let until: Duration
  /// Whether it stays until a key is pressed, however long that takes.
  var staysUntilKey = false
  /// Whether it may be left out where there is little room.
  var isTip = false

  static let time: Duration = .seconds(4)
  /// The display time of unsolicited notices that need action.
  static let newsTime: Duration = .seconds(30)

  func isOver(at now: Duration) -> Bool { !staysUntilKey && until <= now }
}

/// When something happened to a screen, and what it showed then.
struct InputMoment {
  let now: Duration
  let wall: Timestamp
  let settings: ViewerSettings
  var hits: [HitArea] = []

  func target(at point: GridPoint) -> HitArea.Target? {
    hits.last { $0.rect.contains(point) }?.target
  }
}

struct MouseState: Equatable {
  private struct Position: Equatable {
    let point: GridPoint
    let time: Duration
  }

  /// The longest time between the two clicks of a double click.
  static let doubleClickTime: Duration = .milliseconds(400)

  /// Whether events are reported to the viewer instead of left to the terminal.
  var isOn = true
  /// The cell of the last drag of the map.
  private var dragPosition: GridPoint?
  /// Whether the button went down on the timeline.
  var dragsTimeline = false
  /// The cell where the button went down, until the pointer moves.
  private var pressPosition: GridPoint?
  private var lastClick: Position?

  init(isOn: Bool = true) { self.isOn = isOn }

  mutating func press(at point: GridPoint, dragsMap: Bool) {
    dragPosition = dragsMap ? point : nil
    pressPosition = point
  }

  /// Handles a move with the button down; returns the cells by which the map moves, or nil.
  mutating func drag(to point: GridPoint) -> (columns: Int, rows: Int)? {
    if pressPosition != point { pressPosition = nil }
    guard let last = dragPosition else { return nil }
    dragPosition = point
    let cells = (columns: last.column - point.column, rows: last.row - point.row)
    return cells == (0, 0) ? nil : cells
  }

  /// Handles the button's release; returns whether that was a click.
  mutating func release(at point: GridPoint) -> Bool {
    defer { (dragPosition, pressPosition, dragsTimeline) = (nil, nil, false) }
    return pressPosition == point
  }

  /// Records a click on the map; returns whether it is the second one of a double click.
  mutating func isSecondClick(at point: GridPoint, now: Duration) -> Bool {
    defer { lastClick = Position(point: point, time: now) }
    guard let lastClick, lastClick.point == point else { return false }
    return now - lastClick.time <= Self.doubleClickTime
  }
}
