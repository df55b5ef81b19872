internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How a command reaches servers: their authorities, the proxies, and the log of exchanges.
struct Network: Sendable {
  let clock: ServiceClock
  /// Names the proxies, and is passed on to token commands.
  let environment: Environment
  /// Limits how many requests for several trips leave in a second.
  let schedule: FleetSchedule
  /// A file of the authorities to trust instead of the system's.
  var certificateFile: String?
  /// The log of exchanges; nil for none.
  var log: LogFile?

  /// The proxies that the environment names.
  var proxies: ProxySettings { ProxySettings(environment: environment.variables) }

  /// How connections are made.
  var configuration: CurlTransport.Configuration {
    CurlTransport.Configuration(
      userAgent: "ridealong/\(HelpText.version)",
      certificateFile: certificateFile,
      proxies: proxies
    )
  }

  /// A transport for all but tokens.
  func transport() -> any HTTPTransport { logged(CurlTransport(configuration)) }

  /// A transport for small responses.
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

  /// A client of Fleet Engine; with a transport of its own unless one is given.
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

/// A transport that logs each exchange: the request's address, its status and its duration.
///
/// Queries, header fields and bodies are not logged: a token or a key may be in them.
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

/// Fresh ids that tie requests to records.
enum TraceID {
  /// A fresh id.
  @Sendable static func make() -> String { UUID().uuidString.lowercased() }
}
