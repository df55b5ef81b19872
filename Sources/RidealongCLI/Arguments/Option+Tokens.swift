internal import AccessTokens

/// The sources of access tokens.
///
/// There is no option for a token itself, because every user of the machine can read a command line.
extension Option {
  static let tokenCommand = Option("--token-command", .command([]), "command that prints a token")
  static let tokenURL = Option(
    "--token-url",
    .url,
    "URL that returns a token; HTTPS unless it is loopback"
  )
  static let tokenFile = Option(
    "--token-file",
    .file,
    "private file that holds a token; - for standard input"
  )
  static let tokenKey = Option(
    "--token-key",
    .text,
    "path of the token in a JSON response, e.g. data.token",
    placeholder: "KEY"
  )
  static let tokenExpiryKey = Option(
    "--token-expiry-key",
    .text,
    "path of the expiry in a JSON response",
    placeholder: "KEY"
  )
  static let tokenExpiryUnit = Option(
    "--token-expiry-unit",
    .words(TokenAnswerFormat.ExpiryUnit.allCases.map(\.rawValue)),
    "unit of the expiry: epoch-s, epoch-ms, in-s, in-ms or rfc3339",
    placeholder: "UNIT"
  )

  /// The sources; a command takes exactly one.
  static let sources: [Option] = [.serviceAccount, .tokenCommand, .tokenURL, .tokenFile]

  /// The sources and their settings.
  static let tokenSources: [Option] = sources + [.tokenKey, .tokenExpiryKey, .tokenExpiryUnit]
}

extension Command {
  /// The help on the sources of tokens.
  static let tokenDetail = [
    "",
    "Access tokens come from exactly one of --service-account, --token-command, --token-url and",
    "--token-file. A token itself is never on the command line.",
    "{trip}, {vehicle} and {provider} are filled in. COMMAND has 10 s and runs without a shell:",
    "arguments are split at spaces; quote with '...', \"...\" or \\; no shell expansion. Only IDs of",
    "letters, digits and ._~@+=- are filled in; RIDEALONG_TRIP and RIDEALONG_VEHICLE in its",
    "environment have every ID as it is.",
    "A source returns the token on one line, or JSON with jwt and expirationTimestamp (ms since",
    "1970), token or access_token and expires_in (s from now), or a Kubernetes ExecCredential. For",
    "other JSON, give the paths:",
    "  --token-key data.jwt --token-expiry-key data.exp --token-expiry-unit epoch-s",
  ]
}
