internal import CellGrid
internal import ConsumerMap
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// The screen of a running emulator: its fleet, its last calls, and faults on a key.
///
/// It looks at the emulator in its own process. Its reads are not among the calls, and neither
/// quotas nor faults apply to them.
struct EmulatorScreen: Sendable {
  let engine: LocalFleetEngine
  let setup: RideSetup
  let servers: ServerAccess

  /// Shows it until the user quits; `command` is the command line that continues after a crash.
  @MainActor func run(_ command: [String]) async throws(CommandError) -> ExitStatus {
    let cursesScreen = try await setup.screen.open(
      setup.capabilities, setup.settings, after: command)
    let mapView = setup.map.makeMap()
    let list = TripListProgram(
      feed: engine.feed, mapView: mapView, screen: cursesScreen, clock: setup.outputs.clock,
      settings: setup.settings)
    let transport = ObserverTransport(engine.emulator)
    let client = FleetEngineClient(
      endpoint: engine.baseURL, transport: transport, tokens: NoTokens(),
      clock: setup.outputs.clock)
    // A ride in the demo's town shows its map.
    servers.emulatorSign.read(["Server": EmulatedFleetEngine.serverName])
    let service = TripService(client, providerID: engine.emulator.providerID, setup.outputs.clock)
    var services = setup.screen.viewerServices(service, client)
    services.renewToken = nil
    var session = ListSession(setup: setup, service: service, services: services)
    session.remembersTrips = false
    let isInterrupted = await session.show(list, mapView, on: cursesScreen)
    return try await setup.close(cursesScreen, isInterrupted: isInterrupted) {
      () throws(CommandError) in try Console.print(list.farewell)
    }
  }
}

/// Tokens for a transport that needs none.
private struct NoTokens: AccessTokenProvider {
  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    AccessToken("none", expiresAt: nil)
  }
}

extension LocalFleetEngine {
  /// The most calls on a screen.
  private static let shownCalls = 20

  /// The emulator for a list of its whole fleet.
  var feed: FleetFeed {
    FleetFeed(
      title: SafeText("emulator"), addresses: addresses.map { SafeText($0) },
      advice: advice.map { SafeText($0) }, faults: PlayedFault.allCases.map { SafeText($0.name) },
      next: { [emulator, backend = backendURL?.path] in
        FleetUpdate(await emulator.observe(latestCalls: Self.shownCalls), emulator, backend)
      },
      playFault: { [emulator] index in
        guard PlayedFault.allCases.indices.contains(index) else { return }
        // Its faults are within their bounds.
        try? await emulator.setFaults(PlayedFault.allCases[index].script)
      })
  }

  /// The addresses of the ready line in one line, the longest form first.
  private var addresses: [String] {
    let others = [("grpc", grpcURL), ("admin", adminURL)].compactMap { name, url in
      url.map { (name: name, url: $0) }
    }
    func form(_ url: HTTPURL, isShort: Bool) -> String {
      isShort && url.host == baseURL.host ? ":\(url.port ?? 0)" : url.authority
    }
    let full = ([baseURL.description] + others.map { "\($0.name) \(form($0.url, isShort: false))" })
    let backend = backendURL.map { ["backend \($0.path.isEmpty ? "/" : $0.path)"] } ?? []
    let rest = ["provider \(emulator.providerID)"] + backend + ["keys \(keys.directory)"]
    let ports = others.map { "\($0.name) \(form($0.url, isShort: true))" }
    let shortest = others.map { $0.name + form($0.url, isShort: true) }
    return [
      (full + rest).joined(separator: "  "), (full + rest.dropLast()).joined(separator: "  "),
      (full + rest.prefix(1)).joined(separator: "  "), full.joined(separator: "  "),
      ([baseURL.description] + ports).joined(separator: "  "),
      ([baseURL.authority] + ports).joined(separator: " "),
      ([baseURL.authority] + shortest).joined(separator: " "),
    ]
  }

  /// The ways to bring trips to an emulator without any.
  private var advice: [String] {
    var lines = [
      "Point a client at \(baseURL)" + (grpcURL.map { " or gRPC \($0.authority)" } ?? "")
    ]
    if let backend = backendURL {
      let vehicle = "providers/\(emulator.providerID)/vehicles/car-1"
      lines[0] += ", or run in another terminal:"
      lines += [
        "  ridealong drive \(vehicle) --backend \(backend)",
        "  ridealong book --backend \(backend)",
      ]
    }
    lines.append(
      adminURL.map { "  ridealong emulator seed FILE --admin \($0.authority)" }
        ?? "With --admin :0 ridealong emulator seed FILE adds trips.")
    return lines
  }
}

extension FleetUpdate {
  fileprivate init(_ seen: FleetObservation, _ emulator: EmulatedFleetEngine, _ backend: String?) {
    self.init(now: emulator.clock.now)
    isWhole = seen.isWhole
    let provider = "providers/\(emulator.providerID)/"
    func names<Value>(_ values: [String: Value], _ kind: String) -> [String: Value] {
      Dictionary(uniqueKeysWithValues: values.map { (provider + kind + $0.key, $0.value) })
    }
    trips = names(seen.trips, "trips/")
    vehicles = names(seen.vehicles, "vehicles/")
    removed = Set(
      seen.removedTrips.map { provider + "trips/" + $0 }
        + seen.removedVehicles.map { provider + "vehicles/" + $0 })
    calls = seen.calls.reversed().map { ServedCall($0, backend) }
    callCount = seen.callCount
    fault = PlayedFault.words(seen.faults).map { SafeText($0) }
    guard !emulator.clock.isReal else { return }
    let rate = emulator.clock.rate
    clock = rate == 0 ? "stopped" : rate == 1 ? "moved" : SafeText("x\(Int(rate.rounded()))")
  }
}

extension ServedCall {
  /// `backend` is the path below which the provider's backend is served; nil without one.
  fileprivate init(_ call: CallRecord, _ backend: String?) {
    let isBackend = backend.map { call.resource.hasPrefix($0 + "/") } ?? false
    let isOfTokens = call.resource == ServiceAccount.tokenPath
    let prefix = isBackend ? backend ?? "" : ""
    let path = call.procedure == nil ? String(call.resource.dropFirst(prefix.count)) : nil
    let subjects = [path, call.tripID, call.vehicleID].compactMap { $0 }
    self.init(
      time: call.time,
      procedure: call.procedure
        ?? (isOfTokens ? "token endpoint" : isBackend ? "backend" : "unknown path"),
      subject: subjects.joined(separator: " "), role: call.role?.rawValue ?? "",
      code: call.error?.code ?? .ok, httpStatus: call.httpStatus, duration: call.duration,
      note: Self.note(call))
  }
  private static func note(_ call: CallRecord) -> String {
    let refusals = [RPCCode.unauthenticated, .permissionDenied]
    let message = call.error.flatMap { refusals.contains($0.code) ? $0.message : nil }
    return ([message].compactMap(\.self) + call.warnings).joined(separator: " ")
  }
}
