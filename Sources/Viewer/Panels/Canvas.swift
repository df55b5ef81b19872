internal import CellGrid
internal import FleetEngine

/// The viewer's frame being drawn, with what every panel needs to know.
struct Canvas: Drawing {
  var frame: Frame
  var notes: DrawingNotes?
  var hits: [HitArea] = []
  let state: ViewState
  let settings: ViewerSettings
  let now: Duration
  let wall: Timestamp
  let glyphs: GlyphSet
  let freshness: Freshness
  let layout: Layout

  init(state: ViewState, settings: ViewerSettings, now: Duration, wall: Timestamp) {
    self.state = state
    self.settings = settings
    self.now = now
    self.wall = wall
    frame = Frame(size: state.size)
    glyphs = GlyphSet.of(settings.glyphs)
    freshness = state.freshness(at: now, wall: wall)
    layout = state.layout
  }
}
