internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How a command calls servers: the trusted authorities, the proxies and the log of requests.
struct Network: Sendable {
  let clock: ServiceClock
  /// The environment, which names the proxies and is passed to token commands.
  let environment: Environment
  /// Limits the requests per second for several trips.
  let schedule: FleetSchedule
  /// The authorities to trust instead of the system's.
  var certificateFile: String?
  var log: LogFile?

  var proxies: ProxySettings { ProxySettings(environment: environment.variables) }

  var configuration: CurlTransport.Configuration {
    CurlTransport.Configuration(
      userAgent: "ridealong/\(HelpText.version)",
      certificateFile: certificateFile,
      proxies: proxies
    )
  }

  /// A transport for all requests except those for tokens.
  func transport() -> any HTTPTransport { logged(CurlTransport(configuration)) }

  /// A transport for tokens, with a lower limit of the response's size.
  func tokenTransport() -> any HTTPTransport {
    logged(
      CurlTransport(
        CurlTransport.Configuration(
          bodyBytes: Limits.Token.bytes,
          maximumConnections: 4,
          userAgent: configuration.userAgent,
          certificateFile: certificateFile,
          proxies: proxies
        )
      )
    )
  }

  /// A client of Fleet Engine, by default with a new transport.
  func client(
    _ endpoint: HTTPURL,
    _ tokens: any AccessTokenProvider,
    _ transport: (any HTTPTransport)? = nil
  ) -> FleetEngineClient {
    FleetEngineClient(
      endpoint: endpoint,
      transport: transport ?? self.transport(),
      tokens: tokens,
      wallNow: clock.wallNow
    )
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

  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    var address = request.url
    address.query = []
    let start = clock.monotonicNow()
    func time() -> String { "\(Int((clock.monotonicNow() - start) / .milliseconds(1))) ms" }
    do {
      let response = try await transport.send(request)
      log.record(
        response.status < 400 ? .debug : .warning,
        "\(response.status) in \(time()), \(response.body.count) bytes: "
          + "\(request.method.rawValue) \(address)"
      )
      return response
    } catch {
      log.record(
        error.kind == .cancelled ? .debug : .warning,
        "\(error.kind) after \(time()): \(request.method.rawValue) \(address)"
          + (error.detail.isEmpty ? "" : ": \(error.detail)")
      )
      throw error
    }
  }
}

/// Random IDs that link requests to log entries.
enum TraceID {
  @Sendable static func make() -> String { UUID().uuidString.lowercased() }
}
