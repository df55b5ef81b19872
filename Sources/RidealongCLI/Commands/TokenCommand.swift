internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import TrustLimits

/// `ridealong token`: mints or inspects a token.
enum TokenCommand {
  static func run(
    _ arguments: Arguments,
    _ clock: ServiceClock
  ) async throws(CommandError) -> ExitStatus {
    let words = arguments.positionals
    switch words.first {
    case "mint":
      try arguments.expect(["the word mint"], for: "token")
      try refuse([.publicKey, .json], arguments, "mint")
      return try mint(arguments, clock)
    case "inspect":
      try TokenInspectCommand.check(words.dropFirst())
      try refuse([.timeToLive], arguments, "inspect")
      return try await TokenInspectCommand.run(arguments, clock)
    case let word?:
      // An unknown word may be a token, which must not be printed.
      try TokenInspectCommand.check([word])
      throw .usage("ridealong token knows mint and inspect, not \(word).")
    case nil: throw .usage("ridealong token needs the word mint or inspect.")
    }
  }

  private static func refuse(
    _ options: [Option],
    _ arguments: Arguments,
    _ word: String
  ) throws(CommandError) {
    guard let idle = options.first(where: { arguments.has($0) }) else { return }
    throw .usage("\(idle.name) has no effect with ridealong token \(word).")
  }

  private static func mint(
    _ arguments: Arguments,
    _ clock: ServiceClock
  ) throws(CommandError) -> ExitStatus {
    let lifetime = try arguments.duration(.timeToLive, in: .seconds(1)...(.seconds(3_600)))
    let (tripID, vehicleID) = (try id(.trip, arguments), try id(.vehicle, arguments))
    let key = try arguments.serviceAccount(for: .token)
    let provider = ServiceAccountTokenProvider(key: key, wallNow: clock.wallNow)
    do {
      let token = try provider.mint(tripID: tripID, vehicleID: vehicleID, ttl: lifetime)
      try Console.printSecret(token.value)
    } catch let error as AccessTokenError {
      throw CommandError(.failure, error.reason)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(.failure, "\(error)")
    }
    return .success
  }

  /// The ID of the trip or vehicle that an option names, by its ID or full name.
  static func id(_ option: Option, _ arguments: Arguments) throws(CommandError) -> String? {
    guard let text = arguments[option], text != "*" else { return arguments[option] }
    let name =
      option == .trip
      ? (try? TripName(parsing: text))?.tripID : (try? VehicleName(parsing: text))?.vehicleID
    if let name { return name }
    do {
      return try TripName(providerID: "provider", tripID: text).tripID
    } catch {
      throw .usage(
        "\(option.name) \(text) is not an id: give the \(option == .trip ? "trip" : "vehicle")'s id "
          + "or full name, or *."
      )
    }
  }
}

/// `ridealong token inspect`: shows a token's claims and why it would be refused.
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

  /// Refuses a token on the command line without printing it; `words` are those after `inspect`.
  static func check(_ words: some Collection<String>) throws(CommandError) {
    for word in words where isLikeToken(word) {
      throw .usage(
        "a token cannot be an argument, because every user of this machine can read a command line. "
          + "Pass it through standard input, as in fleet-token | ridealong token inspect, or in a "
          + "private file."
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
