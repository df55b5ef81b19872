import CellGrid
import CoreLocation
import Foundation
import GoogleMaps
import GoogleRidesharingConsumer
import HTTPMessages
import RidesharingConsumer
import FleetEngine
import TestSupport
import Testing
import UIKit

@Suite(.limited) @MainActor struct `A published rider's app` {
  private let app = RiderViewController()

  private func load() {
    app.loadViewIfNeeded()
    app.mapView.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
  }

  @Test func `A published rider's app keeps a camera that was set before the map had a size`()
    async throws
  {
    load()
    let picture = await Picture(app.mapView)
    let camera = try #require(picture.camera)
    #expect(abs(camera.center.latitude - 48.2) < 1e-9)
    #expect(camera.zoom == 11)
    #expect(app.mapView.camera.zoom == 13)
    #expect(app.gestures == [false])
    #expect(app.changes == 1)
    #expect(app.idlePositions.map(\.zoom) == [13])
    _ = await Picture(app.mapView, at: 1)
    #expect(app.idlePositions.count == 1)
  }

  @Test func `A rider's app picks places by moving the map under a marker`() async throws {
    load()
    app.step = .pickingPickup
    _ = await Picture(app.mapView)
    var picture = await Picture(app.mapView)
    var cell = try #require(picture.cell(of: "(P)"))
    #expect(cell == GridPoint(column: 29, row: 10))
    #expect(app.pickup.point?.latitude == app.idlePositions.last?.target.latitude)
    #expect(app.pickup.label == "Here")

    app.step = .pickingDropoff
    app.mapView.map.pan(columns: 10, rows: 0)
    _ = await Picture(app.mapView, at: 1)
    #expect(app.gestures == [false, true])
    picture = await Picture(app.mapView, at: 1)
    #expect(!picture.text.contains("(P)"))
    cell = try #require(picture.cell(of: "(*)"))
    #expect(cell == GridPoint(column: 29, row: 10))
    #expect(picture.frame[29, 10].style.foreground == .rgb(red: 0, green: 255, blue: 0))
    #expect(app.dropoff.description == "There")

    app.showPreview()
    _ = await Picture(app.mapView, at: 2)
    picture = await Picture(app.mapView, at: 3)
    let red = picture.frame.cells.filter {
      $0.style.foreground == .rgb(red: 255, green: 0, blue: 0)
    }
    #expect(red.count >= 15)
    #expect(app.mapView.projection.contains(try #require(app.pickup.point).coordinate()))
    #expect(app.idlePositions.count == 3)
    #expect(app.changes == 3)
    app.previewLine?.strokeWidth = 0
    picture = await Picture(app.mapView, at: 3)
    #expect(
      !picture.frame.cells.contains { $0.style.foreground == .rgb(red: 255, green: 0, blue: 0) })
  }

  @Test func `A published rider's app shows its stops, which can be tapped, changed and removed`()
    async throws
  {
    load()
    app.showStops([
      GMTSTerminalLocation(
        point: GMTSLatLng(latitude: 48.203, longitude: 16.36), label: nil, description: nil,
        placeID: nil, generatedID: nil, accessPointID: nil)
    ])
    let stop = try #require(app.stopMarkers.last)
    var picture = await Picture(app.mapView)
    try picture.tap("(o)")
    #expect(app.tapped == [stop])
    #expect(app.mapView.selectedMarker == nil)

    app.handlesTaps = false
    stop.title = "Market"
    stop.snippet = "5 min"
    try picture.tap("(o)")
    #expect(app.mapView.selectedMarker === stop)
    picture = await Picture(app.mapView)
    try picture.tap("Market: 5 min")
    #expect(app.tappedInfo == [stop])
    app.mapView.map.tap(at: GridPoint(column: 1, row: 18))
    #expect(app.tappedPlaces.count == 1)
    #expect(app.mapView.selectedMarker == nil)
    #expect(!(await Picture(app.mapView)).text.contains("Market"))

    stop.isTappable = false
    picture = await Picture(app.mapView)
    try picture.tap("(o)")
    #expect(app.tapped.count == 2)
    #expect(app.tappedPlaces.count == 2)
    stop.opacity = 0
    #expect(!(await Picture(app.mapView)).text.contains("(o)"))
    stop.opacity = 1
    #expect((await Picture(app.mapView)).text.contains("(o)"))
    stop.map = nil
    #expect(!(await Picture(app.mapView)).text.contains("(o)"))
  }

  @Test
  func
    `A published rider's app clears its markers when it follows the trip, and is notified of it`()
    async throws
  {
    await #expect(processExitsWith: .success) { @MainActor in
      let clock = ManualClock()
      ConsumerServices.transport = ScriptedTransport { _, _ throws(HTTPTransportError) in
        .json(
          #"""
          {"name": "providers/p/trips/t", "tripStatus": "ENROUTE_TO_PICKUP",
           "pickupPoint": {"point": {"latitude": 48.2, "longitude": 16.37}},
           "remainingWaypoints": [
             {"tripId": "other", "waypointType": "DROP_OFF_WAYPOINT_TYPE",
              "location": {"point": {"latitude": 48.2003, "longitude": 16.3695}}},
             {"tripId": "t", "waypointType": "PICKUP_WAYPOINT_TYPE",
              "location": {"point": {"latitude": 48.2, "longitude": 16.37}}}]}
          """#)
      }
      ConsumerServices.clock = ServiceClock(clock) { Timestamp(seconds: 0) + clock.now.offset }
      GMTCServices.setAccessTokenProvider(Tokens(), providerID: "p")
      let app = RiderViewController()
      app.loadViewIfNeeded()
      app.mapView.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
      app.pickupMarker.position = CLLocationCoordinate2DMake(48.19, 16.37)
      app.pickupMarker.map = app.mapView
      #expect((await Picture(app.mapView)).text.contains("(P)"))
      app.follow("providers/p/trips/t")
      #expect(app.pickupMarker.map == nil)
      await waitWhile(app.statuses.isEmpty)
      #expect(app.statuses == [.enrouteToPickup])
      for second in [1.0, 2, 3] { _ = await Picture(app.mapView, at: second) }
      let text = (await Picture(app.mapView, at: 3)).text
      #expect(text.contains(" P "))
      #expect(text.contains("(*)"))
      // The service's model without `if let`, and where a type is written.
      let model = GMTCServices.shared().tripService.tripModel(forTripName: "providers/p/trips/t")
      #expect(model.state == .active)
      let sure: GMTCTripModel = GMTCServices.shared().tripService.tripModel(
        forTripName: "providers/p/trips/t")
      #expect(sure === model)
      app.stop()
      #expect(model.state == .inactive)
      #expect(app.mapView.activeSessions().isEmpty)
    }
  }
}

private final class Tokens: NSObject, GMTCAuthorization {
  func fetchToken(
    with authorizationContext: GMTCAuthorizationContext?,
    completion: @escaping GMTCAuthTokenFetchCompletionHandler
  ) { completion("token", nil) }
}
