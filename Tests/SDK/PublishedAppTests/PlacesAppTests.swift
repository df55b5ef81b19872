import CellGrid
import CoreLocation
import Foundation
import GoogleMaps
import TestSupport
import Testing
import UIKit

@Suite(.limited, .serialized) @MainActor struct `A published app with places` {
  private func loaded() -> PlacesViewController {
    CLLocationManager.hostLocation = nil
    let app = PlacesViewController()
    app.view.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
    app.mapView.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
    return app
  }

  @Test
  func `A published app with places draws markers of its own class and fits them into the view`()
    async throws
  {
    let app = loaded()
    app.show([
      Place(name: "pickup", coordinate: CLLocationCoordinate2DMake(48.1, 16.2)),
      Place(name: "dropoff", coordinate: CLLocationCoordinate2DMake(48.3, 16.5)),
      Place(name: "nowhere", coordinate: kCLLocationCoordinate2DInvalid),
    ])
    let picture = await Picture(app.mapView)
    let pickup = try #require(picture.cell(of: "(P)"))
    let dropoff = try #require(picture.cell(of: "(D)"))
    #expect(pickup.row > dropoff.row)
    #expect(pickup.column < dropoff.column)
    // 64 points of padding are 4 rows, and 32 more at the bottom 2.
    #expect((3...5).contains(dropoff.row))
    #expect((12...14).contains(pickup.row))
    #expect(!picture.text.contains("(*)"))
    #expect((app.markers[0].userData as? Place)?.name == "pickup")
    app.show([])
    #expect(!(await Picture(app.mapView)).text.contains("("))
  }

  @Test func `A published app with places turns a car's arrow with its rotation`() async throws {
    let app = loaded()
    let middle = CLLocationCoordinate2DMake(48.2, 16.37)
    app.showCar(at: middle, rotation: 0)
    let north = await Picture(app.mapView)
    app.showCar(at: middle, rotation: 90)
    let east = await Picture(app.mapView)
    #expect(north.text.contains("[↑]"))
    #expect(east.text.contains("[→]"))
    UIImage.setText(["/\\", "\\/"], color: .red, forImageNamed: "diamond")
    app.carMarker.icon = UIImage(named: "diamond")
    let diamond = await Picture(app.mapView)
    #expect(diamond.text.contains("/\\") && diamond.text.contains("\\/"))
    #expect(UIImage(named: "") == nil)
    #expect(UIImage(systemName: "car.fill")?.value.isVehicle == true)
  }

  @Test func `A published app with places marks the device's position and moves there`()
    async throws
  {
    let app = loaded()
    #expect(app.mapView.myLocation == nil)
    _ = await Picture(app.mapView)
    CLLocationManager.hostLocation = CLLocation(latitude: 48.21, longitude: 16.37)
    await waitWhile(app.mapView.myLocation == nil || app.metersBetween == 0)
    #expect(abs(app.metersBetween - 1_112) < 2)
    _ = await Picture(app.mapView, at: 1)
    let picture = await Picture(app.mapView, at: 2)
    #expect(picture.cell(of: "(@)") == GridPoint(column: 29, row: 10))
    #expect(app.mapView.myLocation?.coordinate.latitude == 48.21)
    app.mapView.isMyLocationEnabled = false
    #expect(!(await Picture(app.mapView, at: 2)).text.contains("(@)"))
    CLLocationManager.hostLocation = nil
  }

  @Test func `A published app with places moves the camera by updates`() async throws {
    let app = loaded()
    let map = try #require(app.mapView)
    _ = await Picture(map)
    map.moveCamera(.zoomIn())
    #expect(map.camera.zoom == 13)
    map.moveCamera(.zoom(to: 99))
    #expect(map.camera.zoom == 21)
    map.setMinZoom(10, maxZoom: 15)
    map.animate(toZoom: .nan)
    _ = await Picture(map, at: 1)
    _ = await Picture(map, at: 2)
    #expect(map.camera.zoom == 10)
    map.moveCamera(.setTarget(CLLocationCoordinate2DMake(10, 20), zoom: 14))
    #expect(abs(map.camera.target.longitude - 20) < 1e-9)
    map.moveCamera(.scrollBy(x: 80, y: 0))
    #expect(map.camera.target.longitude > 20)
    map.moveCamera(.setTarget(kCLLocationCoordinate2DInvalid))
    map.moveCamera(.fit(GMSCoordinateBounds()))
    map.moveCamera(.scrollBy(x: .nan, y: .infinity))
    let camera = try #require(
      map.camera(
        for: GMSCoordinateBounds(
          coordinate: CLLocationCoordinate2DMake(1, 1), coordinate: CLLocationCoordinate2DMake(2, 2)
        ),
        insets: .zero
      )
    )
    #expect(camera.zoom == 10)
    map.camera = GMSCameraPosition(
      target: CLLocationCoordinate2DMake(5, 6), zoom: 12, bearing: 45, viewingAngle: 30)
    let region = map.projection.visibleRegion()
    #expect(GMSCoordinateBounds(region: region).contains(map.camera.target))
    #expect(map.projection.point(for: map.camera.target).x.rounded() == 30)
    let back = map.projection.coordinate(for: map.projection.point(for: map.camera.target))
    #expect(abs(back.latitude - 5) < 1e-6)
  }

  @Test func `A published app with places reads and writes encoded paths`() throws {
    let path = try #require(GMSPath(fromEncodedPath: "_p~iF~ps|U_ulLnnqC"))
    #expect(path.count() == 2)
    #expect(path.coordinate(at: 0).latitude == 38.5)
    #expect(!CLLocationCoordinate2DIsValid(path.coordinate(at: 9)))
    #expect(path.encodedPath() == "_p~iF~ps|U_ulLnnqC")
    #expect(GMSPath(fromEncodedPath: "\u{1}") == nil)
    let copy = GMSMutablePath(path: path)
    copy.removeLastCoordinate()
    copy.addLatitude(1, longitude: 2)
    copy.replaceCoordinate(at: 0, with: CLLocationCoordinate2DMake(3, 4))
    copy.insert(CLLocationCoordinate2DMake(5, 6), at: 99)
    copy.removeCoordinate(at: 99)
    #expect(copy.count() == 3)
    #expect(path.count() == 2)
  }
}
