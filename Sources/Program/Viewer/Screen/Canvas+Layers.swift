internal import CellGrid

extension Canvas {
  mutating func draw(_ layer: Layer) {
    // The cursor is on the layer in front.
    frame.cursor = nil
    covers += hits.filter { $0.target == .cover }.map(\.rect)
    // The cells below a layer are no target, except for keys and the line of the time.
    hits.removeAll { hit in
      switch hit.target {
      case .key, .timeline: false
      case .marker, .item, .badge, .rail, .cover: true
      }
    }
    switch layer {
    case .help(let help): draw(help)
    case .prompt(let prompt): draw(prompt)
    case .places(let search): draw(search)
    case .list(let list): draw(list)
    case .cancelQuestion: drawCancelQuestion()
    case .cancelFailure(let failure): drawCancelFailure(failure)
    case .report(let text): drawReport(text)
    }
  }

  /// The keys of the layer in front; nil for those of the screen.
  var layerHints: [KeyHint]? {
    switch state.layers.last {
    case .list(let list): hints(of: list)
    case .cancelQuestion:
      [hint("y", label: "Cancel the ride", rank: 0), hint(.escape, label: "Keep it", rank: 1)]
    case .help, .prompt, .places, .cancelFailure, .report, nil: nil
    }
  }

  private func hints(of list: ListLayer) -> [KeyHint] {
    let closing = hint(.escape, label: "Close", rank: 1)
    let search = hint("/", label: "Search", rank: 5)
    let copy = hint("y", label: "Copy as curl", rank: 4)
    switch list.subject {
    case .menu, .faults:
      let run = hint(.enter, label: list.subject == .menu ? "Run" : "Play", rank: 0)
      return [run, hint(.down, label: "Next", rank: 2), closing]
    case .requests:
      return [
        hint(.enter, label: "Open", rank: 0), hint("j", "k", label: "Move", rank: 2), copy, search,
        closing,
      ]
    case .request:
      return [
        hint("n", label: "Next difference", rank: 3), hint("j", "k", label: "Scroll", rank: 2),
        copy, search, hint(.escape, label: "Back", rank: 1),
      ]
    case .events, .log, .details, .style:
      let isFound = !list.position.filter.pattern.isEmpty
      return [hint("j", "k", label: "Scroll", rank: 2), hint("/", label: "Search", rank: 3)]
        + (isFound ? [hint("n", label: "Next", rank: 4)] : []) + [closing]
    }
  }
}
