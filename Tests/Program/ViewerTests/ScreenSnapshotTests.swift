import CellGrid
import Geo
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The screens` {
  private static let sizes = [
    (200, 60), (160, 45), (120, 40), (100, 30), (80, 24), (60, 18), (60, 50), (40, 12), (30, 8),
    (20, 5), (16, 3), (12, 3),
  ].map { GridSize(columns: $0, rows: $1) }

  @Test(arguments: SampleScreen.all) func `The screens match their snapshots`(
    _ screen: SampleScreen
  ) throws {
    try Snapshots.expect(Snapshots.pictures { screen.view($0, $1).frame }, named: screen.name)
  }

  /// Each layout and each level of characters once.
  @Test func `The screens match their snapshots in every layout`() throws {
    let screen = try #require(SampleScreen.all.first { $0.name == "pickup" })
    let pictures = Self.sizes.flatMap { size in
      (size.rows == 24 ? GlyphLevel.allCases : [.full]).map { level in
        Snapshots.Picture(screen.view(size, level).frame, level.rawValue)
      }
    }
    try Snapshots.expect(pictures, named: "layouts")
  }

  /// The words for a screen of a few lines are others than those of a large one.
  @Test func `The screens match their snapshots at the smallest sizes`() throws {
    let sizes = [(20, 5), (12, 3)].map { GridSize(columns: $0, rows: $1) }
    let pictures = SampleScreen.main.flatMap { screen in
      sizes.map { Snapshots.Picture(screen.view($0, .full).frame, screen.name) }
    }
    try Snapshots.expect(pictures, named: "small")
  }

  @Test(arguments: sizes) func `The screens show the speed of a faster world`(_ size: GridSize) {
    let view = SampleView(.pickup, columns: size.columns, rows: size.rows, speed: 4)
    #expect(view.text.contains("×4") || size.columns < 16)
  }
}
