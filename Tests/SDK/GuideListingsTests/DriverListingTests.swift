import FleetEngine
import Foundation
import GoogleRidesharingDriver
import HTTPMessages
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `The driver guide's listings` {
  @Test func `The driver guide's listings count an empty mask separately from other failures`()
    throws
  {
    let listener = Guide003.VehicleReporterListener()
    let reporter = try api().vehicleReporter
    let update = GMTDVehicleUpdate(VehicleUpdate(vehicle: Vehicle(), mask: []))
    for message in ["update_mask cannot be empty", "Something else."] {
      let error = FleetEngineError(
        operation: "UpdateVehicle", code: .invalidArgument, message: message)
      listener.vehicleReporter(
        reporter, didFail: update, withError: VehicleReporterError.call(error))
    }
    #expect(listener.emptyMaskUpdates == 1)
    #expect(listener.failedUpdates == 1)
  }

  @Test func `The driver guide's listings enable tracking, go online and end the shift`()
    async throws
  {
    ridesharingDriverAPI = try api()
    let reporter = try #require(ridesharingDriverAPI?.vehicleReporter)
    Guide003.Listener.SampleViewController().viewDidLoad()
    Guide003.LocationProvider.SampleViewController().viewDidLoad()
    Guide003.DriverAPI.SampleViewController().viewDidLoad()
    Guide003.Tracking.SampleViewController().viewDidLoad()
    #expect(reporter.locationTrackingEnabled)
    Guide003.Online.SampleViewController().viewDidLoad()
    #expect(reporter.reporter.vehicleState == .online)
    Guide003.ShiftEndViewController().endShift()
    #expect(!reporter.locationTrackingEnabled)
    #expect(reporter.reporter.vehicleState == .offline)
    await reporter.reporter.finishPendingUpdates()
    ridesharingDriverAPI = nil
    // Without an API, as for an ID that is not valid, the listings do nothing.
    Guide003.Listener.SampleViewController().viewDidLoad()
    Guide003.LocationProvider.SampleViewController().viewDidLoad()
    Guide003.Tracking.SampleViewController().viewDidLoad()
    Guide003.Online.SampleViewController().viewDidLoad()
    Guide003.ShiftEndViewController().endShift()
    #expect(!ridesharingDriverAPI.vehicleReporter.locationTrackingEnabled)
    ridesharingDriverAPI.vehicleReporter.locationUpdateInterval = 20
    #expect(ridesharingDriverAPI.vehicleReporter.locationReportingInterval == 10)
    GMSMapView().roadSnappedLocationProvider?.remove(ridesharingDriverAPI.vehicleReporter)
    #expect(!reporter.locationTrackingEnabled)
  }

  /// A driver API with a server that accepts everything.
  private func api() throws -> GMTDRidesharingDriverAPI {
    GMTDRidesharingDriverAPI.transport = ScriptedTransport {
      _,
      _ throws(HTTPTransportError) in .json("{}")
    }
    let clock = ManualClock()
    GMTDRidesharingDriverAPI.clock = ServiceClock(clock) { Timestamp(seconds: 1_767_261_600) }
    let context = GMTDDriverContext(
      accessTokenProvider: GivenTokens(), providerID: "acme", vehicleID: "car",
      navigator: GMSMapView().navigator)
    return try #require(GMTDRidesharingDriverAPI(driverContext: context))
  }
}

/// A driver's token provider that always has a token.
private final class GivenTokens: GMTDAuthorization {
  func fetchToken(
    with authorizationContext: GMTDAuthorizationContext?,
    completion: @escaping GMTDAuthTokenFetchCompletionHandler
  ) { completion(authorizationContext?.vehicleID, nil) }
}
