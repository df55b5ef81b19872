import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import GoogleRidesharingCompat
import MapCanvas
import TestSupport
import Testing

@testable import UIKit

@Suite(.limited) @MainActor struct `A tree of views` {
  private let root = UIView(frame: CGRect(x: 0, y: 0, width: 12, height: 4))

  @Test func `A tree of views shows the lines of labels where they are placed`() {
    add("one\ntwo\nthree", x: 0, y: 0, width: 12, height: 4).numberOfLines = 2
    add("right", x: 0, y: 2, width: 12, height: 1).textAlignment = .right
    add("middle", x: 0, y: 3, width: 12, height: 1).textAlignment = .center
    #expect(rows() == ["one", "two", "       right", "   middle"])
  }

  @Test func `A tree of views truncates text to its label and omits control characters`() {
    add("too long for it", x: 1, y: 0, width: 6, height: 1)
    add("a\u{1B}[31mb", x: 0, y: 1, width: 12, height: 1)
    add("é…", x: 0, y: 2, width: 12, height: 1)
    #expect(rows(.ascii).prefix(1) == [" too l~"])
    #expect(rows(.ascii)[2] == "??")
    #expect(!rows().joined().contains("\u{1B}"))
  }

  @Test func `A tree of views covers views behind a background and shows no hidden view`() {
    add("behind it", x: 0, y: 0, width: 12, height: 1)
    let box = UIView(frame: CGRect(x: 2, y: 0, width: 3, height: 2))
    box.backgroundColor = .blue
    root.addSubview(box)
    let image = UIImageView(image: UIImage(text: "<>"))
    box.addSubview(image)
    #expect(rows().first == "be<> d it")
    image.isHidden = true
    #expect(rows().first == "be   d it")
    root.sendSubviewToBack(box)
    #expect(rows().first == "behind it")
  }

  @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300, -5])
  func `A tree of views accepts frames of any position and size`(_ length: CGFloat) {
    let wild = CGRect(x: length, y: length, width: length, height: length)
    let map = GMTCMapView(frame: .zero)
    for view in [UIView(frame: wild), UILabel(frame: wild), map, UIView(frame: wild)] {
      view.backgroundColor = .gray
      (view as? UILabel)?.text = "text"
      root.addSubview(view)
    }
    map.frame = wild
    map.map.resize(to: GridSize(columns: 10_000, rows: 10_000))
    map.map.myLocation = Coordinate(latitude: 1, longitude: 2)
    map.map.moveCamera(to: Camera(center: Coordinate(latitude: 1, longitude: 2), zoom: 10))
    #expect(rows().count == 4)
  }

  @Test func `A tree of views keeps the middle of a map that is partly off the screen`() {
    let map = GMTCMapView(frame: CGRect(x: -6, y: -4, width: 24, height: 12))
    root.addSubview(map)
    map.map.resize(to: GridSize(columns: 24, rows: 12))
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    map.pickupLocation = GMTSTerminalLocation(TerminalLocation(point: place))
    // Half of the map's columns and rows are to the left of and above the marker, most off the screen.
    #expect(rows() == ["", "      P", "", ""])
  }

  @Test
  func `A tree of views says which key shows the own place, where the map has a button for it`() {
    let map = GMTCMapView(frame: root.bounds)
    root.addSubview(map)
    root.frame.size.width = 30
    map.map.resize(to: GridSize(columns: 30, rows: 4))
    map.map.moveCamera(to: Camera(center: Coordinate(latitude: 1, longitude: 2), zoom: 10))
    #expect(!rows(columns: 30).joined().contains("my location"))
    map.settings.myLocationButton = true
    #expect(rows(columns: 30).last?.hasSuffix("w: my location") == true)
  }

  @Test func `A tree of views shows a map with a scale and its key before there is a trip`() {
    let map = GMTCMapView(frame: root.bounds)
    root.addSubview(map)
    root.frame.size.width = 60
    map.settings.myLocationButton = true
    map.map.resize(to: GridSize(columns: 60, rows: 4))
    #expect(rows(columns: 60).last?.hasPrefix("├") == true)
    #expect(rows(columns: 60).last?.hasSuffix("w: my location") == true)
  }

  @discardableResult
  private func add(_ text: String, x: Int, y: Int, width: Int, height: Int) -> UILabel {
    let label = UILabel(frame: CGRect(x: x, y: y, width: width, height: height))
    label.text = text
    root.addSubview(label)
    return label
  }

  /// The rows of the picture without trailing blanks.
  private func rows(_ dots: DotGridKind = .braille, columns: Int = 12) -> [String] {
    var drawing = ViewDrawing(
      size: GridSize(columns: columns, rows: 4), now: .zero,
      look: TerminalLook(appearance: Appearance(), dots: dots))
    drawing.draw(root)
    return drawing.frame.rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }
}
