import CellGrid
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

/// The cells that each option changes on a map of 30 × 12 cells.
@MainActor @Suite(.limited) struct `A set option changes only its cells:` {
  private static let green = Color.rgb(red: 0, green: 255, blue: 0)

  /// Two frames of one map, before and after a change of style without any answer between them.
  private struct Pictures {
    var before: Frame
    var after: Frame

    /// The cells that differ, as they are after the change, blank where they are the same and a
    /// middle dot where they were emptied.
    var changes: [String] {
      (0..<after.size.rows).map { row in
        let line = (0..<after.size.columns).map { column -> Character in
          let cell = after[column, row]
          guard cell != before[column, row] else { return " " }
          return cell.base == " " ? "·" : Character(cell.base)
        }
        return String(line[..<(line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
      }
    }

    /// The styles of the cells that differ, after the change.
    var styles: Set<CellStyle> {
      Set(zip(before.cells, after.cells).filter { $0 != $1 && $1 != .blank }.map(\.1.style))
    }
  }

  private func pictures(
    _ trip: Trip, camera: Camera? = nil, setting first: (MapStyleCoordinator) -> Void = { _ in },
    _ change: (MapStyleCoordinator) -> Void
  ) throws -> Pictures {
    let stage = MapStage(columns: 30, rows: 12)
    stage.show()
    stage.set(trip)
    let styles = stage.map.consumerMapStyleCoordinator
    first(styles)
    let before = try frame(stage, camera)
    change(styles)
    return Pictures(before: before, after: try frame(stage, camera))
  }

  private func frame(_ stage: MapStage, _ camera: Camera?) throws -> Frame {
    let snapshot = stage.snapshot(at: 0)
    var frame = Frame(size: GridSize(columns: 30, rows: 12))
    MapRenderer(showsScaleBar: false).draw(
      snapshot.scene, camera: try #require(camera ?? snapshot.camera), into: &frame,
      rect: frame.bounds)
    return frame
  }

  private func line(
    _ type: PolylineType, _ change: @escaping (inout PolylineStyleOptions) -> Void
  ) -> (MapStyleCoordinator) -> Void {
    { styles in
      var options = styles.polylineStyleOptions(with: type)
      change(&options)
      styles.setPolylineStyleOptions(options, polylineType: type)
    }
  }

  private func marker(
    _ type: CustomizableMarkerType, _ change: @escaping (inout MarkerStyleOptions) -> Void
  ) -> (MapStyleCoordinator) -> Void {
    { styles in
      var options = styles.markerStyleOptions(with: type)
      change(&options)
      styles.setMarkerStyleOptions(options, markerType: type)
    }
  }

  /// A vehicle that turns right at the pickup.
  private var trip: Trip { SampleRide.toPickup(.meters(east: -1_000, north: -600)) }

  private func check(_ pictures: Pictures, _ expected: String) {
    let rows = pictures.changes
    let first = rows.firstIndex { !$0.isEmpty } ?? 0
    let last = rows.lastIndex { !$0.isEmpty } ?? -1
    let found = "\(first)\n" + rows[first..<max(first, last + 1)].joined(separator: "\n")
    #expect(found == expected)
  }

  @Test func `A set option changes only its cells: the width of a line`() throws {
    let pictures = try pictures(trip, line(.activeRoute) { $0.strokeWidth = 2 })
    check(
      pictures,
      """
      3
                     ·
                     ·
                     ·
                     ·
                     ·
                     ·
      """)
    check(
      try self.pictures(trip, line(.activeRoute) { $0.strokeWidth = 0 }),
      """
      3
                    ··
                    ··
                    ··
                    ··
                    ··
                    ··
      """)
  }

  @Test func `A set option changes only its cells: the color of a line`() throws {
    let pictures = try pictures(trip, line(.remainingRoute) { $0.strokeColor = Self.green })
    check(
      pictures,
      """
      2
                      ⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤
      """)
    #expect(pictures.styles == [CellStyle(foreground: Self.green)])
  }

  @Test func `A set option changes only its cells: a line that is hidden`() throws {
    check(
      try pictures(trip, line(.remainingRoute) { $0.isVisible = false }),
      """
      2
                      ··············
      """)
  }

  /// Both routes run along the same street.
  private var doubled: Trip {
    var trip = trip
    trip.remainingWaypoints = [
      SampleRide.waypoint(.pickup),
      SampleRide.waypoint(.dropoff, path: [SampleRide.pickup, SampleRide.depot]),
    ]
    return trip
  }

  @Test func `A set option changes only its cells: the order of lines`() throws {
    let raised = try pictures(doubled, line(.remainingRoute) { $0.zIndex = 11 })
    check(
      raised,
      """
      3
                    ⣿
                    ⣿
                    ⣿
                    ⣿
                    ⣿
                    ⣿
      """)
    #expect(raised.styles == [CellStyle(foreground: .indexed(74))])
    // Both default to 10, and the active route is still on top.
    let same = try pictures(doubled, line(.remainingRoute) { $0.zIndex = 10 })
    #expect(same.before == same.after)
    let lowered = try pictures(doubled, line(.activeRoute) { $0.zIndex = .min })
    #expect(lowered.after == raised.after)
  }

  @Test
  func `A set option changes only its cells: a line along a great circle across the antimeridian`()
    throws
  {
    var trip = SampleRide.trip(.enrouteToDropoff, vehicle: SampleRide.stop)
    let tokyo = Coordinate(latitude: 35.7, longitude: 139.7)
    let seattle = Coordinate(latitude: 47.6, longitude: -122.3)
    trip.route = [tokyo, seattle]
    trip.lastLocation = VehicleLocation(location: tokyo)
    let camera = Camera(center: Coordinate(latitude: 45, longitude: -170), zoom: -0.2)
    let bent = try pictures(trip, camera: camera, line(.activeRoute) { $0.isGeodesic = true })
    check(
      bent,
      """
      3
              ⢀⣠⣤⣴⣶⣶⡿⠿⠿⠿⠿⠿⠿⣷⣶⣶⣤⣤⣀
          ⣀⣤⣶⡿⠟⠛⠉⠉           ⠈⠉⠙⠻⠿⣷⣦
       ⣠⣴⡿⠟⠋⠁             ·······  ⠉
      ⣾⠟⠉     ···················
      ·  ············
      ··
      """)
  }

  /// Slow, free, jammed and unknown parts of the route to the pickup.
  private var busy: Trip {
    var trip = trip
    let places = [-600.0, -450, -300, -150, 0].map { Coordinate.meters(east: -1_000, north: $0) }
    let speeds: [SpeedReading] = [.slow, .normal, .trafficJam, .unknown("")]
    trip.currentRouteSegmentTraffic = TrafficPolyline(
      path: places,
      intervals: speeds.enumerated().map {
        SpeedReadingInterval(startIndex: $0, endIndex: $0 + 1, speed: $1)
      })
    return trip
  }

  @Test func `A set option changes only its cells: traffic`() throws {
    let pictures = try pictures(busy, line(.activeRoute) { $0.isTrafficEnabled = true })
    check(
      pictures,
      """
      4
                    ⣿⡇
                    ⣿⡇
                    ⣿⡇
                    ⣿⡇
                    ⣿⡇
      """)
    #expect(
      pictures.styles
        == [CellStyle(foreground: .indexed(221)), CellStyle(foreground: .indexed(210))]
    )
  }

  @Test(arguments: [
    (SpeedReading.slow, 7, 2), (.normal, 7, 1), (.trafficJam, 4, 3), (.unknown("?"), 3, 2),
  ]) func `A set option changes only its cells: the color of a speed`(
    speed: SpeedReading, row: Int, rows: Int
  ) throws {
    let pictures = try pictures(
      busy, setting: line(.activeRoute) { $0.isTrafficEnabled = true },
      line(.activeRoute) { $0.setTrafficColor(for: speed, color: Self.green) })
    let cell = "              ⣿⡇"
    check(pictures, "\(row)\n" + Array(repeating: cell, count: rows).joined(separator: "\n"))
    #expect(pictures.styles == [CellStyle(foreground: Self.green)])
  }

  @Test func `A set option changes only its cells: the anchor of a marker`() throws {
    let change = marker(.tripPickupPoint) { $0.groundAnchor = UnitPoint(x: 0, y: 0.5) }
    check(
      try pictures(trip, change),
      """
      2
                   ··P·
      """)
  }

  @Test func `A set option changes only its cells: a marker that is hidden`() throws {
    check(
      try pictures(trip, marker(.tripPickupPoint) { $0.isVisible = false }),
      """
      2
                   ·⣀⡀
      """)
  }

  @Test func `A set option changes only its cells: an icon`() throws {
    check(
      try pictures(trip, marker(.tripVehicle) { $0.icon = "<V>" }),
      """
      9
                   <V>
      """)
    let empty = try pictures(trip, marker(.tripVehicle) { $0.icon = "" })
    #expect(empty.before == empty.after)
  }

  @Test func `A set option changes only its cells: the color of an icon`() throws {
    let pictures = try pictures(trip, marker(.tripPickupPoint) { $0.iconColor = Self.green })
    check(
      pictures,
      """
      2
                   (P)
      """)
    #expect(pictures.styles == [CellStyle(foreground: Self.green, attributes: .bold)])
  }

  @Test func `A set option changes only its cells: a picture, which falls back to the icon`() throws
  {
    let picture = IconView(rows: ["┌───┐", "│ P │", "└─┬─┘"])
    let shown = try pictures(
      trip,
      marker(.tripPickupPoint) {
        $0.icon = "*"
        $0.iconView = picture
        $0.groundAnchor = UnitPoint(x: 0.5, y: 1)
      })
    check(
      shown,
      """
      0
                  ┌───┐
                  │·P·│
                  └─┬─┘
      """)
    let empty = try pictures(
      trip,
      marker(.tripPickupPoint) {
        $0.icon = "*"
        $0.iconView = IconView(rows: [])
      })
    check(
      empty,
      """
      2
                   ·*⡀
      """)
  }

  @Test func `A set option changes only its cells: the order of markers`() throws {
    let met = SampleRide.toPickup(SampleRide.pickup)
    let camera = Camera(center: SampleRide.pickup, zoom: 15)
    let raised = try pictures(met, camera: camera, marker(.tripPickupPoint) { $0.zIndex = 1 })
    check(
      raised,
      """
      6
                   ·P··↑·
      """)
    let lowered = try pictures(met, camera: camera, marker(.tripVehicle) { $0.zIndex = -1 })
    #expect(lowered.after == raised.after)
    // Every line is below all markers; next to them this one is above the active route.
    let line = try pictures(met, camera: camera, line(.remainingRoute) { $0.zIndex = .max })
    check(line, "5\n              ⢀")
    let low = try pictures(met, camera: camera, marker(.tripDropoffPoint) { $0.zIndex = .min })
    #expect(low.before == low.after)
  }

  @Test func `A set option changes only its cells: a vehicle that does not lie flat`() throws {
    check(
      try pictures(trip, marker(.tripVehicle) { $0.isFlat = false }),
      """
      9
                    ●
      """)
    let riding = SampleRide.riding
    check(
      try pictures(riding, marker(.tripVehicle) { $0.isFlat = false }),
      """
      9
                ●
      """)
  }
}
