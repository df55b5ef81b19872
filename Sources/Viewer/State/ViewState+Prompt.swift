internal import CellGrid
internal import FleetEngine

extension ViewState {
  private static let longestHistory = 50

  /// Opens the line for commands.
  mutating func openPrompt() {
    focus.overlay = nil
    focus.prompt = Prompt()
  }

  /// Takes a key into the line for commands.
  mutating func type(_ press: KeyPress, now: Duration) -> [ViewCommand] {
    switch (press.key, press.modifiers) {
    case (.escape, []):
      focus.prompt = nil
    case (.enter, []): return enter(now: now)
    case (.backspace, []) where focus.prompt?.editor.text.isEmpty ?? true:
      // The colon is taken back too.
      focus.prompt = nil
    default: focus.prompt?.edit(press, history: promptHistory, following: ride.tripName)
    }
    return []
  }

  /// Does what was typed; a line that cannot be done stays, to be mended.
  private mutating func enter(now: Duration) -> [ViewCommand] {
    guard let line = focus.prompt?.editor.text else { return [] }
    do throws(PromptCommand.Problem) {
      let order = try PromptCommand.read(line, following: ride.tripName)
      focus.prompt = nil
      guard let order else { return [] }
      remember(line)
      return perform(order, now: now)
    } catch {
      remember(line)
      focus.prompt?.problem = error.sentence
      return []
    }
  }

  private mutating func remember(_ line: String) {
    promptHistory.removeAll { $0 == line }
    promptHistory = (promptHistory + [line]).suffix(Self.longestHistory)
  }

  private mutating func perform(_ order: PromptCommand.Order, now: Duration) -> [ViewCommand] {
    switch order {
    case .action(let action):
      guard !unavailableActions.contains(action) else {
        say(Catalogue.notHere, now: now)
        return []
      }
      return perform(action, now: now)
    case .trip(let name):
      guard name.description != ride.tripName else {
        say(Catalogue.followsAlready, now: now)
        return []
      }
      return [.follow(name)]
    case .previousTrip:
      guard let previousTrip else {
        say(Catalogue.noOtherTrip, now: now)
        return []
      }
      return [.follow(previousTrip)]
    case .interval(let seconds): return [.setInterval(seconds: seconds)]
    case .goto(let place): return [.goTo(place)]
    case .zoom(let zoom): return [.zoomTo(zoom)]
    case .glyphs(let level): return [.setGlyphs(level)]
    case .theme(let theme): return [.setTheme(theme)]
    case .style: return [.showStyle]
    case .saveStyle(let path): return [.saveStyle(path: path)]
    case .settings: return [.showSettings]
    case .reload: return [.reload]
    case .units(let units): return [.setUnits(units)]
    case .mouse(let isOn):
      setMouse(isOn, now: now)
      return [.setMouse(isOn)]
    }
  }
}
