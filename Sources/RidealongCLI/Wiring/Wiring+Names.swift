internal import AccessTokens
internal import FleetEngine
internal import TrustLimits

/// The names of trips and vehicles, as people write them.
extension Wiring {
  /// The trip that a word names.
  ///
  /// - Parameters:
  ///   - text: The word, a name or, where the provider is given, an id.
  ///   - provider: The provider's id, if it was given.
  ///   - key: The key file that was given, whose project is the provider that was likely meant.
  /// - Returns: The trip's name.
  /// - Throws: That it is none, with the form that was expected.
  func tripName(
    _ text: String,
    provider: String? = nil,
    key: String? = nil
  ) throws(CommandError) -> TripName {
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
      let meant = Self.lastID(text).flatMap { id in
        (provider ?? Self.project(ofKey: key)).flatMap { try? TripName(providerID: $0, tripID: id) }
      }
      throw Self.malformed(error, "trip", meant: meant?.description, takesID: provider == nil)
    }
  }

  /// The vehicle that a word names.
  ///
  /// - Parameters:
  ///   - text: The word, a name or, where the provider is given, an id.
  ///   - provider: The provider's id, if it was given.
  ///   - key: The key file that was given, whose project is the provider that was likely meant.
  ///   - takesID: Whether the provider may be given, so that an id would do.
  /// - Returns: The vehicle's name.
  /// - Throws: That it is none, with the form that was expected.
  func vehicleName(
    _ text: String,
    provider: String? = nil,
    key: String? = nil,
    takesID: Bool = false
  ) throws(CommandError) -> VehicleName {
    do {
      guard let provider, !text.contains("/") else { return try VehicleName(parsing: text) }
      return try VehicleName(parsing: "providers/\(provider)/vehicles/\(text)")
    } catch {
      if (try? TripName(parsing: text)) != nil {
        throw .usage("\"\(text)\" is a trip's name, where a vehicle's is expected.")
      }
      let meant = Self.lastID(text).flatMap { id in
        (provider ?? Self.project(ofKey: key)).flatMap {
          try? VehicleName(providerID: $0, vehicleID: id)
        }
      }
      throw Self.malformed(
        error,
        "vehicle",
        meant: meant?.description,
        takesID: takesID && provider == nil
      )
    }
  }

  /// The part of a name that most likely is the id.
  private static func lastID(_ text: String) -> String? {
    text.split(separator: "/").last.map(String.init)
  }

  /// The project of a key file; nil where the file has none to tell, which is said another time.
  private static func project(ofKey path: String?) -> String? {
    guard let path else { return nil }
    return try? ServiceAccountKey(contentsOf: path).projectID
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
