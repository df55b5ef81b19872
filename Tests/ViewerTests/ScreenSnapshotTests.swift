import CellGrid
import Geo
import Testing

@testable import Viewer

@Suite struct `The screens` {
  private static let sizes = [
    (200, 60), (160, 45), (120, 40), (100, 30), (80, 24), (60, 18), (60, 50), (40, 12), (30, 8),
    (20, 5), (16, 3), (12, 3),
  ].map { GridSize(columns: $0, rows: $1) }
  private static let fewSizes = [(120, 40), (80, 24), (40, 12), (20, 5)].map {
    GridSize(columns: $0, rows: $1)
  }

  private static func levels(_ size: GridSize) -> [GlyphLevel] {
    size.rows == 24 || size.rows == 12 ? GlyphLevel.allCases : [.full, .ascii]
  }

  private func check(_ screen: SampleScreen, _ sizes: [GridSize]) throws {
    let pictures = sizes.flatMap { size in
      Self.levels(size).map { level in
        Snapshots.Picture(screen.view(size, level).frame, level.rawValue)
      }
    }
    try Snapshots.expect(pictures, named: screen.name)
  }

  @Test(arguments: SampleScreen.main) func `look as they did`(_ screen: SampleScreen) throws {
    try check(screen, Self.sizes)
  }

  @Test(arguments: SampleScreen.rare)
  func `of rarer states look as they did`(_ screen: SampleScreen) throws {
    try check(screen, Self.fewSizes)
  }

  @Test(arguments: sizes) func `of a faster world say so`(_ size: GridSize) {
    let view = SampleView(.pickup, columns: size.columns, rows: size.rows, speed: 4)
    #expect(view.text.contains("×4") || size.columns < 16)
  }
}
