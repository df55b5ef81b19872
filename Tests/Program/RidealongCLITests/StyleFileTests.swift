import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import MapCanvas
import RideTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `A style file` {
  private func style(_ text: String) throws(CommandError) -> StyleFile {
    try StyleFile(toml: Array(text.utf8), file: "style.toml")
  }

  private static let example = packageRoot + "/Assets/style.toml"

  @Test(arguments: ["", "example", "odd"]) @MainActor
  func `A saved style file has the style of the map`(name: String) throws {
    let text =
      switch name {
      case "example": try String(contentsOfFile: Self.example, encoding: .utf8)
      case "odd":
        #"""
        [polyline.remaining-route]
        stroke-width = 0.1
        stroke-color = "#010fff"
        traffic = false
        traffic-colors.no-data = 7
        [marker.pickup]
        icon = "a\"b\\"
        icon-view = ["/\\", "", "\"ü\""]
        ground-anchor = [0.25, 1]
        z-index = -5
        """#
      default: ""
      }
    let map = MapView()
    try style(text).apply(to: map.consumerMapStyleCoordinator)
    let shown = StyleFile(of: map.consumerMapStyleCoordinator)
    #expect(try style(shown.toml) == shown)
    #expect(try style(shown.toml).toml == shown.toml)
    for (type, options) in try style(text).polylines { #expect(shown.polylines[type] == options) }
    for (type, options) in try style(text).markers { #expect(shown.markers[type] == options) }
  }

  @Test func `A style file sets every option of a line`() throws {
    let options = try #require(
      try style(
        """
        [polyline.active-route]
        stroke-width = 1.5
        stroke-color = "#2c99fF"
        visible = false
        z-index = -2147483648
        geodesic = true
        traffic = true
        traffic-colors.normal = "#0f8"
        traffic-colors.slow = 0
        traffic-colors.jam = 255
        traffic-colors.no-data = '#010203'
        """
      ).polylines[.activeRoute])
    #expect(options.strokeWidth == 1.5)
    #expect(options.strokeColor == .rgb(red: 44, green: 153, blue: 255))
    #expect(!options.isVisible)
    #expect(options.zIndex == .min)
    #expect(options.isGeodesic)
    #expect(options.isTrafficEnabled)
    #expect(options.trafficColor(for: .normal) == .rgb(red: 0, green: 255, blue: 136))
    #expect(options.trafficColor(for: .slow) == .indexed(0))
    #expect(options.trafficColor(for: .trafficJam) == .indexed(255))
    #expect(options.trafficColor(for: .unknown("x")) == .rgb(red: 1, green: 2, blue: 3))
  }

  @Test(arguments: [
    ("pickup", CustomizableMarkerType.tripPickupPoint), ("dropoff", .tripDropoffPoint),
    ("vehicle", .tripVehicle), ("intermediate-destination", .intermediateDestination),
  ]) func `A style file sets every option of a marker`(
    name: String, type: CustomizableMarkerType
  ) throws {
    let options = try #require(
      try style(
        """
        [marker.\(name)]
        ground-anchor = [0, 0.25]
        visible = false
        icon = "\\u001b<V>\\u0007\\n"
        icon-view = ["┌", "└─"]
        icon-color = "#ffffff"
        z-index = 2147483647
        flat = true
        """
      ).markers[type])
    #expect(options.groundAnchor == UnitPoint(x: 0, y: 0.25))
    #expect(!options.isVisible)
    #expect(options.icon == "<V> ")
    #expect(options.iconView == IconView(rows: ["┌", "└─"]))
    #expect(options.iconColor == .rgb(red: 255, green: 255, blue: 255))
    #expect(options.zIndex == .max)
    #expect(options.isFlat)
  }

  @Test func `A style file changes only what it names`() throws {
    #expect(try style("") == StyleFile())
    #expect(try style("# only a comment\n[polyline]\n[marker]\n") == StyleFile())
    let style = try style("[marker.vehicle]\nicon = 'V'\n[polyline.remaining-route]\n")
    #expect(style.markers.keys.sorted { $0.rawValue < $1.rawValue } == [.tripVehicle])
    #expect(style.markers[.tripVehicle]?.isFlat == true)
    #expect(style.polylines == StyleFile().polylines)
    #expect(style.polylines.values.allSatisfy { $0.isTrafficEnabled })
  }

  @MainActor @Test func `A style file applies to a map, whose vehicle turns by default`() throws {
    let map = MapView()
    try style("[polyline.active-route]\nz-index = 3").apply(to: map.consumerMapStyleCoordinator)
    let styles = map.consumerMapStyleCoordinator
    #expect(styles.polylineStyleOptions(with: .activeRoute).zIndex == 3)
    #expect(styles.markerStyleOptions(with: .tripVehicle).isFlat)
    try style("[marker.vehicle]\nflat = false").apply(to: styles)
    #expect(!styles.markerStyleOptions(with: .tripVehicle).isFlat)
  }

  @Test(arguments: [
    ("a = 1", 1, "unknown table a. Known are polyline, marker."),
    ("\n[polylines.x]", 2, "unknown table polylines. Did you mean polyline?"),
    ("[polyline.activ-route]", 1, "table activ-route in [polyline]. Did you mean active-route?"),
    ("[marker.vehicle]\n\n# x\nicons = ''", 4, "unknown key icons in [marker.vehicle]. Did you"),
    ("[marker.vehicle]\nqqqqqqq = 1", 2, "Known are ground-anchor, visible, icon, icon-view"),
    (
      "[polyline.active-route]\ntraffic-colors.slow = 1\ntraffic-colors.fast = 1", 3,
      "unknown key fast in [polyline.active-route.traffic-colors]."
    ),
    ("polyline = 3", 1, "polyline must be a table, not 3."),
    ("[marker]\nvehicle = true", 2, "vehicle must be a table, not true."),
    ("[[marker.vehicle]]", 1, "vehicle must be a table, not a list of 1."),
    ("[polyline.active-route]\ntraffic-colors = 1", 2, "traffic-colors in [polyline.active-route]"),
    ("[polyline.active-route]\nstroke-width = -1", 2, "a number from 0 to 100, not -1."),
    ("[polyline.active-route]\nstroke-width = nan", 2, "not a number that is not finite."),
    ("[polyline.active-route]\nstroke-width = '2'", 2, "a number from 0 to 100, not \"2\"."),
    ("[polyline.active-route]\nvisible = 1", 2, "must be true or false, not 1."),
    (
      "[polyline.active-route]\nz-index = 2147483648", 2,
      "-2147483648 to 2147483647, not 2147483648."
    ),
    ("[polyline.active-route]\nz-index = 1.0", 2, "must be a whole number"),
    ("[polyline.active-route]\nstroke-color = 256", 2, "must be a color such as"),
    ("[polyline.active-route]\nstroke-color = '#12345'", 2, "must be a color such as"),
    ("[polyline.active-route]\nstroke-color = '#é34'", 2, "must be a color such as"),
    ("[polyline.active-route]\nstroke-color = ''", 2, "must be a color such as"),
    ("[marker.pickup]\nground-anchor = [0.5]", 2, "must be two numbers from 0 to 1"),
    ("[marker.pickup]\nground-anchor = [0.5, 1.1]", 2, "must be two numbers from 0 to 1"),
    ("[marker.pickup]\nicon = ''", 2, "must be a text of 1 to 16 columns, not \"\"."),
    ("[marker.pickup]\nicon = '12345678901234567'", 2, "must be a text of 1 to 16 columns"),
    ("[marker.pickup]\nicon = '\\u001b'\nicon-view = []", 3, "not an empty list."),
    ("[marker.pickup]\nicon-view = ['1', 2]", 2, "not a list of 2."),
    ("[marker.pickup]\nicon-view = ['', '']", 2, "a list of 1 to 5 texts"),
    ("[marker.pickup]\nflat = 2020-01-01", 2, "must be true or false, not a date."),
    ("[marker.pickup]\nflat = true\nflat = true", 3, "this is not TOML: "),
    ("[marker.pickup\n", 1, "this is not TOML: "), ("\nx = '", 2, "this is not TOML: "),
    ("[^]", 1, "this is not TOML: "), ("a = 1 é", 1, "this is not TOML: "),
    ("x = [[[[[[[[[1]]]]]]]]]", 1, "this is not TOML: "),
    ("a" + String(repeating: ".a", count: 40) + " = 1", 1, "more than 32 dots on this line."),
    ("z-index = 1\n[marker.x]\n[polyline.y]", 1, "unknown table z-index."),
  ]) func `An invalid style file is refused with its line number`(
    text: String, line: Int, fragment: String
  ) {
    let error = #expect(throws: CommandError.self) { try style(text) }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix("style.toml:\(line): ") == true)
    #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
  }

  @Test func `An error about a style file has no control characters and a bounded length`() throws {
    let key = "\"\\u001b[31m" + String(repeating: "k", count: 5_000) + "\""
    for text in [
      "\(key) = 1", "[marker.vehicle]\n\(key) = 1", "[marker.vehicle]\nz-index = \(key)",
    ] {
      let error = try #require(throws: CommandError.self) { try style(text) }
      #expect(error.message.count < 250)
      #expect(!error.message.unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test func `A style file that cannot be read is refused`() {
    let folder = TestFolder()
    let large = folder.file("large.toml", String(repeating: "#\n", count: 40_000))
    for (path, why) in [
      (folder.path, "is a directory"), (folder.path + "/none", "does not exist"),
      (large, "holds more than 65536 bytes"),
    ] {
      let error = #expect(throws: CommandError.self) { try StyleFile(contentsOf: path) }
      #expect(error?.message == "The style file \(path) \(why).")
    }
  }

  @Test func `The example of a style file has every key`() throws {
    _ = try StyleFile(contentsOf: Self.example)
    let text = try String(contentsOfFile: Self.example, encoding: .utf8)
    let keys =
      StyleKey<PolylineStyleOptions>.polyline.map(\.name)
      + StyleKey<MarkerStyleOptions>.marker.map(\.name)
    for key in keys { #expect(text.contains("\n\(key) = "), "\(key)") }
  }

  @Test func `A style file never traps, whatever its bytes`() throws {
    let example = try Array(String(contentsOfFile: Self.example, encoding: .utf8).utf8)
    let tokens = ["[", "]]", "{", "}", "=", "\"", "'''", ".", ",", "#", "\n", "1e9", "é", "\u{7F}"]
    var refused = 0
    func read(_ bytes: [UInt8]) {
      do { _ = try StyleFile(toml: bytes, file: "f") } catch {
        refused += 1
        #expect(error.message.hasPrefix("f:"))
      }
    }
    for place in stride(from: 0, to: example.count, by: 3) {
      read(Array(example[..<place]))
      var changed = example
      changed[place] = UInt8(truncatingIfNeeded: place &* 73)
      read(changed)
      var longer = example
      longer.insert(contentsOf: tokens[place % tokens.count].utf8, at: place)
      read(longer)
      // Bytes without any order.
      read(
        (0..<place % 64).map { UInt8(truncatingIfNeeded: ($0 + 7) &* (place + 11) &* 2_654_435) })
    }
    #expect(refused > example.count / 3)
  }
}
