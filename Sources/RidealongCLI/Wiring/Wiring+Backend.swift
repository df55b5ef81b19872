internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages

extension Wiring {
  /// The provider's backend that the command line names.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - command: The command that needs it.
  /// - Returns: Its address.
  /// - Throws: That it is missing, is no address, or one that tokens may not come from.
  func backend(_ arguments: Arguments, for command: Command) throws(CommandError) -> HTTPURL {
    guard let backend = try backend(arguments) else {
      throw .missing(.backend, for: command.rawValue)
    }
    return backend
  }

  /// The source of a rider's tokens: what the command line names, else the backend.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - backend: The backend.
  ///   - command: The command that needs tokens.
  /// - Returns: The source.
  /// - Throws: What is wrong with it.
  func tokenSource(
    _ arguments: Arguments,
    orBackend backend: HTTPURL,
    for command: Command
  ) throws(CommandError) -> TokenSource {
    guard !Option.tokenSources.contains(where: { arguments.has($0) }) else {
      return try tokenSource(arguments, for: command, providerID: nil)
    }
    do throws(AccessTokenError) {
      let provider = try URLAccessTokenProvider(
        Self.consumerTokens(of: backend),
        transport: tokenTransport(),
        wallNow: clock.wallNow
      )
      return TokenSource(cached(provider), label: "provider backend")
    } catch {
      throw .usage(error.reason)
    }
  }

  /// Where a backend hands out riders' tokens.
  static func consumerTokens(of backend: HTTPURL) -> String {
    let base = backend.description
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/token/consumer/{trip}"
  }
}
