import CellGrid
import Geo
import Testing

@testable import Viewer

@Suite struct `The screens` {
  private static let sizes = [
    GridSize(columns: 80, rows: 24), GridSize(columns: 120, rows: 40),
    GridSize(columns: 40, rows: 12),
  ]
  private static let smallSizes = [
    GridSize(columns: 30, rows: 8), GridSize(columns: 20, rows: 5),
    GridSize(columns: 16, rows: 3),
  ]

  private func check(_ view: SampleView, _ name: String) throws {
    let size = view.state.size
    let level = view.settings.glyphs == .full ? "utf8" : "ascii"
    try Snapshots.expect(view.frame, named: "\(size.columns)x\(size.rows)-\(name)-\(level)")
  }

  @Test(
    arguments: [
      SampleView.Moment.loading, .new, .pickup, .arrived, .enroute, .complete, .retry, .denied,
    ],
    sizes
  ) func `look as they did`(_ moment: SampleView.Moment, size: GridSize) throws {
    for glyphs in [GlyphLevel.full, .ascii] {
      let view = SampleView(moment, columns: size.columns, rows: size.rows, glyphs: glyphs)
      try check(view, moment.rawValue)
    }
  }

  @Test(
    arguments: [
      SampleView.Moment.failing, .missing, .waiting, .dropoff, .canceled, .after, .quiet, .late,
      .withdrawn, .paused,
    ],
    [sizes[0], sizes[2]]
  ) func `of rarer states look as they did`(_ moment: SampleView.Moment, size: GridSize) throws {
    try check(SampleView(moment, columns: size.columns, rows: size.rows), moment.rawValue)
  }

  @Test(
    arguments: [SampleView.Moment.loading, .pickup, .enroute, .complete, .retry, .denied],
    smallSizes
  ) func `without a map look as they did`(_ moment: SampleView.Moment, size: GridSize) throws {
    try check(SampleView(moment, columns: size.columns, rows: size.rows), moment.rawValue)
  }

  @Test(arguments: sizes) func `of a chosen marker look as they did`(_ size: GridSize) throws {
    for glyphs in [GlyphLevel.full, .ascii] {
      var view = SampleView(.enroute, columns: size.columns, rows: size.rows, glyphs: glyphs)
      view.mark(SampleRide.dropoff.destination(bearing: 250, meters: 1_500))
      view.state.offersMyLocation = true
      for name in ["stop", "dropoff", "vehicle", "place", "pickup"] {
        view.choose("n")
        try check(view, "card-" + name)
      }
    }
  }

  @Test(arguments: sizes + smallSizes) func `of help look as they did`(_ size: GridSize) throws {
    var view = SampleView(.enroute, columns: size.columns, rows: size.rows)
    view.state.offersMyLocation = true
    view.press("?")
    try check(view, "help")
  }

  @Test(arguments: [sizes[0], sizes[2], smallSizes[0]])
  func `of details and events look as they did`(_ size: GridSize) throws {
    var view = SampleView(.denied, columns: size.columns, rows: size.rows)
    view.press("d")
    try check(view, "details")
    view.press("d")
    view.press("e")
    try check(view, "events")
  }

  @Test(arguments: sizes + smallSizes)
  func `of a faster world say so`(_ size: GridSize) throws {
    let view = SampleView(.pickup, columns: size.columns, rows: size.rows, speed: 4)
    #expect(view.text.contains("×4"))
    try check(view, "faster")
  }
}
