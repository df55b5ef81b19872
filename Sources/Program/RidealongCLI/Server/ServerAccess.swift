internal import AccessTokens
internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import TrustLimits

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

  var configuration: CurlTransport.Configuration {
    CurlTransport.Configuration(
      userAgent: "ridealong/\(HelpText.version)",
      certificateFile: certificateFile,
      proxies: proxies
    )
  }

  /// A transport for all requests except those for tokens.
  func transport() -> any HTTPTransport {
    var transport = logged(CurlTransport(configuration))
    if isRehearsal { transport = RehearsalTransport(transport: transport) }
    guard let metrics else { return transport }
    return MeteredTransport(transport: transport, metrics: metrics, clock: clock)
  }

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

  /// A transport to an emulator's admin endpoint, with room for a snapshot.
  func adminTransport(patience: Duration) -> any HTTPTransport {
    var configuration = configuration
    configuration.totalTime += patience
    configuration.bodyBytes = Limits.Emulator.snapshotBytes
    return CurlTransport(configuration)
  }

  /// A client of Fleet Engine, by default with a new transport.
  func client(
    _ endpoint: HTTPURL,
    _ tokens: any AccessTokenProvider,
    _ transport: (any HTTPTransport)? = nil,
    schedule: FleetSchedule? = nil
  ) -> FleetEngineClient {
    FleetEngineClient(
      endpoint: endpoint,
      transport: recognizing(transport ?? self.transport()),
      tokens: tokens,
      schedule: schedule,
      wallNow: clock.wallNow
    )
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

enum TraceID {
  @Sendable static func make() -> String { UUID().uuidString.lowercased() }
}

struct TokenSource: Sendable {
  /// The tokens, cached until they expire.
  let provider: any AccessTokenProvider
  let label: String
  private let command: CommandAccessTokenProvider?

  init(
    _ provider: any AccessTokenProvider,
    label: String,
    command: CommandAccessTokenProvider? = nil
  ) {
    self.provider = provider
    self.label = label
    self.command = command
  }

  /// Ends a running token command, which would otherwise outlive the program.
  func end() { command?.endAll() }
}

extension ServerAccess {
  /// The source of tokens on the command line, which must name exactly one.
  ///
  /// `scope` applies to tokens that are minted with a key.
  func tokens(
    _ arguments: Arguments,
    providerID: String?,
    scope: ServiceAccountTokenProvider.Scope = .perResource
  ) throws(CommandError) -> TokenSource {
    let sources = Option.sources
    let given = sources.filter { arguments.has($0) }
    guard given.count <= 1 else {
      let names = given.map(arguments.named)
      throw .usage("\(names[0]) and \(names[1]) are two sources of tokens; give one.")
    }
    guard let option = given.first, let value = arguments[option] else {
      let forms = sources.map { "\($0.name) \($0.value ?? "")" }
      throw .usage(
        "ridealong \(arguments.command) needs \(forms.dropLast().joined(separator: ", ")) or "
          + "\(forms[forms.count - 1]), where access tokens come from."
      )
    }
    let format = try Self.tokenFormat(arguments, for: option)
    do throws(AccessTokenError) {
      switch option {
      case .tokenCommand:
        let provider = try CommandAccessTokenProvider(
          CommandWords(parsing: value),
          providerID: providerID,
          environment: environment.programVariables,
          format: format,
          clock: clock
        )
        return TokenSource(cached(provider), label: "token command", command: provider)
      case .tokenURL:
        let provider = try URLAccessTokenProvider(
          value,
          providerID: providerID,
          format: format,
          transport: tokenTransport(),
          wallNow: clock.wallNow
        )
        return TokenSource(cached(provider), label: "token URL")
      case .tokenFile where value == "-":
        let provider = try StandardInputAccessTokenProvider(format: format, wallNow: clock.wallNow)
        return TokenSource(cached(provider), label: "standard input")
      case .tokenFile:
        let provider = FileAccessTokenProvider(path: value, format: format, wallNow: clock.wallNow)
        try provider.read()
        // Without a cache, so that a new token in the file is used immediately.
        return TokenSource(
          CheckedAccessTokenProvider(provider, wallNow: clock.wallNow),
          label: "token file"
        )
      default: break
      }
    } catch {
      throw .usage(error.summary, advice: error.advice)
    }
    return tokens(try arguments.serviceAccount(), scope: scope)
  }

  func tokens(
    _ key: ServiceAccountKey,
    scope: ServiceAccountTokenProvider.Scope = .perResource
  ) -> TokenSource {
    TokenSource(
      cached(ServiceAccountTokenProvider(key: key, scope: scope, wallNow: clock.wallNow)),
      label: "service account"
    )
  }

  /// A rider's tokens, from the source on the command line or else from the backend.
  func tokens(
    _ arguments: Arguments,
    orBackend backend: HTTPURL
  ) throws(CommandError) -> TokenSource {
    guard !Option.tokenSources.contains(where: { arguments.has($0) }) else {
      return try tokens(arguments, providerID: nil)
    }
    do throws(AccessTokenError) {
      let provider = try URLAccessTokenProvider(
        Self.consumerTokens(of: backend),
        transport: tokenTransport(),
        wallNow: clock.wallNow
      )
      return TokenSource(cached(provider), label: "provider backend")
    } catch {
      throw .usage(error.summary, advice: error.advice)
    }
  }

  /// The address template of a backend's tokens for riders.
  static func consumerTokens(of backend: HTTPURL) -> String {
    let base = backend.description
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/token/consumer/{trip}"
  }

  /// A driver's tokens, from the source on the command line or else from the backend.
  func tokens(
    _ arguments: Arguments,
    _ name: VehicleName,
    _ backend: ProviderClient?
  ) throws(CommandError) -> TokenSource {
    guard let backend, !Option.tokenSources.contains(where: { arguments.has($0) }) else {
      return try tokens(arguments, providerID: name.providerID)
    }
    return TokenSource(
      cached(ProviderTokens(client: backend, vehicleID: name.vehicleID)),
      label: "provider backend"
    )
  }

  private static func tokenFormat(
    _ arguments: Arguments,
    for source: Option
  ) throws(CommandError) -> TokenAnswerFormat {
    let options: [Option] = [.tokenKey, .tokenExpiryKey, .tokenExpiryUnit]
    if source == .serviceAccount, let idle = options.first(where: { arguments.has($0) }) {
      throw .usage("\(arguments.named(idle)) has no effect with \(source.name).")
    }
    let expiryKey = arguments[.tokenExpiryKey]
    guard arguments.has(.tokenExpiryUnit) == (expiryKey != nil) else {
      throw .usage("--token-expiry-key and --token-expiry-unit must be given together.")
    }
    guard let tokenKey = arguments[.tokenKey] else {
      guard expiryKey == nil else { throw .usage("--token-expiry-key needs --token-key too.") }
      return .wellKnown
    }
    let unit = try arguments.choice(TokenAnswerFormat.ExpiryUnit.self, .tokenExpiryUnit)
    guard let expiryKey, let unit else { return TokenAnswerFormat(tokenKey: tokenKey) }
    return TokenAnswerFormat(
      tokenKey: tokenKey,
      expiry: TokenAnswerFormat.Expiry(key: expiryKey, unit: unit)
    )
  }

  private func cached(_ provider: any AccessTokenProvider) -> AccessTokenCache {
    AccessTokenCache(provider, wallNow: clock.wallNow)
  }
}
