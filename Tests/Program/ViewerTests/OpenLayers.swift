import CellGrid
import FleetEngine

@testable import Viewer

/// The open layers, for tests.
extension ScreenState {
  var openHelp: HelpLayer? {
    for case .help(let help) in layers { return help }
    return nil
  }

  var openPrompt: Prompt? {
    for case .prompt(let prompt) in layers { return prompt }
    return nil
  }

  /// The list in front.
  var openList: ListLayer? { if case .list(let list) = layers.last { list } else { nil } }

  /// The actions of the open menu.
  var openMenu: [KeyTable.Binding] { openList.map { menu($0).map(\.binding) } ?? [] }
}

extension ScreenState {
  func openContent(_ settings: ViewerSettings, now: Duration, wall: Timestamp) -> ListContent? {
    let moment = ScreenMoment(state: self, settings: settings, now: now, wall: wall)
    return openList.map { moment.content(of: $0) }
  }
}
