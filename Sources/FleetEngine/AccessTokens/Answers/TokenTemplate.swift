internal import FleetEngine

/// A text with placeholders for IDs: `{trip}`, `{vehicle}` and `{provider}`.
///
/// Braces around anything but a name are literal, as are those of a shell's `${NAME}`.
struct TokenTemplate: Sendable {
  private enum Part: Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  private enum Placeholder: String, Sendable {
    case trip
    case vehicle
    case provider
  }

  let isPlain: Bool
  private let parts: [Part]
  private let what: String
  private let providerID: String?

  /// Parses a text; throws if it has an unknown placeholder, or `{provider}` without a provider ID.
  ///
  /// `what` starts the sentences of errors: `The token URL`.
  init(_ text: String, what: String, providerID: String?) throws(AccessTokenError) {
    var parts: [Part] = []
    var rest = text[...]
    var plain = ""
    while let brace = rest.firstIndex(of: "{") {
      plain += rest[..<brace]
      let name = rest[rest.index(after: brace)...].prefix {
        $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"
      }
      guard plain.last != "$", !name.isEmpty, rest[name.endIndex...].first == "}" else {
        plain += "{"
        rest = rest[rest.index(after: brace)...]
        continue
      }
      guard let place = Placeholder(rawValue: String(name)) else {
        throw AccessTokenError(
          reason:
            "\(what) has {\(UntrustedText.cleaned(String(name), limit: 40))}; the placeholders are "
            + "{trip}, {vehicle} and {provider}.")
      }
      if place == .provider, providerID == nil {
        throw AccessTokenError(reason: "\(what) has {provider}, and no provider is known here.")
      }
      parts += [.text(plain), .placeholder(place)]
      plain = ""
      rest = rest[rest.index(after: name.endIndex)...]
    }
    isPlain = parts.isEmpty
    self.parts = parts + [.text(plain + rest)]
    self.what = what
    self.providerID = providerID
  }

  /// Replaces the placeholders by encoded IDs; throws if the call has no ID for one of them.
  func filled(
    for context: AuthorizationContext,
    encode: (String) throws(AccessTokenError) -> String = { (id) throws(AccessTokenError) in id }
  ) throws(AccessTokenError) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .placeholder(let place):
        let id =
          switch place {
          case .trip: context.tripID
          case .vehicle: context.vehicleID
          case .provider: providerID
          }
        guard let id else {
          let other = place == .trip ? "vehicle" : "trip"
          throw AccessTokenError(
            reason: "\(what) has {\(place.rawValue)}, and this call is about a \(other).")
        }
        result += try encode(id)
      }
    }
    return result
  }
}
