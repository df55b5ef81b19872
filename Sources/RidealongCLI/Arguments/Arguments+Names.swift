internal import AccessTokens
internal import FleetEngine
internal import TrustLimits

/// The names of trips and vehicles, as people write them.
extension Arguments {
  /// The trip that a word names: a full name or, with `--provider`, an ID.
  func tripName(_ text: String) throws(CommandError) -> TripName {
    let provider = self[.provider]
    do {
      guard let provider, !text.contains("/") else { return try TripName(parsing: text) }
      return try TripName(parsing: "providers/\(provider)/trips/\(text)")
    } catch {
      if let vehicle = try? VehicleName(parsing: text) {
        let word = ShellWord.quoted(vehicle.description)
        throw .usage(
          "\"\(text)\" is a vehicle's name, where a trip's is expected. For a vehicle: ridealong "
            + "follow --vehicle \(word), or ridealong doctor --vehicle \(word)"
        )
      }
      let meant = likelyProvider.flatMap { provider in
        Self.lastID(text).flatMap { try? TripName(providerID: provider, tripID: $0) }
      }
      throw Self.malformed(error, "trip", meant: meant?.description, takesID: provider == nil)
    }
  }

  /// The vehicle that a word names: a full name or, with `--provider`, an ID.
  ///
  /// `takesID`: whether the command has `--provider`, so that an ID would do.
  func vehicleName(_ text: String, takesID: Bool = false) throws(CommandError) -> VehicleName {
    let provider = self[.provider]
    do {
      guard let provider, !text.contains("/") else { return try VehicleName(parsing: text) }
      return try VehicleName(parsing: "providers/\(provider)/vehicles/\(text)")
    } catch {
      if (try? TripName(parsing: text)) != nil {
        throw .usage("\"\(text)\" is a trip's name, where a vehicle's is expected.")
      }
      let meant = likelyProvider.flatMap { provider in
        Self.lastID(text).flatMap { try? VehicleName(providerID: provider, vehicleID: $0) }
      }
      throw Self.malformed(
        error,
        "vehicle",
        meant: meant?.description,
        takesID: takesID && provider == nil
      )
    }
  }

  /// The provider, else the project of the key file.
  private var likelyProvider: String? {
    self[.provider]
      ?? self[.serviceAccount].flatMap { try? ServiceAccountKey(contentsOf: $0).projectID }
  }

  /// The part of a name that most likely is the id.
  private static func lastID(_ text: String) -> String? {
    text.split(separator: "/").last.map(String.init)
  }

  private static func malformed(
    _ error: ResourceNameError,
    _ kind: String,
    meant: String?,
    takesID: Bool
  ) -> CommandError {
    let why =
      switch error.reason {
      case .form: "is not a \(kind) name"
      case .empty: "is not a \(kind) name: an id is empty"
      case .tooLong: "is not a \(kind) name: an id is longer than 64 characters"
      case .forbiddenCharacter:
        "is not a \(kind) name: an id holds one of / : ? , # or a control character"
      }
    let guess = meant.map { " Did you mean \(ShellWord.quoted($0))?" } ?? ""
    let short = takesID ? ", or --provider PROVIDER with the id alone" : ""
    return .usage("\"\(error.text)\" \(why). Expected \(error.expectedForm)\(short).\(guess)")
  }
}
