internal import CellGrid
internal import FleetEngine

/// Something that the run loop does for a screen.
protocol ScreenCommand: Equatable { static func screen(_ action: ScreenAction) -> Self }

/// The content of a screen, as one value: a trip, a list of trips, or a booking.
protocol ScreenState {
  /// Values that drawing needs more than once in a frame and the state does not store.
  associatedtype Derived
  associatedtype Command: ScreenCommand
  associatedtype Action: KeyedAction
  /// Events from the program, besides input.
  associatedtype News: Sendable

  var keys: KeyTable { get }
  var size: GridSize { get set }
  var layout: Layout { get }
  /// The part of the screen in whose middle boxes are.
  var boxArea: Rect { get }
  var mouse: MouseState { get set }
  var notice: Notice? { get set }
  /// The full path of the file that a message names.
  var savedPath: String? { get }
  /// The layers of the screen, the last one in front.
  var layers: [Layer] { get set }
  /// The commands that were entered, oldest first.
  var promptHistory: [String] { get set }
  /// The words that the command line may complete.
  var promptContext: PromptContext { get }
  var hiddenActions: Set<Action> { get }
  /// The actions that the menu shows first.
  var menuOrder: [Action] { get }
  /// Whether the labels of the key bar are in lower case, to stand out less.
  var hasSmallKeyBar: Bool { get }
  /// Whether a card is shown that ``closeCard(at:)`` closes.
  var isCardOpen: Bool { get }
  static var mouseHint: String { get }
  /// The commands for when the user looks at the screen again, with data that may be hours old: polls where the last one was so long
  /// ago.
  func returned(at now: Duration, pollingAfter age: Duration) -> [Command]

  func derived(at now: Duration, wall: Timestamp) -> Derived
  /// Draws the whole screen below its layers; the size is not zero.
  static func draw(_ canvas: inout Canvas<Self>)
  /// The lines of an open list that other screens do not have.
  static func lines(of list: ListLayer, in moment: ScreenMoment<Self>) -> ListContent

  mutating func apply(_ news: News, at moment: InputMoment) -> [Command]
  /// Notes what changed because time has passed.
  mutating func pass(_ moment: InputMoment)
  mutating func resize(to size: GridSize) -> [Command]

  // What follows happens below the layers, or is left to the screen by them.

  /// When Backspace was last pressed, after it has closed a line.
  var erasedAt: Duration? { get set }
  /// Handles a key of text that is typed on the screen itself; false leaves it to the actions.
  mutating func type(_ press: KeyPress, at moment: InputMoment) -> Bool
  mutating func perform(_ action: Action, at moment: InputMoment) -> [Command]
  /// Says why an action is not offered now.
  mutating func explain(_ action: Action, at moment: InputMoment) -> [Command]
  mutating func perform(_ order: PromptCommand.Order, at moment: InputMoment) -> [Command]
  mutating func choose(_ line: Int, in list: ListLayer, at moment: InputMoment) -> [Command]
  mutating func choose(_ search: PlaceSearch) -> [Command]
  /// Handles a key that lists do not have in common; nil leaves it to the next layer.
  mutating func command(
    of press: KeyPress, in list: ListLayer, at moment: InputMoment
  ) -> [Command]?
  /// Answers the question of the layer in front.
  mutating func answer(_ isYes: Bool, at moment: InputMoment) -> [Command]
  mutating func closeCard(at moment: InputMoment) -> [Command]
  /// Handles pasted text; nil if the screen has no use for it.
  mutating func pasteBelow(_ text: String, at moment: InputMoment) -> [Command]?
  /// Whether the map is shown uncovered at a cell.
  func isMapShown(at point: GridPoint) -> Bool
  /// Handles the wheel, where -1 is up and 1 is down.
  mutating func turnWheelBelow(
    _ step: Int, over place: Pointer, at moment: InputMoment
  ) -> [Command]
  mutating func dragMap(columns: Int, rows: Int) -> [Command]
  /// Shows the moment of a cell of the timeline.
  func seek(to point: GridPoint) -> [Command]
  mutating func clickBelow(_ place: Pointer, at moment: InputMoment) -> [Command]
}

