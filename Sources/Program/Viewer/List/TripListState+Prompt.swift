internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// The command line of the list.
extension TripListState {
  /// The words that the command line may complete: the listed trips, as they are ordered.
  var promptContext: PromptContext {
    let listed = (order.isEmpty ? Array(trips.indices) : order).filter { trips[$0].vehicle == nil }
    let values = listed.map { place in
      let trip = trips[place]
      return PromptCommand.Value(trip.tripID, trip.stage.map { ViewerText.sentence($0) } ?? "")
    }
    return PromptContext(
      guide: .listing,
      trip: trips.first?.name ?? "",
      values: [.trip: values]
    )
  }

  mutating func typeCommand(_ press: KeyPress, at moment: InputMoment) -> [Command] {
    switch (press.key, press.modifiers) {
    case (.escape, []): prompt = nil
    case (.enter, []): return enter(at: moment)
    // Backspace in an empty line removes the colon too.
    case (.backspace, []) where prompt?.editor.text.isEmpty ?? true: prompt = nil
    default: prompt?.edit(press, history: promptHistory)
    }
    return []
  }

  /// Executes the command line; an invalid line stays, to be corrected.
  private mutating func enter(at moment: InputMoment) -> [Command] {
    guard let line = prompt?.editor.text else { return [] }
    do throws(PromptCommand.Problem) {
      let order = try PromptCommand.read(line, in: promptContext)
      prompt = nil
      guard let order else { return [] }
      promptHistory = Prompt.remember(line, in: promptHistory)
      return perform(order, at: moment)
    } catch {
      promptHistory = Prompt.remember(line, in: promptHistory)
      prompt?.problem = error.sentence
      return []
    }
  }

  private mutating func perform(_ order: PromptCommand.Order, at moment: InputMoment) -> [Command] {
    switch order {
    case .help: return perform(Action.help, at: moment)
    case .command(.screen(let action)): return [.screen(action)]
    case .mouse(let isOn): return setMouse(isOn, now: moment.now, hint: Self.mouseHint)
    case .filter(let text):
      pattern = text
      arrange(now: moment.now, wall: moment.wall)
      return []
    case .command(.follow(let name)):
      guard self[name.description] != nil else {
        return notify("The list has no trip \(name.tripID).", now: moment.now)
      }
      return [.open(name.description)]
    case .command(let command): return [.change(command)]
    case .previousTrip: return notify(ViewerText.notHere, now: moment.now)
    }
  }
}
