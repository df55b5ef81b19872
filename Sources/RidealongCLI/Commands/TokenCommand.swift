internal import AccessTokens
internal import FleetEngine

/// `ridealong token mint`: prints a token.
enum TokenCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) throws(CommandError) -> ExitStatus {
    try arguments.expect(["the word mint"], for: "token")
    guard arguments.positionals[0] == "mint" else {
      throw .usage("ridealong token knows mint, not \(arguments.positionals[0]).")
    }
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
