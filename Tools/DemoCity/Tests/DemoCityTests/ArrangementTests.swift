import Testing
import Roads

@testable import DemoCity

struct `Lines cut at their crossings` {
  private static func street(_ points: Point...) -> PlanLine {
    PlanLine(points: points, kind: .street(.residential))
  }

  private static func arrangement(_ lines: [PlanLine]) -> Arrangement {
    Arrangement(lines) { _, _ in true }
  }

  @Test func `Lines cut at their crossings meet at a node where they cross, touch or end together`()
  {
    let cross = Self.arrangement([
      Self.street(Point(-100, 0), Point(100, 0)), Self.street(Point(0, -100), Point(0, 100)),
    ])
    #expect(cross.nodes.count == 5)
    #expect(cross.edges.count == 4)
    let touch = Self.arrangement([
      Self.street(Point(-100, 0), Point(100, 0)), Self.street(Point(0.01, 0), Point(0, 100)),
    ])
    #expect(touch.nodes.count == 4)
    #expect(touch.edges.count == 3)
    let corner = Self.arrangement([
      Self.street(Point(0, 0), Point(100, 0)), Self.street(Point(0, 0), Point(0, 100)),
    ])
    #expect(corner.nodes.count == 3)
  }

  @Test func `Lines cut at their crossings enclose the faces of a grid, without its dead ends`() {
    var lines: [PlanLine] = []
    for step in 0..<4 {
      let place = Double(step) * 100
      lines.append(Self.street(Point(-30, place), Point(330, place)))
      lines.append(Self.street(Point(place, -30), Point(place, 330)))
    }
    let faces = Self.arrangement(lines).faces()
    #expect(faces.count == 9)
    #expect(faces.allSatisfy { abs($0.area - 10_000) < 1e-6 })
  }

  @Test func `Lines cut at their crossings are the same lines twice only once`() {
    let line = Self.street(Point(0, 0), Point(100, 0))
    #expect(Self.arrangement([line, line]).edges.count == 1)
  }
}

struct `Polygons of the plan` {
  private static let square = Polygon([Point(0, 0), Point(40, 0), Point(40, 20), Point(0, 20)])

  @Test func `Polygons of the plan know their area, middle and box`() {
    #expect(Self.square.area == 800)
    #expect(Self.square.perimeter == 120)
    #expect(Self.square.centroid == Point(20, 10))
    let box = Self.square.box()
    #expect(box.length == 40)
    #expect(box.width == 20)
    #expect(box.center == Point(20, 10))
    #expect(Self.square.contains(Point(1, 1)))
    #expect(!Self.square.contains(Point(41, 1)))
  }

  @Test func `Polygons of the plan become smaller on all sides, or nothing`() {
    #expect(
      Self.square.inset(5)?.points == [Point(5, 5), Point(35, 5), Point(35, 15), Point(5, 15)])
    #expect(Self.square.inset(11) == nil)
  }

  @Test func `Polygons of the plan lose points that make no difference`() {
    var points = Self.square.points
    points.insert(Point(20, 0.1), at: 1)
    #expect(Polygon(points).simplified(0.5).points == Self.square.points)
    #expect(Polygon(points).simplified(0.05).count == 5)
  }
}
