internal import HTTPMessages

protocol RequestHandler: Sendable {
  /// Whether a request is allowed, which web pages' requests may not be.
  func allowsPage(_ headers: HTTPHeaders, path: String) -> Bool

  func mintsTokens(at path: String) -> Bool

  /// Handles a request; the closure waits, and returns whether the client is still there.
  func handle(
    _ request: RoutedRequest,
    waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome
}

extension FleetEmulator: RequestHandler {}