/// An event of a screen.
enum ScreenEvent<News: Sendable>: Sendable {
  case input(InputEvent)
  /// Time passed, or something that is drawn changed.
  case tick
  /// The last lines of the program's log, which the user wants to see.
  case log([SafeText])
  /// News, with the number of the trip that they concern; nil for any.
  case news(News, trip: Int? = nil)

  var input: InputEvent? { if case .input(let event) = self { event } else { nil } }
}

extension ScreenState {
  var hasSmallKeyBar: Bool { layout.step == .compact }
  func returned(at now: Duration, pollingAfter age: Duration) -> [Command] { [] }
  var menuOrder: [Action] { [] }
  var savedPath: String? { nil }
  var isCardOpen: Bool { false }
  static var mouseHint: String { "Mouse on: wheel zooms, drag pans, clicks choose." }

  static func lines(of list: ListLayer, in moment: ScreenMoment<Self>) -> ListContent {
    ListContent()
  }

  mutating func pass(_ moment: InputMoment) {}
  mutating func type(_ press: KeyPress, at moment: InputMoment) -> Bool { false }
  mutating func explain(_ action: Action, at moment: InputMoment) -> [Command] { [] }
  mutating func choose(_ line: Int, in list: ListLayer, at moment: InputMoment) -> [Command] { [] }
  mutating func choose(_ search: PlaceSearch) -> [Command] { [] }
  mutating func command(
    of press: KeyPress, in list: ListLayer, at moment: InputMoment
  ) -> [Command]? { nil }
  mutating func answer(_ isYes: Bool, at moment: InputMoment) -> [Command] { [] }
  mutating func pasteBelow(_ text: String, at moment: InputMoment) -> [Command]? { nil }

  var helpPages: HelpPages {
    HelpPages(
      size: layout.size, hidden: keys.names(of: hiddenActions), keys: keys, guide: Action.guide,
      isFramed: layout.isFramed)
  }

  mutating func say(
    _ text: String, now: Duration, for time: Duration = Notice.time, isTip: Bool = false
  ) { notice = Notice(text: text, until: now + time, isTip: isTip) }

  /// Shows a sentence for a while, and returns no commands.
  mutating func notify(_ text: String, now: Duration) -> [Command] {
    say(text, now: now)
    return []
  }

  mutating func expireNotice(now: Duration) { if notice?.isOver(at: now) ?? false { notice = nil } }
  private mutating func dismissNotice() { if notice?.staysUntilKey ?? false { notice = nil } }

  /// Turns the reports of the mouse on or off, and says so.
  mutating func setMouse(_ isOn: Bool, now: Duration) -> [Command] {
    mouse = MouseState(isOn: isOn)
    let off = "Mouse off: select text normally. \(keys[Action.screen(.toggleMouse)]) turns it on."
    say(isOn ? Self.mouseHint : off, now: now)
    return [.screen(.setMouse(isOn))]
  }

  mutating func resize(to size: GridSize) -> [Command] {
    self.size = size
    return []
  }

  func isMapShown(at point: GridPoint) -> Bool { false }
  mutating func dragMap(columns: Int, rows: Int) -> [Command] { [] }
  func seek(to point: GridPoint) -> [Command] { [] }

  mutating func apply(_ event: ScreenEvent<News>, at moment: InputMoment) -> [Command] {
    expireNotice(now: moment.now)
    pass(moment)
    defer { pass(moment) }
    switch event {
    case .input(let input): return apply(input, at: moment)
    case .tick: return []
    case .log(let lines):
      show(.list(ListLayer(.log(lines))))
      return []
    case .news(let news, _): return apply(news, at: moment)
    }
  }

  private mutating func apply(_ input: InputEvent, at moment: InputMoment) -> [Command] {
    switch input {
    case .resize(let size): return resize(to: size)
    case .endOfInput: return [.screen(.quit)]
    case .resumed: return returned(at: moment.now, pollingAfter: .zero)
    case .focus(true): return returned(at: moment.now, pollingAfter: .seconds(5))
    case .focus(false), .terminal: return []
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
    let isOnMap = target == nil && layers.isEmpty && isMapShown(at: point)
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
