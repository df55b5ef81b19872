internal import AccessTokens
internal import FleetEngine

/// `ridealong token`: prints a token, or looks into one.
enum TokenCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    let words = arguments.positionals
    switch words.first {
    case "mint":
      try arguments.expect(["the word mint"], for: "token")
      try refuse([.publicKey, .json], arguments, "mint")
      return try mint(arguments, wiring)
    case "inspect":
      try TokenInspectCommand.check(words.dropFirst())
      try refuse([.timeToLive], arguments, "inspect")
      for option in [Option.trip, .vehicle] { try checkID(arguments[option], option) }
      return try await TokenInspectCommand.run(arguments, wiring)
    case let word?:
      // A word that nobody knows may be a token, and is not repeated.
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
    throw .usage("\(idle.name) is of no use with ridealong token \(word).")
  }

  private static func mint(
    _ arguments: Arguments,
    _ wiring: Wiring
  ) throws(CommandError) -> ExitStatus {
    let lifetime = try arguments.duration(.timeToLive, in: .seconds(1)...(.seconds(3_600)))
    for option in [Option.trip, .vehicle] { try checkID(arguments[option], option) }
    let key = try wiring.serviceAccount(arguments, for: .token)
    let provider = ServiceAccountTokenProvider(key: key, wallNow: wiring.clock.wallNow)
    do {
      let token = try provider.mint(
        tripID: arguments[.trip],
        vehicleID: arguments[.vehicle],
        ttl: lifetime
      )
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

  /// Checks an id, as a server refuses a token for a name that cannot be.
  private static func checkID(_ id: String?, _ option: Option) throws(CommandError) {
    guard let id, id != "*" else { return }
    do {
      _ = try TripName(providerID: "provider", tripID: id)
    } catch {
      throw .usage(
        "\(option.name) \(id) is not an id: give the part after the last / of the name, or *."
      )
    }
  }
}
