import ConsumerMap
import FleetEngine
import GoogleRidesharingConsumer
import TestSupport
import Testing

/// A guide's view controller with what the guide's other listings do to it.
@MainActor struct GuidedRide {
  let controller: RideViewController
  let cancel: () -> Void
  /// The listings for styles, if the guide has them.
  var setStyles: () -> Void = {}
}

/// Each guide in a process of its own, because the SDK's services are set up once in a process.
@Suite(.limited) struct `The consumer guides' listings` {
  @Test func `The consumer guides' listings of guide 000 follow a ride`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let world = try RideWorld()
      let app = Guide000.AppDelegate()
      #expect(app.application(.shared, didFinishLaunchingWithOptions: nil))
      let controller = Guide000.MapViewController()
      let ride = GuidedRide(controller: controller, cancel: controller.cancelCurrentActiveTrip) {
        controller.updatePolylineUIOptions()
        controller.updateMarkerUIOptions()
      }
      try await follow(ride, in: world)
      await listen(Guide000.UnregisteringViewController.init, in: world)
    }
  }

  @Test func `The consumer guides' listings of guide 001 follow a ride`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let world = try RideWorld()
      let app = Guide001.AppDelegate()
      #expect(app.application(.shared, didFinishLaunchingWithOptions: nil))
      let controller = Guide001.MapViewController()
      let ride = GuidedRide(controller: controller, cancel: controller.cancelCurrentActiveTrip) {
        controller.updatePolylineUIOptions()
        controller.updateMarkerUIOptions()
      }
      try await follow(ride, in: world)
      await listen(Guide001.UnregisteringViewController.init, in: world)
    }
  }

  @Test func `The consumer guides' listings of guide 002 follow a ride and see why it fails`() async
  {
    await #expect(processExitsWith: .success) { @MainActor in
      let world = try RideWorld()
      GMTCServices.setAccessTokenProvider(
        Guide000.SampleAccessTokenProvider(), providerID: yourProviderID)
      let controller = Guide002.MapViewController()
      try await follow(
        GuidedRide(controller: controller, cancel: controller.cancelCurrentActiveTrip), in: world)
      await listen(Guide002.UnregisteringViewController.init, in: world)
      await fail(Guide002.TripErrorsViewController(), in: world)
    }
  }

  @Test func `The consumer guides' listings of guide 004 follow a ride and see why it fails`() async
  {
    await #expect(processExitsWith: .success) { @MainActor in
      let world = try RideWorld()
      GMTCServices.setAccessTokenProvider(
        Guide001.SampleAccessTokenProvider(), providerID: yourProviderID)
      let controller = Guide004.MapViewController()
      try await follow(
        GuidedRide(controller: controller, cancel: controller.cancelCurrentActiveTrip), in: world)
      await listen(Guide004.UnregisteringViewController.init, in: world)
      await fail(Guide004.TripErrorsViewController(), in: world)
    }
  }
}

/// Follows a ride with a guide's view controller from its start to the end of the polling.
@MainActor private func follow(_ ride: GuidedRide, in world: RideWorld) async throws {
  let controller = ride.controller
  let log = controller.log
  controller.selectedPickupLocation = GMTSTerminalLocation(.init(point: RideWorld.pickup))
  controller.selectedDropoffLocation = GMTSTerminalLocation(.init(point: RideWorld.dropoff))
  controller.book = { pickup, dropoff in
    do { return (try await world.book("ride", pickup, dropoff), nil) } catch { return ("", error) }
  }
  controller.loadViewIfNeeded()
  #expect(controller.view.subviews.contains { $0 === controller.mapView })
  await waitWhile(controller.currentTripModel == nil)
  let recorder = CallRecorder(log)
  controller.currentTripModel.register(recorder)
  await log.has(.trip)
  #expect(!controller.isLoading)
  #expect(controller.mapView.pickupLocation == controller.selectedPickupLocation)
  #expect(controller.mapView.dropoffLocation == controller.selectedDropoffLocation)
  #expect(controller.shownTrips.last??.tripStatus == .new)
  #expect(controller.currentTripModel.state == .active)
  let services = GMTCServices.shared()
  #expect(services.tripService.activeTripModels().first === controller.currentTripModel)

  ride.setStyles()
  try await world.update("ride", to: .enrouteToPickup)
  try await world.drive()
  await world.nextPoll()
  await log.has(.activeRouteTraffic, times: 2)
  let trip = try #require(controller.currentTripModel.currentTrip)
  #expect(trip.tripStatus == .enrouteToPickup)
  #expect(trip.remainingDistanceOfActiveRouteInMeters() == 430)
  #expect(trip.activeRoute()?.count == 2)
  #expect(
    trip.remainingWaypoints?.map(\.waypointType) == [.pickUp, .intermediateDestination, .dropOff])

  let session = try #require(controller.currentJourneySharingSession)
  #expect(controller.mapView.activeSessions().first === session)
  #expect(session.hostMapView === controller.mapView)
  #expect(session.tripModel === controller.currentTripModel)
  let shown = controller.mapView.map.advance(to: world.clock.now.offset)
  #expect(shown.scene.markers.count >= 4)
  #expect(!shown.scene.polylines.isEmpty)
  #expect(shown.camera != nil)

  world.transport.failOnce()
  await world.nextPoll()
  await log.has(.error)
  #expect(Set(log.calls) == Set(Callback.allCases))

  controller.currentTripModel.unregisterSubscriber(recorder)
  ride.cancel()
  #expect(controller.currentTripModel.state == .inactive)
  #expect(controller.mapView.activeSessions().isEmpty)
  #expect(session.state == .inactive)
  await expectSilence(in: world)
  // The listing's provider caches its token, so it has requested only one.
  #expect(TokenBackend.count == 1)
}

/// Registers a subscriber as one listing does and unregisters it as the next one does.
@MainActor private func listen(_ make: () -> RideViewController, in world: RideWorld) async {
  let model: GMTCTripModel = GMTCServices.shared().tripService.tripModel(
    forTripName: "providers/\(yourProviderID)/trips/ride")
  var controller: RideViewController? = make()
  controller?.currentTripModel = model
  #expect(model.state == .inactive)
  controller?.loadViewIfNeeded()
  #expect(model.state == .active)
  let count = model.model.polling.totalUpdates
  await waitWhile(model.model.polling.totalUpdates == count)
  #expect(model.model.polling.totalUpdates == count + 1)
  controller = nil
  #expect(model.state == .inactive)
  await expectSilence(in: world)
}

/// Follows a trip that does not exist.
@MainActor private func fail(
  _ controller: RideViewController & GMTCTripModelSubscriber, in world: RideWorld
) async {
  let model = GMTCServices.shared().tripService.tripModel(forTripName: "no trip")
  model.register(controller)
  await controller.log.has(.error)
  #expect(controller.errorCodes == [RPCCode.invalidArgument.rawValue])
  model.unregisterSubscriber(controller)
  await expectSilence(in: world)
}

/// Expects that nothing waits on the clock, so the polling has stopped.
@MainActor private func expectSilence(in world: RideWorld) async {
  await waitWhile(world.clock.sleeperCount > 0)
  #expect(world.clock.sleeperCount == 0)
  let count = world.transport.count
  world.clock.advance(by: .seconds(600))
  await mainActorTurn()
  #expect(world.transport.count == count)
}
