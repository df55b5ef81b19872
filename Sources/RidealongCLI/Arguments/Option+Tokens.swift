internal import AccessTokens

/// The options that say where access tokens come from.
///
/// A token itself is never an option: every user of the machine can read a command line.
extension Option {
  static let tokenCommand = Option(
    "--token-command",
    "COMMAND",
    "program, with its arguments, that prints a token"
  )
  static let tokenURL = Option(
    "--token-url",
    "URL",
    "address that answers with a token, over HTTPS unless it is loopback"
  )
  static let tokenFile = Option(
    "--token-file",
    "FILE",
    "private file that holds a token; - for standard input"
  )
  static let tokenKey = Option(
    "--token-key",
    "KEY",
    "where in an answer of JSON the token is, as in data.token"
  )
  static let tokenExpiryKey = Option(
    "--token-expiry-key",
    "KEY",
    "where in it the expiry is"
  )
  static let tokenExpiryUnit = Option(
    "--token-expiry-unit",
    "UNIT",
    "what that is counted in: epoch-s, epoch-ms, in-s, in-ms or rfc3339",
    choices: TokenAnswerFormat.ExpiryUnit.allCases.map(\.rawValue)
  )

  /// Those that bring tokens, of which a command takes exactly one.
  static let sources: [Option] = [.serviceAccount, .tokenCommand, .tokenURL, .tokenFile]

  /// All of them, with the key file that makes tokens.
  static let tokenSources: [Option] = sources + [.tokenKey, .tokenExpiryKey, .tokenExpiryUnit]
}

extension Command {
  /// What help says of the sources of tokens.
  static let tokenDetail = [
    "",
    "Access tokens come from exactly one of --service-account, --token-command, --token-url and",
    "--token-file. A token itself is never on the command line.",
    "{trip}, {vehicle} and {provider} are filled in. COMMAND runs without a shell and has 10 s;",
    "spaces part its words, '...', \"...\" and \\ keep them together, nothing is expanded. Only IDs",
    "of letters, digits and ._~@+=- are filled in; RIDEALONG_TRIP and RIDEALONG_VEHICLE in its",
    "environment have every ID as it is.",
    "A source gives the token on one line, or JSON with jwt and expirationTimestamp (ms since 1970),",
    "token or access_token and expires_in (s from now), or a Kubernetes ExecCredential. Other keys:",
    "--token-key data.jwt --token-expiry-key data.exp --token-expiry-unit epoch-s",
  ]
}
