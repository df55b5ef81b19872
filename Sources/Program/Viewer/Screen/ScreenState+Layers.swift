internal import CellGrid

extension ScreenState {
  /// Whether a layer covers more than the last lines of the screen.
  var isCovered: Bool { layers.contains { !$0.isLine } }

  /// Opens a layer in front of the others, in place of an open one of its kind.
  mutating func open(_ layer: Layer) {
    close(layer)
    layers.append(layer)
  }

  /// Opens a layer that comes by itself, behind what is being typed or asked.
  mutating func show(_ layer: Layer) {
    close(layer)
    layers.insert(layer, at: layers.firstIndex(where: \.waitsForAnswer) ?? layers.endIndex)
  }

  mutating func close(_ layer: Layer) { layers.removeAll { $0.isLike(layer) } }

  func isInFront(_ layer: Layer) -> Bool { layers.last?.isLike(layer) ?? false }

  /// Opens a layer or brings it to the front; closes the one of its kind that is there.
  mutating func toggle(_ layer: Layer) { if isInFront(layer) { close(layer) } else { open(layer) } }

  func content(of list: ListLayer, at moment: InputMoment) -> ListContent {
    ScreenMoment(state: self, settings: moment.settings, now: moment.now, wall: moment.wall)
      .content(of: list)
  }

  /// The actions with a key that can be changed, by the order of help.
  private var actions: [(binding: KeyTable.Binding, action: Action)] {
    keys.lines(of: Action.guide).flatMap(\.bindings).filter { !$0.isFixed }.compactMap { binding in
      Action.of(binding.actions).map { (binding: binding, action: $0) }
    }
  }

  /// A menu of the actions that are offered now, the most useful first; it stays as it is while it is open.
  private var actionMenu: ListLayer {
    let (all, order, hidden) = (actions, menuOrder, keys.names(of: hiddenActions))
    func rank(_ index: Int) -> Int { order.firstIndex(of: all[index].action) ?? order.count }
    var menu = ListLayer(.menu)
    menu.offered = all.indices.filter { !hidden.contains(all[$0].binding.name) }
      .sorted { (rank($0), $0) < (rank($1), $1) }.map { all[$0].binding.name }
    return menu
  }

  /// The lines of the menu that match what is typed, as their actions.
  func menu(_ list: ListLayer) -> [(binding: KeyTable.Binding, action: Action)] {
    let all = actions
    let offered = list.offered.compactMap { name in all.first { $0.binding.name == name } }
    let items = offered.map { pair in
      let binding = pair.binding
      return MenuFilter.Item(keys: binding.keys.map(\.name), text: binding.text, name: binding.name)
    }
    return MenuFilter(list.position.filter.needle).filtered(items).map { offered[$0] }
  }

  // MARK: - Input

  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [Command] {
    let wanted: Action? = keys.action(press)
    let action = wanted.flatMap { hiddenActions.contains($0) ? nil : $0 }
    if let command = action?.commandAnywhere { return [.screen(command)] }
    // A key that is still held after it has closed a line must not go on to leave the screen.
    let isHeld = erasedAt.map { moment.now - $0 < .seconds(1) } ?? false
    erasedAt = press == .backspace && isHeld ? moment.now : nil
    if erasedAt != nil { return [] }
    let closes = action?.closes ?? false
    for index in layers.indices.reversed() {
      if let commands = self.press(press, closes: closes, in: index, at: moment) { return commands }
    }
    if type(press, at: moment) { return [] }
    guard let wanted, !isCovered || wanted.actsBehindLayers else { return [] }
    return perform(offered: wanted, at: moment)
  }

  /// Performs an action, or says why it is not offered now.
  private mutating func perform(offered action: Action, at moment: InputMoment) -> [Command] {
    hiddenActions.contains(action) ? explain(action, at: moment) : perform(action, at: moment)
  }

  /// Lets a layer handle a key; nil leaves the key to the next one.
  private mutating func press(
    _ press: KeyPress, closes: Bool, in index: Int, at moment: InputMoment
  ) -> [Command]? {
    switch layers[index] {
    case .help(var help):
      let isOpen = help.press(press, closes: closes, pages: helpPages)
      layers[index] = .help(help)
      if !isOpen { layers.remove(at: index) }
    case .prompt(var prompt):
      switch prompt.editor.end(press) {
      case .closed: endLine(in: index, press, at: moment)
      case .entered: return enter(prompt, at: moment)
      case nil:
        prompt.edit(press, history: promptHistory)
        layers[index] = .prompt(prompt)
      }
    case .places(var search):
      switch search.editor.end(press) {
      case .closed: endLine(in: index, press, at: moment)
      case .entered: return choose(search)
      case nil:
        search.edit(press)
        layers[index] = .places(search)
      }
    case .list(var list):
      let outcome = list.press(press, closes: closes, in: content(of: list, at: moment))
      if outcome == .closed, press == .backspace { erasedAt = moment.now }
      layers[index] = .list(list)
      if outcome == .ignored { return command(of: press, in: list, at: moment) }
      return apply(outcome, to: list, at: moment)
    case .cancelQuestion:
      // Nobody answers a question that is not seen.
      guard index == layers.endIndex - 1 else { return nil }
      layers.remove(at: index)
      return answer(press == "y", at: moment)
    case .cancelFailure:
      guard closes else { return nil }
      layers.remove(at: index)
    case .report: layers.remove(at: index)
    }
    return []
  }

