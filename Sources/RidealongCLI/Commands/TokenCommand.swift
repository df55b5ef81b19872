internal import AccessTokens
internal import FleetEngine

/// `ridealong token`: prints a token, or looks into one.
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
    _ clock: ServiceClock
  ) throws(CommandError) -> ExitStatus {
    let lifetime = try arguments.duration(.timeToLive, in: .seconds(1)...(.seconds(3_600)))
    let (tripID, vehicleID) = (try id(.trip, arguments), try id(.vehicle, arguments))
    let key = try arguments.serviceAccount(for: .token)
    let provider = ServiceAccountTokenProvider(key: key, wallNow: clock.wallNow)
    do {
      let token = try provider.mint(
        tripID: tripID,
        vehicleID: vehicleID,
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

  /// The id of the trip or vehicle that an option names, alone or as the end of its full name.
  ///
  /// A server refuses a token for a name that cannot be.
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
