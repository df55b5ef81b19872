internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// How a command calls servers: the trusted authorities, the proxies and the log of requests.
struct ServerAccess: Sendable {
  let clock: ServiceClock
  let environment: Environment
  /// Limits the requests per second for several trips.
  let schedule: FleetSchedule
  /// The authorities to trust instead of the system's.
  var certificateFile: String?
  var log: LogFile?
  /// Counts the requests to Fleet Engine; nil without `--metrics`.
  var metrics: RideMetrics?
  /// Whether nothing is to be changed, because of `--dry-run`.
  var isRehearsal = false
  /// Whether the Fleet Engine is ridealong's emulator.
  let emulatorSign = EmulatorSign()

  var proxies: ProxySettings { ProxySettings(environment: environment.variables) }

  var configuration: LibcurlTransport.Configuration {
    LibcurlTransport.Configuration(
      userAgent: "ridealong/\(HelpText.version)", certificateFile: certificateFile, proxies: proxies
    )
  }

  /// A transport for all requests except those for tokens.
  func transport() -> any HTTPTransport {
    var transport = logged(LibcurlTransport(configuration))
    if isRehearsal { transport = RehearsalTransport(transport: transport) }
    guard let metrics else { return transport }
    return MeteredTransport(transport: transport, metrics: metrics, clock: clock)
  }

  /// A transport for tokens, with a lower limit of the response's size.
  func tokenTransport() -> any HTTPTransport {
    logged(
      LibcurlTransport(
        LibcurlTransport.Configuration(
          bodyBytes: Limits.Token.bytes, maximumConnections: 4, userAgent: configuration.userAgent,
          certificateFile: certificateFile, proxies: proxies)))
  }

  /// A transport for gRPC.
  func grpcTransport() -> any HTTPTransport {
    var configuration = configuration
    configuration.usesHTTP2WithoutTLS = true
    return logged(LibcurlTransport(configuration))
  }

  /// A transport to an emulator's admin endpoint, with room for a snapshot.
  func adminTransport(patience: Duration) -> any HTTPTransport {
    var configuration = configuration
    configuration.totalTime += patience
    configuration.bodyBytes = Limits.Emulator.snapshotBytes
    return LibcurlTransport(configuration)
  }

  /// A client of Fleet Engine, by default with a new transport.
  func client(
    _ endpoint: HTTPURL, _ tokens: any AccessTokenProvider, _ transport: (any HTTPTransport)? = nil,
    schedule: FleetSchedule? = nil
  ) -> FleetEngineClient {
    FleetEngineClient(
      endpoint: endpoint, transport: recognizing(transport ?? self.transport()), tokens: tokens,
      schedule: schedule, clock: clock)
  }

  /// A transport that notices whether the server is ridealong's emulator.
  func recognizing(_ transport: any HTTPTransport) -> any HTTPTransport {
    RecognizingTransport(transport: transport, sign: emulatorSign)
  }

  private func logged(_ transport: some HTTPTransport) -> any HTTPTransport {
    guard let log else { return transport }
    return LoggedTransport(transport: transport, log: log, clock: clock)
  }
}

/// A transport that logs each request's address, status and duration.
///
/// Queries, header fields and bodies are not logged, because they may contain tokens or keys.
struct LoggedTransport: HTTPTransport {
  let transport: any HTTPTransport
  let log: LogFile
  let clock: ServiceClock

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    var address = request.url
    address.query = []
    let start = clock.monotonicNow()
    func time() -> String { "\(Int((clock.monotonicNow() - start) / .milliseconds(1))) ms" }
    do {
      let response = try await transport.send(request)
      log.record(
        response.status < 400 ? .debug : .warning,
        "\(response.status) in \(time()), \(response.body.count) bytes: "
          + "\(request.method.rawValue) \(address)")
      return response
    } catch {
      log.record(
        error.kind == .cancelled ? .debug : .warning,
        "\(error.kind) after \(time()): \(request.method.rawValue) \(address)"
          + (error.detail.isEmpty ? "" : ": \(error.detail)"))
      throw error
    }
  }
}