  private mutating func endLine(in index: Int, _ press: KeyPress, at moment: InputMoment) {
    layers.remove(at: index)
    if press == .backspace { erasedAt = moment.now }
  }

  private mutating func apply(
    _ outcome: ListLayer.Outcome, to list: ListLayer, at moment: InputMoment
  ) -> [Command] {
    switch outcome {
    case .done, .ignored: return []
    case .closed: close(.list(list))
    case .chose(let line):
      if list.isMenu { close(.list(list)) }
      guard list.subject == .menu else { return choose(line, in: list, at: moment) }
      let menu = menu(list)
      return menu.indices.contains(line) ? perform(offered: menu[line].action, at: moment) : []
    }
    return []
  }

  /// Performs an action that all screens have.
  mutating func perform(_ action: ScreenAction, at moment: InputMoment) -> [Command] {
    switch action {
    case .help: open(.help(HelpLayer()))
    case .menu: open(.list(actionMenu))
    case .prompt: open(.prompt(Prompt(promptContext)))
    case .close: return closeCard(at: moment)
    case .toggleMouse: return setMouse(!mouse.isOn, now: moment.now)
    case .setMouse(let isOn): return setMouse(isOn, now: moment.now)
    case .log:
      let log = Layer.list(ListLayer(.log([])))
      guard isInFront(log) else { return [.screen(.log)] }
      close(log)
    case .quit, .interrupt, .redraw, .nextGlyphs, .nextTheme, .nextUnits, .setGlyphs, .setTheme,
      .setUnits:
      return [.screen(action)]
    }
    return []
  }

  /// Executes the command line; an invalid line stays, to be corrected.
  private mutating func enter(_ prompt: Prompt, at moment: InputMoment) -> [Command] {
    let line = prompt.editor.text
    var prompt = prompt
    do throws(PromptCommand.Problem) {
      let order = try PromptCommand.read(line, in: prompt.context)
      close(.prompt(prompt))
      guard let order else { return [] }
      promptHistory = Prompt.remember(line, in: promptHistory)
      guard case .screen(let action) = order else { return perform(order, at: moment) }
      guard !hiddenActions.contains(.screen(action)) else {
        return notify(ViewerText.notHere, now: moment.now)
      }
      return perform(action, at: moment)
    } catch {
      promptHistory = Prompt.remember(line, in: promptHistory)
      prompt.problem = error.sentence
      open(.prompt(prompt))
      return []
    }
  }

  mutating func paste(_ text: String, at moment: InputMoment) -> [Command] {
    for index in layers.indices.reversed() {
      switch layers[index] {
      case .prompt(var prompt):
        prompt.paste(text)
        layers[index] = .prompt(prompt)
        return []
      case .places(var search):
        search.paste(text)
        layers[index] = .places(search)
        return []
      case .list(var list):
        guard list.paste(text, in: content(of: list, at: moment)) == .done else { continue }
        layers[index] = .list(list)
        return []
      case .help(var help) where help.search.query != nil:
        help.search.query?.insert(text)
        layers[index] = .help(help)
        return []
      case .help, .cancelQuestion, .cancelFailure, .report: continue
      }
    }
    return (isCovered ? nil : pasteBelow(text, at: moment))
      ?? notify(ViewerText.pasteIgnored, now: moment.now)
  }

  mutating func turnWheel(_ step: Int, over place: Pointer, at moment: InputMoment) -> [Command] {
    switch layers.last {
    case .help(var help):
      help.page = helpPages.page(help.page, turnedBy: step)
      open(.help(help))
    case .list(var list):
      list.move(.by(step * ListLayer.wheelLines), in: content(of: list, at: moment))
      open(.list(list))
    case .prompt, .places, .cancelQuestion, .cancelFailure, .report: break
    case nil: return turnWheelBelow(step, over: place, at: moment)
    }
    return []
  }

  mutating func drag(columns: Int, rows: Int) -> [Command] {
    layers.isEmpty ? dragMap(columns: columns, rows: rows) : []
  }

  /// Handles the right button: closes what is open, or opens the menu.
  mutating func rightClick(at moment: InputMoment) -> [Command] {
    layers.isEmpty && !isCardOpen ? perform(.menu, at: moment) : press(.escape, at: moment)
  }

  mutating func click(_ place: Pointer, at moment: InputMoment) -> [Command] {
    switch place.target {
    case .key(let press): return self.press(press, at: moment)
    case .timeline: return seek(to: place.point)
    default: break
    }
    guard let front = layers.last else { return clickBelow(place, at: moment) }
    switch (place.target, front) {
    case (.item(let line), .prompt(var prompt)):
      prompt.choose(line)
      open(.prompt(prompt))
      return []
    case (.item(let line), .places(var search)):
      search.choose(line)
      return choose(search)
    case (.item(let line), .list(var list)):
      let content = content(of: list, at: moment)
      // The list may have become shorter since it was drawn.
      guard content.isSelectable, line < content.count else { return [] }
      list.position.select(line, of: content.count, rows: content.rows)
      open(.list(list))
      return apply(.chose(line), to: list, at: moment)
    // Where any key continues, so does a click.
    case (.cover, .help), (.cover, .report): return press(.enter, at: moment)
    case (.cover, _), (.item, _): return []
    // A click outside of a layer closes it, like the Escape key.
    default: return press(.escape, at: moment)
    }
  }
}

extension ListLayer {
  /// The lines that a turn of the wheel moves.
  static let wheelLines = 3
}
