internal import CellGrid
internal import ConsumerMap
internal import GoogleRidesharingCompat
internal import MapCanvas

/// Draws a tree of views into a frame.
@MainActor struct ViewDrawing {
  private static let mostCells = 1_000_000

  private(set) var frame: Frame
  /// The time that maps show, on the clock of the trip models.
  let now: Duration
  let look: TerminalLook

  init(size: GridSize, now: Duration, look: TerminalLook) {
    frame = Frame(size: size)
    self.now = now
    self.look = look
  }

  /// Draws a view and its subviews, back to front, below its superview's top left cell.
  mutating func draw(_ view: UIView, in parent: GridPoint = GridPoint(column: 0, row: 0)) {
    guard !view.isHidden else { return }
    let rect = view.cells(in: parent)
    if let color = view.backgroundColor {
      frame.fill(rect, style: CellStyle(background: color.value).reduced(to: look.colorDepth))
    }
    switch view {
    case let map as GMSMapView: draw(map, at: rect.origin)
    case let label as UILabel: draw(label, in: rect)
    case let view as UIImageView: draw(view, in: rect)
    default: break
    }
    for subview in view.subviews { draw(subview, in: rect.origin) }
  }

  private mutating func draw(_ view: GMSMapView, at origin: GridPoint) {
    view.map.appearance = look.appearance
    if let baseMap = view.map.baseMap, baseMap.style != look.style || baseMap.dots != look.dots {
      view.map.baseMap = BaseMap(tiles: baseMap.tiles, style: look.style, dots: look.dots)
    }
    let snapshot = view.map.advance(to: now)
    let size = view.map.size
    guard let camera = snapshot.camera, size.columns * size.rows <= Self.mostCells else { return }
    var renderer = MapRenderer(attribution: snapshot.attribution, usesASCIISymbols: look.isASCII)
    renderer.ground = look.style.land
    if view.settings.myLocationButton {
      let separator = snapshot.attribution == nil ? "" : look.isASCII ? " - " : " · "
      renderer.cornerNote = SafeText("\(separator)w: my location ")
    }
    // In its own frame, because a map that is partly off the screen keeps its center.
    var canvas = Frame(size: size)
    renderer.draw(
      snapshot.scene, over: snapshot.baseMap, camera: camera, into: &canvas, rect: canvas.bounds,
      kind: look.dots)
    frame.draw(canvas, at: origin)
  }

  private mutating func draw(_ label: UILabel, in rect: Rect) {
    guard let text = label.text, rect.rows > 0 else { return }
    let style = CellStyle(
      foreground: label.textColor?.value ?? .standard,
      background: label.backgroundColor?.value ?? .standard
    ).reduced(to: look.colorDepth)
    let most = label.numberOfLines > 0 ? min(label.numberOfLines, rect.rows) : rect.rows
    let lines = text.split(separator: "\n", maxSplits: most, omittingEmptySubsequences: false)
    for (row, line) in lines.prefix(most).enumerated() {
      let safe = look.safe(String(line)).truncated(
        to: rect.columns, ellipsis: look.isASCII ? "~" : "…")
      let free = rect.columns - safe.width
      let indent =
        switch label.textAlignment {
        case .center: free / 2
        case .right: free
        case .left, .justified, .natural: 0
        }
      frame.draw(safe, column: rect.minColumn + indent, row: rect.minRow + row, style: style)
    }
  }

  private mutating func draw(_ view: UIImageView, in rect: Rect) {
    for (row, line) in (view.image?.value.rows ?? []).prefix(rect.rows).enumerated() {
      frame.draw(
        look.safe(line.description), column: rect.minColumn, row: rect.minRow + row,
        width: rect.columns)
    }
  }
}

extension UIView {
  /// Returns the view's cells below its superview's top left cell; the size is clamped.
  func cells(in parent: GridPoint) -> Rect {
    func whole(_ length: CGFloat) -> Int {
      length.isNaN ? 0 : Int(max(-10_000, min(10_000, length.rounded(.down))))
    }
    return Rect(
      column: parent.column + whole(frame.minX), row: parent.row + whole(frame.minY),
      columns: max(0, whole(frame.width)), rows: max(0, whole(frame.height)))
  }
}

/// The capabilities of a terminal.
struct TerminalLook: Sendable, Hashable {
  var appearance: Appearance { didSet { style = Self.style(appearance, dots) } }
  let dots: DotGridKind
  /// How base maps are drawn.
  private(set) var style: BaseMapStyle

  init(appearance: Appearance, dots: DotGridKind) {
    self.appearance = appearance
    self.dots = dots
    style = Self.style(appearance, dots)
  }

  private static func style(_ appearance: Appearance, _ dots: DotGridKind) -> BaseMapStyle {
    BaseMapStyle(appearance, letters: dots == .ascii ? .ascii : .all)
  }

  /// Whether the terminal shows only ASCII characters.
  var isASCII: Bool { dots == .ascii }
  var colorDepth: ColorDepth { appearance.colorDepth }

  /// Returns the app's text as the terminal can show it.
  func safe(_ text: String) -> SafeText {
    guard isASCII else { return SafeText(text) }
    return SafeText(String(text.map { $0.isASCII ? $0 : "?" }))
  }
}
