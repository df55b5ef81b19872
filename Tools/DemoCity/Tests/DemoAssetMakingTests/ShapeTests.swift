import Testing
import VectorTiles

@testable import DemoAssetMaking

struct `Shapes of tiles` {
  private let window = ClipWindow(low: 0, high: 10)

  @Test func `Shapes of tiles a line that leaves and comes back is cut into its stretches`() {
    let line: [TilePosition] = [[-5, 5], [5, 5], [5, 15], [8, 15], [8, 5]]
    #expect(window.lines(line) == [[[0, 5], [5, 5], [5, 10]], [[8, 10], [8, 5]]])
    #expect(window.lines([[-5, 20], [20, 20]]).isEmpty)
  }

  @Test func `Shapes of tiles a ring is cut along the edges and runs on as before`() {
    let ring: [TilePosition] = [[-5, -5], [5, -5], [5, 5], [-5, 5]]
    let cut = window.ring(ring)
    #expect(Shapes.area(cut) == 25)
    #expect(Set(cut) == [[0, 0], [5, 0], [5, 5], [0, 5]])
    #expect(Shapes.area(window.ring(ring.reversed())) == -25)
    #expect(window.ring([[20, 20], [30, 20], [30, 30]]).isEmpty)
  }

  @Test func `Shapes of tiles a ring around the whole tile becomes the tile`() {
    let ring: [TilePosition] = [[-50, -50], [50, -50], [50, 50], [-50, 50]]
    #expect(Shapes.area(window.ring(ring)) == 100)
  }

  @Test
  func `Shapes of tiles simplifying keeps ends and corners and drops what does not stand out`() {
    let line: [TilePosition] = [[0, 0], [5, 0.1], [10, 0], [10, 5], [10, 10]]
    #expect(Shapes.simplified(line, tolerance: 0.5) == [[0, 0], [10, 0], [10, 10]])
    #expect(Shapes.simplified(line, tolerance: 0.05).count == 4)
    let ring: [TilePosition] = [[0, 0], [5, 0.1], [10, 0], [10, 10], [0, 10], [0, 5]]
    #expect(
      Set(Shapes.simplified(ring: ring, tolerance: 0.5)) == [
        [0, 0], [10, 0], [10, 10], [0, 10],
      ])
  }

  @Test func `Shapes of tiles an area that a tile's units flatten is left out, with its holes`()
    throws
  {
    let scale = ZoomScale(12)
    let address = try #require(TileAddress(z: 12, x: 0, y: 0))
    let thin: [TilePosition] = [[10, 10], [20, 10.2], [20, 10.4], [10, 10.2]]
    let shape = TileShape(type: .polygon, parts: [thin, thin.reversed()])
    #expect(scale.piece(of: shape, in: address) == nil)
  }

  @Test func `Shapes of tiles a quay is known by running along the water, and a bridge is none`() {
    let river = CityFeature(
      layer: .water, properties: [:],
      shape: TileShape(type: .polygon, parts: [[[0, 0], [100, 0], [100, 10], [0, 10]]]))
    let shores = Shores([river], reach: 3)
    #expect(shores.areFollowed(by: [[10, 12], [90, 12], [90, 40]]))
    #expect(!shores.areFollowed(by: [[50, -30], [50, -5], [50, 15], [50, 40]]))
    #expect(!shores.areFollowed(by: [[10, 20], [90, 20]]))
  }

  @Test func `Shapes of tiles a point belongs to one tile only`() {
    let scale = ZoomScale(12)
    let shape = TileShape(type: .point, parts: [[[1, 1]]])
    #expect(scale.tiles(around: shape) == [TileAddress(z: 12, x: 0, y: 0)])
  }
}
