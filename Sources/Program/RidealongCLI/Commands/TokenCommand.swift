internal import AccessTokens
internal import FleetEngine
internal import TrustLimits

extension Command {
  static let token = Command(
    name: "token", synopsis: "ridealong token mint --service-account FILE, or token inspect [FILE]",
    summary: "mint an access token, or find out why one is refused",
    examples: [
      "ridealong token mint --service-account consumer.json --trip 42",
      "curl -s BACKEND/token/consumer/TRIP | ridealong token inspect --trip TRIP",
    ],
    detail: [
      "mint prints the token on one line. Anyone who has it can use it: keep it secret.",
      "inspect reads a token from standard input or a private file, alone or in a JSON response, and",
      "shows what it contains and why Fleet Engine would refuse it. --trip or --vehicle checks that it",
      "is valid for that resource, --service-account or --public-key checks its signature. Exit",
      "status: 0 the token looks valid, 4 it would be refused, 2 not a token.",
    ],
    options: [.serviceAccount, .publicKey, .trip, .vehicle, .timeToLive, .json, .context, .config],
    actions: ["mint", "inspect"], operands: .files, configurable: .server, run: TokenCommand.run)
}

/// `ridealong token`: mints or inspects a token.
enum TokenCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, clock) = (context.arguments, context.servers.clock)
    let words = arguments.positionals
    switch words.first {
    case "mint":
      try arguments.expect(["the word mint"])
      try arguments.refuse([.publicKey, .json], "has no effect with ridealong token mint")
      return try mint(arguments, clock)
    case "inspect":
      try TokenInspectCommand.check(words.dropFirst())
      try arguments.refuse([.timeToLive], "has no effect with ridealong token inspect")
      return try await TokenInspectCommand.run(arguments, clock)
    case let word?:
      // An unknown word may be a token, which must not be printed.
      try TokenInspectCommand.check([word])
      throw .usage("ridealong token knows mint and inspect, not \(word).")
    case nil: throw .usage("ridealong token needs the word mint or inspect.")
    }
  }

  private static func mint(
    _ arguments: Arguments, _ clock: ServiceClock
  ) throws(CommandError) -> ExitStatus {
    let lifetime = try arguments.duration(ifSet: .timeToLive)
    let (tripID, vehicleID) = (try id(.trip, arguments), try id(.vehicle, arguments))
    let key = try arguments.serviceAccount()
    let provider = ServiceAccountTokenProvider(key: key, wallNow: clock.wallNow)
    let token = try CommandError.wrapping {
      try provider.mint(tripID: tripID, vehicleID: vehicleID, ttl: lifetime)
    }
    try Console.printSecret(token.value)
    return .success
  }

  /// The ID of the trip or vehicle that an option names, by its ID or full name.
  static func id(_ option: Option, _ arguments: Arguments) throws(CommandError) -> String? {
    guard let text = arguments[option], text != "*" else { return arguments[option] }
    let name =
      option == .trip
      ? (try? TripName(parsing: text))?.tripID : (try? VehicleName(parsing: text))?.vehicleID
    if let name { return name }
    do { return try TripName(providerID: "provider", tripID: text).tripID } catch {
      throw .usage(
        "\(option.name) \(text) is not an id: give the \(option == .trip ? "trip" : "vehicle")'s id "
          + "or full name, or *.")
    }
  }
}

/// `ridealong token inspect`: shows a token's claims and why it would be refused.
enum TokenInspectCommand {
  static func run(
    _ arguments: Arguments, _ clock: ServiceClock
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
        await token(source, clock), for: contexts, signedBy: signer, at: now)
    } catch { throw .usage(error.reason) }
    if arguments.has(.json) {
      try Console.print(encoding: InspectionReport.record(inspection))
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
          + "private file.")
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
    _ source: String, _ clock: ServiceClock
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
    // The configuration's key signs tokens; a token to inspect may be anyone's.
    let hasKey = arguments.isGiven(.serviceAccount)
    guard let path = arguments[.publicKey] else {
      return hasKey ? .serviceAccount(try arguments.serviceAccount()) : nil
    }
    guard !hasKey else {
      throw .usage("--service-account and --public-key are two signers; give one.")
    }
    let file = try BoundedFile(path, limit: Limits.Token.bytes, called: "The public key")
    return .publicKey(pem: String(decoding: file.bytes, as: UTF8.self))
  }
}
