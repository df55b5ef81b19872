import CellGrid
import ConsumerMap
import GoogleMaps
import MapCanvas
import TestSupport
import Testing

/// The drawing of a map by a host.
@MainActor struct Picture {
  let frame: Frame
  let camera: Camera?
  private let map: MapView

  /// Lets the map take its size and draws it.
  init(_ mapView: GMSMapView, at seconds: Double = 0) async {
    await mainActorTurn()
    map = mapView.map
    let snapshot = map.advance(to: .seconds(seconds))
    var frame = Frame(size: map.size)
    if let camera = snapshot.camera {
      MapRenderer(showsScaleBar: false).draw(
        snapshot.scene, camera: camera, into: &frame, rect: frame.bounds)
    }
    self.frame = frame
    camera = snapshot.camera
  }

  var text: String { frame.rows.joined(separator: "\n") }

  /// The first cell of a text.
  func cell(of text: String) -> GridPoint? {
    for (index, row) in frame.rows.enumerated() {
      if let range = row.firstRange(of: text) {
        return GridPoint(
          column: row.distance(from: row.startIndex, to: range.lowerBound), row: index)
      }
    }
    return nil
  }

  /// Taps where a text is.
  func tap(_ text: String) throws { map.tap(at: try #require(cell(of: text))) }
}
