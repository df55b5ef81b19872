internal import AccessTokens
internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// Where a command's access tokens come from.
struct TokenSource: Sendable {
  /// The tokens, kept as long as they are good.
  let provider: any AccessTokenProvider
  /// What the source is called on the screen.
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

  /// Ends a token command that still runs, which would else outlive the program.
  func end() { command?.endAll() }
}

extension Wiring {
  /// The source of tokens that the command line names.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - command: The command that needs tokens.
  ///   - providerID: The provider's id, nil where none is known.
  ///   - scope: What tokens that are made with a key are good for.
  /// - Returns: The source.
  /// - Throws: That there is none or more than one, or what is wrong with it.
  func tokenSource(
    _ arguments: Arguments,
    for command: Command,
    providerID: String?,
    scope: ServiceAccountTokenProvider.Scope = .perResource
  ) throws(CommandError) -> TokenSource {
    let sources = Option.sources
    let given = sources.filter { arguments.has($0) }
    guard given.count <= 1 else {
      throw .usage(
        "\(arguments.named(given[0])) and \(arguments.named(given[1])) are two sources of tokens; "
          + "give one."
      )
    }
    guard let option = given.first, let value = arguments[option] else {
      let forms = sources.map { "\($0.name) \($0.value ?? "")" }
      throw .usage(
        "ridealong \(command.rawValue) needs \(forms.dropLast().joined(separator: ", ")) or "
          + "\(forms[forms.count - 1]), where access tokens come from."
      )
    }
    let format = try tokenFormat(arguments, for: option)
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
        let provider = try StandardInputAccessTokenProvider(
          format: format,
          wallNow: clock.wallNow
        )
        return TokenSource(cached(provider), label: "standard input")
      case .tokenFile:
        let provider = FileAccessTokenProvider(
          path: value,
          format: format,
          wallNow: clock.wallNow
        )
        try provider.read()
        // Without a cache, so that a new token in the file is found at once.
        return TokenSource(
          CheckedAccessTokenProvider(provider, wallNow: clock.wallNow),
          label: "token file"
        )
      default: break
      }
    } catch {
      throw .usage(error.reason)
    }
    let key = try serviceAccount(arguments, for: command)
    return TokenSource(tokens(key, scope: scope), label: "service account")
  }

  /// Where in an answer the command line says that the token stands.
  private func tokenFormat(
    _ arguments: Arguments,
    for source: Option
  ) throws(CommandError) -> TokenAnswerFormat {
    let options: [Option] = [.tokenKey, .tokenExpiryKey, .tokenExpiryUnit]
    if source == .serviceAccount, let idle = options.first(where: { arguments.has($0) }) {
      throw .usage(
        "\(arguments.named(idle)) is of no use with \(source.name), which makes tokens itself."
      )
    }
    let expiryKey = arguments[.tokenExpiryKey]
    guard arguments.has(.tokenExpiryUnit) == (expiryKey != nil) else {
      throw .usage(
        "--token-expiry-key and --token-expiry-unit come together; neither is ever guessed."
      )
    }
    guard let tokenKey = arguments[.tokenKey] else {
      guard expiryKey == nil else { throw .usage("--token-expiry-key needs --token-key too.") }
      return .wellKnown
    }
    guard let expiryKey, let text = arguments[.tokenExpiryUnit] else {
      return TokenAnswerFormat(tokenKey: tokenKey)
    }
    guard let unit = TokenAnswerFormat.ExpiryUnit(rawValue: text) else {
      throw .noChoice(
        arguments.named(.tokenExpiryUnit),
        text,
        among: TokenAnswerFormat.ExpiryUnit.allCases.map(\.rawValue)
      )
    }
    return TokenAnswerFormat(
      tokenKey: tokenKey,
      expiry: TokenAnswerFormat.Expiry(key: expiryKey, unit: unit)
    )
  }

  /// Tokens kept until they expire.
  func cached(_ provider: any AccessTokenProvider) -> AccessTokenCache {
    AccessTokenCache(provider, wallNow: clock.wallNow)
  }

  /// A transport for small answers.
  func tokenTransport() -> any HTTPTransport {
    logged(
      CurlTransport(
        CurlTransport.Configuration(
          bodyBytes: Limits.Token.bytes,
          maximumConnections: 4,
          userAgent: "ridealong/\(HelpText.version)",
          certificateFile: certificateFile,
          proxies: proxies
        )
      )
    )
  }
}
