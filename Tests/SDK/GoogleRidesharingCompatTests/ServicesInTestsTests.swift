import FleetEmulator
import FleetEngine
import Foundation
import Geo
import GoogleRidesharingCompat
import TestSupport
import Testing

/// An app's way to its tokens, which counts how often it is asked.
private final class AppTokens: NSObject, GMTCAuthorization {
  private let tokens: any AccessTokenProvider
  private(set) var fetches = 0

  init(_ tokens: any AccessTokenProvider) { self.tokens = tokens }

  func fetchToken(
    with authorizationContext: GMTCAuthorizationContext?,
    completion: @escaping GMTCAuthTokenFetchCompletionHandler
  ) {
    fetches += 1
    let trip = authorizationContext?.tripID ?? ""
    Task { [tokens] in
      let token = try await tokens.accessToken(for: AuthorizationContext(tripID: trip))
      completion(token.value, nil)
    }
  }
}

/// A screen as apps have it.
private final class TripScreen: NSObject, GMTCTripModelSubscriber {
  private(set) var status: GMTSTripStatus?

  init(_ name: TripName) {
    super.init()
    GMTCServices.shared().tripService.tripModel(forTripName: name.description)?.register(self)
  }

  func tripModel(_ tripModel: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus) {
    status = tripStatus
  }
}

@MainActor @Suite(.limited) struct `Code with the SDK's names in a test's scope` {
  private static let place = Coordinate(latitude: 45, longitude: 9)

  @Test(arguments: [(TripStatus.new, GMTSTripStatus.new), (.canceled, .canceled)])
  func `Code with the SDK's names sees its own emulator in each scope`(
    status: TripStatus, expected: GMTSTripStatus
  ) async throws {
    try await EmulatedFleetEngine.withEmulator(at: Timestamp(seconds: 1_790_000_000)) { test in
      let trip = try await test.addTrip("t", from: Self.place, to: Self.place) {
        $0.status = status
      }
      let tokens = AppTokens(test.tokens(.consumer))
      try await GMTCServices.withServices(test.client(.consumer)) {
        GMTCServices.setAccessTokenProvider(tokens, providerID: test.emulator.providerID)
        let screen = TripScreen(trip)
        try await test.advance(within: .seconds(60)) { @MainActor in screen.status != nil }
        #expect(screen.status == expected)
        #expect(GMTCServices.shared() === GMTCServices.shared())
      }
      #expect(tokens.fetches > 0)
    }
  }

  @Test func `A scope of the SDK's services needs no token provider`() async throws {
    try await EmulatedFleetEngine.withEmulator(at: Timestamp(seconds: 1_790_000_000)) { test in
      let trip = try await test.addTrip("t", from: Self.place, to: Self.place)
      try await GMTCServices.withServices(test.client(.consumer)) {
        let screen = TripScreen(trip)
        try await test.advance(within: .seconds(60)) { @MainActor in screen.status != nil }
        #expect(screen.status == .new)
      }
    }
  }
}
