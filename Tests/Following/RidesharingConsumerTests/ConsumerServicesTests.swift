import FleetEngine
import HTTPMessages
import RidesharingConsumer
import TestSupport
import Testing

/// Each in a process of its own, as the services are one for a whole process.
@Suite(.limited) struct `The consumer services` {
  private static func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `The consumer services are created once, from the settings`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let transport = ScriptedTransport { (_, _) async throws(HTTPTransportError) in
          .json("{}")
        }
        ConsumerServices.endpoint = HTTPURL(scheme: .https, host: "example.com")
        ConsumerServices.transport = transport
        ConsumerServices.clock = ServiceClock(ManualClock()) { Timestamp(seconds: 0) }
        ConsumerServices.random = SeededGenerator(seed: 1)
        ConsumerServices.setAccessTokenProvider(FixedTokens(), providerID: "p")
        let services = ConsumerServices.shared()
        precondition(services === ConsumerServices.shared())
        precondition(services.tripService.providerID == "p")
        let name = "providers/p/trips/t1"
        let model = services.tripService.tripModel(forTripName: name)
        precondition(model === services.tripService.tripModel(forTripName: name))
      }
    }
  }

  @Test func `The consumer services use the configured server`() async {
    await #expect(processExitsWith: .success) {
      let transport = ScriptedTransport { (_, _) async throws(HTTPTransportError) in
        .json(#"{"tripStatus":"NEW"}"#)
      }
      let model = await MainActor.run {
        ConsumerServices.endpoint = HTTPURL(scheme: .https, host: "example.com")
        ConsumerServices.transport = transport
        ConsumerServices.clock = ServiceClock(ManualClock()) { Timestamp(seconds: 0) }
        ConsumerServices.setAccessTokenProvider(FixedTokens("T"), providerID: "p")
        return ConsumerServices.shared().tripService.tripModel(forTripName: "providers/p/trips/t1")
      }
      for await status in model.pollingStatuses where status.totalUpdates > 0 { break }
      precondition(transport.requests[0].url.host == "example.com")
      precondition(transport.requests[0].headers["Authorization"] == "Bearer T")
    }
  }

  @Test func `The consumer services need a token provider`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = ConsumerServices.shared() }
    }
    #expect(Self.said(result).contains("Call ConsumerServices.setAccessTokenProvider"))
  }

  @Test func `The consumer services need a transport`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        ConsumerServices.setAccessTokenProvider(FixedTokens(), providerID: "p")
        _ = ConsumerServices.shared()
      }
    }
    #expect(Self.said(result).contains("Set ConsumerServices.transport before"))
  }

  @Test func `The consumer services cannot be changed once they are in use`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        ConsumerServices.setAccessTokenProvider(FixedTokens(), providerID: "p")
        ConsumerServices.transport = HangingTransport()
        ConsumerServices.clock = ServiceClock(ManualClock()) { Timestamp(seconds: 0) }
        _ = ConsumerServices.shared()
        ConsumerServices.setAccessTokenProvider(FixedTokens(), providerID: "q")
      }
    }
    #expect(Self.said(result).contains("was set after ConsumerServices.shared()"))
  }

  @Test func `The consumer services have the version of the libraries`() {
    let parts = ConsumerServices.sdkVersion.split(separator: ".")
    #expect(parts.count == 3)
    #expect(parts.allSatisfy { Int($0) != nil })
    #expect(ConsumerServices.sdkLongVersion.hasSuffix(ConsumerServices.sdkVersion))
  }
}
