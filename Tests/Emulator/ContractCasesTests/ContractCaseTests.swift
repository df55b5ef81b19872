import ContractCases
import CurlTransport
import FleetEmulator
import FleetEngine
import HTTPMessages
import JSON
import TestSupport
import Testing

/// The cases, or why they cannot be read.
private let cases = Result { try ContractCase.all() }

@Suite(.limited) struct `The cases of the contract` {
  @Test(arguments: Set(try cases.get().map(\.area)).sorted())
  func `The emulator passes the cases of an area over REST and gRPC, and nothing is left of them`(
    _ area: String
  ) async throws {
    try await EmulatedFleetEngine.withEmulator { test in
      let edges = try BothEdges(test)
      for contractCase in try cases.get() where contractCase.area == area {
        for runner in edges.runners {
          let result = await runner.run(contractCase)
          let place = "\(contractCase.name), \(runner.edge.name)"
          switch result.verdict {
          case .passed: break
          case .failed(let differences): Issue.record("\(place): \(differences)")
          case .unanswered(let reason): Issue.record("\(place): \(reason)")
          case .notRun(let reason):
            #expect(!runner.edge.canRun(contractCase), "\(place): \(reason)")
          }
          let left = try await leftovers(test)
          #expect(left == 0, "\(place) leaves something")
        }
      }
      await edges.end()
    }
  }

  @Test func `The cases have names, titles and steps of their own`() throws {
    let all = try cases.get()
    #expect(Set(all.map { $0.title.lowercased() }).count == all.count)
    #expect(Set(all.map { "\($0.steps)" }).count == all.count)
    #expect(all.allSatisfy { $0.creations <= 8 && $0.steps.count <= 16 })
  }

  @Test func `A case that may be billed is not run against a server of others`() throws {
    let all = try cases.get()
    for contractCase in all where contractCase.hazard == nil {
      let texts = contractCase.steps.map { "\($0.path) \($0.body)" }.joined()
      #expect(!texts.contains(":report") && !texts.contains("COMPLETE"), "\(contractCase.name)")
    }
    #expect(all.contains { $0.hazard == nil } && all.contains { $0.hazard != nil })
  }

  @Test(arguments: [
    ("{", "it is not JSON"),
    (#"{"title":"T"}"#, "needs the member area"),
    (form(#"{"call":"GET trips","expects":{}}"#), "unknown member expects"),
    (form(#"{"call":"GET"}"#), "a method and a path"),
    (form(#"{"call":"GET trips","expect":{"code":"NOPE"}}"#), "NOPE is no code"),
    (form(#"{"call":"GET trips","query":{"pageSize":1}}"#), "has to be a text"),
  ]) func `A file that is no case is refused with the place of the mistake`(
    _ text: String, _ says: String
  ) {
    let error = #expect(throws: ContractCaseError.self) {
      try ContractCase(name: "a-case", json: Array(text.utf8))
    }
    #expect(error?.description.hasPrefix("a-case") == true)
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    (#"{"code":"NOT_FOUND"}"#, "expected NOT_FOUND, not OK"),
    (#"{"has":{"tripStatus":"COMPLETE"}}"#, "tripStatus: expected COMPLETE, not NEW"),
    (#"{"has":{"vehicleId":"$v1"}}"#, "vehicleId: expected $v1, not nothing"),
    (#"{"differs":{"tripStatus":"NEW"}}"#, "expected another value than NEW"),
    (#"{"lacks":["tripStatus"]}"#, "tripStatus: expected nothing, not NEW"),
    (#"{"counts":{"remainingWaypoints":1}}"#, "expected 1, not 0"),
    (#"{"fields":{"":["name"]}}"#, "the fields of the response: expected name, not dropoffPoint"),
  ]) func `A case that a server does not pass says what was expected and what was seen`(
    _ expectation: String, _ says: String
  ) async throws {
    let creation =
      #"{"call":"POST trips","query":{"tripId":"$t1"},"body":{"tripType":"EXCLUSIVE","pickupPoint":{"point":{"latitude":1}},"dropoffPoint":{"point":{"latitude":2}}},"expect":"#
      + expectation + "}"
    let contractCase = try ContractCase(name: "a-case", json: Array(form(creation).utf8))
    try await EmulatedFleetEngine.withEmulator { test in
      let result = await runner(test, RESTEdge(InProcessTransport(test.emulator)), "x-")
        .run(contractCase)
      guard case .failed(let differences) = result.verdict else {
        Issue.record("\(result.verdict)")
        return
      }
      #expect(differences.joined().contains(says), "\(differences)")
      let left = try await leftovers(test)
      #expect(left == 0)
    }
  }

  @Test func `What a canceled run has made is removed`() async throws {
    let contractCase = try ContractCase(
      name: "a-case",
      json: Array(
        form(
          #"{"call":"POST vehicles","query":{"vehicleId":"$v1"},"body":{"vehicleState":"ONLINE","supportedTripTypes":["SHARED"],"maximumCapacity":1,"vehicleType":{"category":"AUTO"}}},{"call":"GET vehicles/$v1"}"#
        ).utf8))
    try await EmulatedFleetEngine.withEmulator { test in
      let transport = InProcessTransport(test.emulator)
      let edge = RESTEdge(CancelingTransport(transport: transport, after: "POST"))
      // An unstructured task, so that only the run is canceled.
      let result = await Task { await runner(test, edge, "x-").run(contractCase) }.value
      #expect(result.verdict != .passed)
      let left = try await leftovers(test)
      #expect(left == 0)
    }
  }
}

/// A case's file with these steps.
private func form(_ steps: String) -> String {
  #"{"title":"T","area":"creation","origin":{"kind":"ours"},"steps":[\#(steps)]}"#
}

/// The number of trips and vehicles that an emulator has.
private func leftovers(_ test: TestEmulator) async throws -> Int {
  let snapshot = try JSONTree(parsing: try await test.emulator.snapshot().json)
  let trips = try #require(snapshot["trips"]?.list)
  let vehicles = try #require(snapshot["vehicles"]?.list)
  return trips.count + vehicles.count
}

private func runner(_ test: TestEmulator, _ edge: any CaseEdge, _ prefix: String) -> CaseRunner {
  let tokens = CaseTokens(test.signers, now: test.clock.wallNow)
  return CaseRunner(
    edge: edge, endpoint: test.endpoint, providerID: test.emulator.providerID, prefix: prefix,
    comparesMessages: true, tokens: { try tokens.token($0, $1, $2, $3) })
}

/// A transport that cancels the task that has sent a request of a method.
private struct CancelingTransport: HTTPTransport {
  let transport: any HTTPTransport
  let after: String

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    if Task.isCancelled { throw HTTPTransportError(.cancelled) }
    let response = try await transport.send(request)
    if request.method.rawValue == after { withUnsafeCurrentTask { $0?.cancel() } }
    return response
  }
}

/// The two edges of one emulator.
private struct BothEdges: Sendable {
  let runners: [CaseRunner]
  private let server: GRPCServer

  init(_ test: TestEmulator) throws {
    server = GRPCServer(test.emulator)
    let endpoint = try server.start()
    var configuration = LibcurlTransport.Configuration(totalTime: .seconds(60))
    configuration.usesHTTP2WithoutTLS = true
    runners = [
      runner(test, RESTEdge(InProcessTransport(test.emulator)), "r-"),
      runner(test, GRPCEdge(LibcurlTransport(configuration), endpoint: endpoint), "g-"),
    ]
  }

  func end() async { await server.stop() }
}
