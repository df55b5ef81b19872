internal import FleetEngine

/// A text with places for a trip, a vehicle or a provider: `{trip}`, `{vehicle}`, `{provider}`.
///
/// Braces around anything but a name are braces, and so are those of `${NAME}`, a shell's variable.
struct TokenTemplate: Sendable {
  private enum Part: Sendable {
    case text(String)
    case place(Place)
  }

  private enum Place: String, Sendable {
    case trip
    case vehicle
    case provider
  }

  /// Whether it has no places.
  let isPlain: Bool
  private let parts: [Part]
  private let what: String
  private let providerID: String?

  /// Takes a text apart.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - what: What the text is, as a sentence begins: `The token URL`.
  ///   - providerID: The provider's id, nil where none is known.
  /// - Throws: That it has a place that is unknown or cannot be filled.
  init(_ text: String, what: String, providerID: String?) throws(AccessTokenError) {
    var parts: [Part] = []
    var rest = text[...]
    var plain = ""
    while let brace = rest.firstIndex(of: "{") {
      plain += rest[..<brace]
      guard plain.last != "$" else {
        plain += "{"
        rest = rest[rest.index(after: brace)...]
        continue
      }
      let name = rest[rest.index(after: brace)...].prefix { Self.isNameCharacter($0) }
      guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
        plain += "{"
        rest = rest[rest.index(after: brace)...]
        continue
      }
      guard let place = Place(rawValue: String(name)) else {
        throw AccessTokenError(
          reason: "\(what) has {\(ForeignText.cleaned(String(name), limit: 40))}, which is none of "
            + "{trip}, {vehicle} and {provider}."
        )
      }
      if place == .provider, providerID == nil {
        throw AccessTokenError(reason: "\(what) has {provider}, and no provider is known here.")
      }
      parts += [.text(plain), .place(place)]
      plain = ""
      rest = rest[rest.index(after: name.endIndex)...]
    }
    isPlain = parts.isEmpty
    self.parts = parts + [.text(plain + rest)]
    self.what = what
    self.providerID = providerID
  }

  /// The text with its places filled.
  ///
  /// - Parameters:
  ///   - context: The trip or vehicle.
  ///   - encode: How an id is written; throws if it must not be written.
  /// - Returns: The text.
  /// - Throws: That it has a place for a trip where a vehicle is called, or the other way round, or
  ///   what `encode` throws.
  func filled(
    for context: AuthorizationContext,
    encode: (String) throws(AccessTokenError) -> String = { (id) throws(AccessTokenError) in id }
  ) throws(AccessTokenError) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .place(let place):
        let id: String?
        switch place {
        case .trip: id = context.tripID
        case .vehicle: id = context.vehicleID
        case .provider: id = providerID
        }
        guard let id else {
          let other = place == .trip ? "vehicle" : "trip"
          throw AccessTokenError(
            reason: "\(what) has {\(place.rawValue)}, and this call is about a \(other)."
          )
        }
        result += try encode(id)
      }
    }
    return result
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }
}
