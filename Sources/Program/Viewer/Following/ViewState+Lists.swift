internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

extension ViewState {
  static func lines(of list: ListLayer, in moment: ScreenMoment<ViewState>) -> ListContent {
    switch list.subject {
    case .events: moment.eventList
    case .requests(let polls): moment.requestList(polls)
    case .request(let document): moment.requestDocument(document)
    case .style(let lines): moment.styleList(lines)
    case .details: moment.details(of: PolledCall(moment.state.ride, freshness: moment.freshness))
    case .menu, .faults, .log: ListContent()
    }
  }
}

extension ScreenContext where State == ViewState {
  fileprivate var eventList: ListContent {
    ListContent(
      title: ViewerText.eventsTitle, lines: state.ride.events.flatMap { whole(line(of: $0)) },
      hint: hint(settings.keys.part(.events, "or Esc closes")), emptyText: ViewerText.noEvents,
      shape: .panel)
  }

  fileprivate func styleList(_ lines: [SafeText]) -> ListContent {
    ListContent(
      title: "Style", lines: lines.flatMap { whole($0.description) },
      hint: hint(.init(":style FILE saves it"), .init("Esc closes", .escape)))
  }
}
