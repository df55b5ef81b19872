internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend

/// The access tokens of a command.
struct TokenSource: Sendable {
  /// The tokens, cached until they expire.
  let provider: any AccessTokenProvider
  let label: String
  var command: CommandAccessTokenProvider?

  /// Ends a running token command, which would otherwise outlive the program.
  func end() { command?.endAll() }
}

extension ServerAccess {
  /// The source of tokens on the command line, which must name exactly one.
  ///
  /// `scope` applies to tokens that are minted with a key.
  func tokens(
    _ arguments: Arguments, providerID: String?,
    scope: ServiceAccountTokenProvider.Scope = .perResource
  ) throws(CommandError) -> TokenSource {
    let given = TokenSourceKind.allCases.filter { arguments.has($0.option) }
    guard given.count <= 1 else {
      let names = given.map { arguments.named($0.option) }
      throw .usage("\(names[0]) and \(names[1]) are two sources of tokens; give one.")
    }
    guard let kind = given.first, let value = arguments[kind.option] else {
      let forms = Option.sources.map { "\($0.name) \($0.value ?? "")" }
      throw .usage(
        "ridealong \(arguments.command) needs \(forms.dropLast().joined(separator: ", ")) or "
          + "\(forms[forms.count - 1]), where access tokens come from.")
    }
    let format = try Self.tokenFormat(arguments, for: kind)
    switch kind {
    case .serviceAccount: return tokens(try arguments.serviceAccount(), scope: scope)
    case .command:
      let provider = try Self.checked { () throws(AccessTokenError) in
        try CommandAccessTokenProvider(
          CommandWords(parsing: value), providerID: providerID,
          environment: environment.programVariables, format: format, clock: clock)
      }
      return TokenSource(provider: cached(provider), label: "token command", command: provider)
    case .url: return try tokens(from: value, providerID, format, label: "token URL")
    case .file:
      return try Self.checked { () throws(AccessTokenError) in try tokens(inFile: value, format) }
    }
  }

  private func tokens(
    inFile path: String, _ format: TokenAnswerFormat
  ) throws(AccessTokenError) -> TokenSource {
    if path == "-" {
      let provider = try StandardInputAccessTokenProvider(format: format, wallNow: clock.wallNow)
      return TokenSource(provider: cached(provider), label: "standard input")
    }
    let provider = FileAccessTokenProvider(path: path, format: format, wallNow: clock.wallNow)
    try provider.read()
    // Without a cache, so that a new token in the file is used immediately.
    return TokenSource(
      provider: CheckedAccessTokenProvider(provider, wallNow: clock.wallNow), label: "token file")
  }

  private func tokens(
    from url: String, _ providerID: String?, _ format: TokenAnswerFormat, label: String
  ) throws(CommandError) -> TokenSource {
    let provider = try Self.checked { () throws(AccessTokenError) in
      try URLAccessTokenProvider(
        url, providerID: providerID, format: format, transport: tokenTransport(),
        wallNow: clock.wallNow)
    }
    return TokenSource(provider: cached(provider), label: label)
  }

  /// Makes what is wrong with a source of tokens a usage error.
  private static func checked<Result>(
    _ work: () throws(AccessTokenError) -> Result
  ) throws(CommandError) -> Result {
    do { return try work() } catch { throw .usage(error.summary, advice: error.advice) }
  }

  func tokens(
    _ key: ServiceAccountKey, scope: ServiceAccountTokenProvider.Scope = .perResource
  ) -> TokenSource {
    TokenSource(
      provider: cached(ServiceAccountTokenProvider(key: key, scope: scope, wallNow: clock.wallNow)),
      label: "service account")
  }

  /// A rider's tokens, from the source on the command line or else from the backend.
  func tokens(
    _ arguments: Arguments, orBackend backend: HTTPURL
  ) throws(CommandError) -> TokenSource {
    guard !Option.tokenSources.contains(where: { arguments.has($0) }) else {
      return try tokens(arguments, providerID: nil)
    }
    return try tokens(
      from: Self.consumerTokens(of: backend), nil, .wellKnown, label: "provider backend")
  }

  /// The address template of a backend's tokens for riders.
  static func consumerTokens(of backend: HTTPURL) -> String {
    let base = backend.description
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/token/consumer/{trip}"
  }

  /// A driver's tokens, from the source on the command line or else from the backend.
  func tokens(
    _ arguments: Arguments, _ name: VehicleName, _ backend: ProviderClient?
  ) throws(CommandError) -> TokenSource {
    guard let backend, !Option.tokenSources.contains(where: { arguments.has($0) }) else {
      return try tokens(arguments, providerID: name.providerID)
    }
    return TokenSource(
      provider: cached(ProviderTokens(client: backend, vehicleID: name.vehicleID)),
      label: "provider backend")
  }

  private static func tokenFormat(
    _ arguments: Arguments, for source: TokenSourceKind
  ) throws(CommandError) -> TokenAnswerFormat {
    let options: [Option] = [.tokenKey, .tokenExpiryKey, .tokenExpiryUnit]
    if source == .serviceAccount, let idle = options.first(where: { arguments.has($0) }) {
      throw .usage("\(arguments.named(idle)) has no effect with \(source.option.name).")
    }
    let expiryKey = arguments[.tokenExpiryKey]
    guard arguments.has(.tokenExpiryUnit) == (expiryKey != nil) else {
      throw .usage("--token-expiry-key and --token-expiry-unit must be given together.")
    }
    guard let tokenKey = arguments[.tokenKey] else {
      guard expiryKey == nil else { throw .usage("--token-expiry-key needs --token-key too.") }
      return .wellKnown
    }
    let unit: TokenAnswerFormat.ExpiryUnit? = try arguments.choice(.tokenExpiryUnit)
    guard let expiryKey, let unit else { return TokenAnswerFormat(tokenKey: tokenKey) }
    return TokenAnswerFormat(
      tokenKey: tokenKey, expiry: TokenAnswerFormat.Expiry(key: expiryKey, unit: unit))
  }

  private func cached(_ provider: any AccessTokenProvider) -> AccessTokenCache {
    AccessTokenCache(provider, wallNow: clock.wallNow)
  }
}
