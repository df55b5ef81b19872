/// What the first request for a trip waits for.
public enum PollingStep: Sendable, Hashable {
  /// An access token.
  case token
  /// A connection to the server, its name's lookup and TLS included.
  case connecting
  /// The server's answer.
  case answer
}
