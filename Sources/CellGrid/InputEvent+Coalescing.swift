extension InputEvent {
  /// The most turns of the wheel at one place that are kept together; no map zooms further.
  static let mostTurns = 64

  /// The events without those that others of the same batch make needless.
  ///
  /// Of drags in a row only the last counts, since it says where the pointer is. Of equal turns of
  /// the wheel in a row only as many stay as anything can need.
  ///
  /// - Parameter events: What came, in its order.
  /// - Returns: The events that stay, in their order.
  package static func coalesced(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    var turns = 0
    for event in events {
      guard case .mouse(let mouse) = event else {
        result.append(event)
        continue
      }
      let isSame = result.last == event
      switch mouse.action {
      case .drag:
        if case .mouse(let last) = result.last, last.action == .drag { result.removeLast() }
        result.append(event)
      case .wheelUp, .wheelDown:
        turns = isSame ? turns + 1 : 1
        if turns <= mostTurns { result.append(event) }
      case .press, .release:
        result.append(event)
      }
    }
    return result
  }

  /// Adds an event to the waiting ones, whose number is limited.
  ///
  /// Where there is no room an event of the mouse makes way: no key is lost because the wheel turned.
  ///
  /// - Parameters:
  ///   - event: What came.
  ///   - waiting: The events that wait, oldest first.
  ///   - most: The number that may wait.
  package static func append(_ event: InputEvent, to waiting: inout [InputEvent], most: Int) {
    if waiting.count >= most {
      let mouse = waiting.firstIndex { if case .mouse = $0 { true } else { false } }
      guard let mouse else { return }
      waiting.remove(at: mouse)
    }
    waiting.append(event)
  }
}
