import CoreLocation
import FleetEngine
import Foundation
import GoogleMaps
import GoogleRidesharingDriver
import TestSupport
import Testing

@Suite(.limited) struct `A published driver's app` {
  @Test
  func `A driver's app simulates its drive, is notified of its arrival and keeps the car centered`()
    async
  {
    await #expect(processExitsWith: .success) { @MainActor in
      let clock = ManualClock()
      GMTDRidesharingDriverAPI.clock = ServiceClock(clock) {
        Timestamp(seconds: 0) + clock.now.offset
      }
      let app = DriverViewController()
      app.loadViewIfNeeded()
      await waitWhile(app.locations.isEmpty)
      #expect(app.isReady)
      #expect(app.locations.first?.coordinate.latitude == DriverViewController.start.latitude)
      let status = await withCheckedContinuation { continuation in
        app.setDestination(GMTSLatLng(latitude: 48.2, longitude: 16.37)) {
          continuation.resume(returning: $0)
        }
      }
      #expect(status == .OK)
      #expect(app.routes == 1)
      app.drive()
      app.mapView.locationSimulator?.isPaused = true
      app.mapView.locationSimulator?.isPaused = false
      for _ in 0..<1_000 {
        guard app.arrivals.isEmpty else { break }
        await clock.sleepers()
        clock.advance(by: .seconds(1))
      }
      #expect(app.arrivals.count == 1)
      #expect(app.arrivals.first?.coordinate.latitude == 48.2)
      _ = await Picture(app.mapView, at: 1)
      _ = await Picture(app.mapView, at: 2)
      let last = app.locations.last?.coordinate ?? kCLLocationCoordinate2DInvalid
      #expect(abs(app.mapView.camera.target.latitude - last.latitude) < 1e-3)
      app.mapView.cameraMode = .overview
      app.mapView.locationSimulator?.stopSimulation()
    }
  }
}
