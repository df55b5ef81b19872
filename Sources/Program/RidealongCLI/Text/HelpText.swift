internal import FleetEngine

/// The texts of help, and what they share with other output.
enum HelpText {
  static let version = LibraryVersion.number

  /// The date of the version, as in CHANGELOG.md.
  static let date = "2026-11-22"

  /// The path of the user's configuration as help shows it.
  static let configurationPath = "~/.config/ridealong/config.toml"

  static let exitStatuses: [(status: String, meaning: String)] = [
    ("0", "success"), ("1", "unexpected error"),
    ("2", "usage, configuration or a malformed name"), ("3", "trip not found"),
    ("4", "not permitted"), ("5", "unavailable or timed out"), ("6", "quota"),
    ("7", "trip canceled or ended before the awaited status"),
    ("8", "inspect found something"), ("128 + N", "ended by the signal N"),
  ]

  /// Where tokens come from, in the help of several commands.
  static let tokens = [
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
