import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import Geo
import GoogleRidesharingCompat
import HTTPMessages
import RidesharingConsumer
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `Objects by the SDK's names` {
  private let clock = ManualClock()
  private let service: GMTCTripService
  private let name = "providers/p/trips/t"

  init() {
    let clock = clock
    let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in
      .json(#"{"name":"providers/p/trips/t","tripStatus":"NEW"}"#)
    }
    service = GMTCTripService(
      TripService(
        client: FleetEngineClient(transport: transport, tokens: FixedTokens()), providerID: "p",
        clock: ServiceClock(clock) { Timestamp(seconds: 0) + clock.now.offset },
        random: SystemRandomNumberGenerator()))
  }

  @Test func `Objects by the SDK's names are the same for the same model while it is alive`() {
    let model: GMTCTripModel = service.tripModel(forTripName: name)
    #expect(service.tripModel(forTripName: name) === model)
    #expect(GMTCTripModel.of(model.model) === model)
    #expect(service.hasTripModel(forTripName: name))
    #expect(service.allTripModels().first === model)
    #expect(service.activeTripModels().isEmpty)
    let session = GMTCJourneySharingSession(tripModel: model)
    #expect(session.tripModel === model)
  }

  @Test func `Objects by the SDK's names are released when they are unused`() {
    var model: GMTCTripModel? = service.tripModel(forTripName: name)
    weak let goneModel = model
    model = nil
    #expect(goneModel == nil)
    #expect(!service.hasTripModel(forTripName: name))
    var map: GMTCMapView? = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 80, height: 24))
    weak let goneMap = map
    map = nil
    #expect(goneMap == nil)
  }

  @Test func `Objects by the SDK's names notify a subscriber until it is released`() async {
    let model = service.tripModel(forTripName: name)
    let listener = Listener()
    model.register(listener)
    model.register(listener)
    #expect(model.state == .active)
    await clock.sleepers()
    await waitWhile(listener.statuses.isEmpty)
    #expect(listener.statuses == [.new])
    #expect(listener.states == [.active])
    model.unregisterSubscriber(listener)
    #expect(model.state == .inactive)
  }

  @Test func `Objects by the SDK's names hold subscribers weakly and end the polling without them`()
    async
  {
    let model = service.tripModel(forTripName: name)
    var listener: Listener? = Listener()
    weak let gone = listener
    if let listener { model.register(listener) }
    await clock.sleepers()
    listener = nil
    #expect(gone == nil)
    clock.advance(by: .seconds(5))
    await waitWhile(model.state == .active)
    #expect(model.state == .inactive)
  }

  @Test func `Objects by the SDK's names change a model's options live and copy what is set`() {
    let model: GMTCTripModel = service.tripModel(forTripName: name)
    let options = model.options
    options.autoRefreshTimeInterval = 20
    #expect(model.model.options.autoRefreshTimeInterval == 20)
    let other = GMTCMutableTripModelOptions()
    other.autoRefreshTimeInterval = 40
    model.options = other
    other.autoRefreshTimeInterval = 60
    #expect(model.model.options.autoRefreshTimeInterval == 40)
    #expect(model.options === options)
    #expect(options.autoRefreshTimeInterval == 40)
  }

  @Test func `Objects by the SDK's names show and hide a session and notify its delegate`() {
    let session = GMTCJourneySharingSession(tripModel: service.tripModel(forTripName: name))
    let listener = Listener()
    session.delegate = listener
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 80, height: 24))
    map.show(session)
    #expect(session.hostMapView === map)
    #expect(session.state == .active)
    #expect(map.activeSessions().first === session)
    #expect(session.tripModel.state == .active)
    map.hideAllMapViewSessions()
    #expect(session.hostMapView == nil)
    #expect(map.activeSessions().isEmpty)
    #expect(session.tripModel.state == .inactive)
    #expect(listener.sessionStates == [.active, .inactive])
  }

  @Test func `Objects by the SDK's names notify the delegate of a map once that it has a size`()
    async
  {
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 80.9, height: 24))
    let listener = Listener()
    map.delegate = listener
    await waitWhile(listener.initialized.isEmpty)
    #expect(listener.initialized.count == 1)
    #expect(listener.initialized.first === map)
    #expect(map.map.size.columns == 80)
    #expect(map.map.size.rows == 24)
    #expect(map.isAllowCameraAutoUpdate)
    map.isAllowCameraAutoUpdate = false
    #expect(!map.map.isAllowCameraAutoUpdate)
    map.settings.myLocationButton = true
    #expect(map.map.settings.myLocationButton)
  }

  @Test(arguments: [CGFloat.nan, .infinity, -1, 1e300])
  func `Objects by the SDK's names accept a frame of any size`(_ length: CGFloat) async {
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: length, height: length))
    await mainActorTurn()
    #expect((0...10_000).contains(map.map.size.columns))
  }

  @Test func `Objects by the SDK's names return no driver for an invalid ID`() {
    func api(_ vehicleID: String, _ navigator: GMSNavigator?) -> GMTDRidesharingDriverAPI? {
      GMTDRidesharingDriverAPI(
        driverContext: GMTDDriverContext(
          accessTokenProvider: NoTokens(), providerID: "p", vehicleID: vehicleID,
          navigator: navigator))
    }
    #expect(api("car", GMSMapView().navigator) != nil)
    #expect(api("a/b", GMSMapView().navigator) == nil)
    #expect(api("car", nil) == nil)
  }

  @Test func `Objects by the SDK's names notify weakly held listeners of locations`() throws {
    let provider = try #require(GMSMapView().roadSnappedLocationProvider)
    var listener: Listener? = Listener()
    if let listener { provider.add(listener) }
    provider.startUpdatingLocation()
    let place = VehicleLocation(location: .init(latitude: 1, longitude: 2), heading: 90)
    provider.provider.report(place)
    #expect(listener?.locations.count == 1)
    #expect(listener?.locations.first.map { Coordinate($0.coordinate) } == place.location)
    #expect(listener?.locations.first?.course == 90)
    #expect(listener?.locations.first.map { VehicleLocation($0).heading } == 90)
    weak let gone = listener
    listener = nil
    #expect(gone == nil)
    provider.provider.report(place)
    provider.stopUpdatingLocation()
    #expect(!provider.provider.isUpdatingLocation)
  }
}

