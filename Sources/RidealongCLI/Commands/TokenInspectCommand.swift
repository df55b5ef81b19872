internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import TrustLimits

/// `ridealong token inspect`: says what a token holds and why it would be refused.
enum TokenInspectCommand {
  static func run(
    _ arguments: Arguments,
    _ clock: ServiceClock
  ) async throws(CommandError) -> ExitStatus {
    let now = clock.wallNow()
    let source = arguments.positionals.dropFirst().first ?? "-"
    let contexts = [
      try TokenCommand.id(.trip, arguments).map { AuthorizationContext(tripID: $0) },
      try TokenCommand.id(.vehicle, arguments).map { AuthorizationContext(vehicleID: $0) },
    ].compactMap { $0 }
    let signer = try signer(arguments)
    let inspection: TokenInspection
    do throws(AccessTokenError) {
      inspection = try TokenInspection(
        await token(source, clock),
        for: contexts,
        signedBy: signer,
        at: now
      )
    } catch {
      throw .usage(error.reason)
    }
    if arguments.has(.json) {
      try Console.print(encoding: InspectionReport.Form(inspection))
    } else {
      try Console.print(InspectionReport.lines(inspection, at: now))
    }
    return inspection.isAcceptable ? .success : .notPermitted
  }

  /// Refuses a token on the command line, in words that do not repeat it.
  ///
  /// `words` is the command's words after `inspect`.
  static func check(_ words: some Collection<String>) throws(CommandError) {
    for word in words where isLikeToken(word) {
      throw .usage(
        "a token is not taken as an argument: every user of this machine can read a command line. "
          + "Let it come through standard input, as in fleet-token | ridealong token inspect, or "
          + "give the name of a private file."
      )
    }
    if let extra = words.dropFirst().first {
      throw .usage("unexpected argument \(extra) of ridealong token inspect.")
    }
  }

  private static func isLikeToken(_ word: String) -> Bool {
    word.contains("eyJ") || word.hasPrefix("ya29.")
      || (word.utf8.count > 100 && word.split(separator: ".").count == 3 && !word.contains("/"))
  }

  private static func token(
    _ source: String,
    _ clock: ServiceClock
  ) async throws(AccessTokenError) -> AccessToken {
    guard source == "-" else {
      return try FileAccessTokenProvider(path: source, wallNow: clock.wallNow).read()
    }
    return try await StandardInputAccessTokenProvider(wallNow: clock.wallNow)
      .accessToken(for: AuthorizationContext(tripID: ""))
  }

  private static func signer(
    _ arguments: Arguments
  ) throws(CommandError) -> TokenInspection.Signer? {
    guard let path = arguments[.publicKey] else {
      guard arguments.has(.serviceAccount) else { return nil }
      return .serviceAccount(try arguments.serviceAccount(for: .token))
    }
    guard !arguments.has(.serviceAccount) else {
      throw .usage("--service-account and --public-key are two signers; give one.")
    }
    let file = try BoundedFile(path, limit: Limits.Token.bytes, called: "The public key")
    return .publicKey(pem: String(decoding: file.bytes, as: UTF8.self))
  }
}