/// Records the callbacks.
@MainActor
private final class Listener: GMTCTripModelSubscriber, GMTCMapViewDelegate,
  GMTCMapViewSessionDelegate, GMSRoadSnappedLocationProviderListener
{
  var states: [GMTCTripModelState] = []
  var statuses: [GMTSTripStatus] = []
  var sessionStates: [GMTCMapViewSessionState] = []
  var initialized: [GMTCMapView] = []
  var locations: [CLLocation] = []

  func tripModel(_ tripModel: GMTCTripModel, didUpdate sessionState: GMTCTripModelState) {
    states.append(sessionState)
  }

  func tripModel(_ tripModel: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus) {
    statuses.append(tripStatus)
  }

  func mapViewDidInitialize(_ mapview: GMTCMapView) { initialized.append(mapview) }

  func mapViewSession(
    _ mapViewSession: any GMTCMapViewSession, didUpdate state: GMTCMapViewSessionState
  ) { sessionStates.append(state) }

  func locationProvider(
    _ provider: GMSRoadSnappedLocationProvider,
    didUpdate location: CLLocation
  ) {
    locations.append(location)
  }
}

private final class NoTokens: GMTDAuthorization {
  func fetchToken(
    with authorizationContext: GMTDAuthorizationContext?,
    completion: @escaping GMTDAuthTokenFetchCompletionHandler
  ) { completion(nil, nil) }
}
