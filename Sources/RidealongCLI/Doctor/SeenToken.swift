internal import AccessTokens
internal import FleetEngine

/// What the doctor saw of a token, which decides what a refusal of it can mean.
enum SeenToken: Sendable {
  /// There was none to see.
  case none
  /// A JSON web token, with what it says of itself.
  case signed(Claims)
  /// One that says nothing of itself, as gcloud prints it.
  case plain

  /// Whether there was one.
  var isThere: Bool { if case .none = self { false } else { true } }

  /// What it says of itself.
  var claims: Claims? { if case .signed(let claims) = self { claims } else { nil } }

  /// Whose plain tokens Fleet Engine takes.
  static func takenOf(_ providerID: String) -> String {
    "Fleet Engine takes a plain token only of an account with roles/fleetengine.ondemandAdmin in "
      + "project \(providerID); riders' and drivers' accounts need signed ones."
  }

  /// How signed tokens are had.
  static let signedAdvice =
    "For signed tokens: --service-account FILE, or a --token-command that signs them."

  /// What a token says of itself, as far as the doctor needs it; not to be believed.
  struct Claims: Sendable {
    /// The ids that it is for by the names of their claims, such as `tripid`; `*` for all.
    let ids: [String: String]
    /// The project of the account that signed it.
    let projectID: String?
    /// Why Fleet Engine would refuse it.
    let refusals: [String]

    init(_ token: TokenInspection) {
      ids = token.authorization
      projectID = token.issuer.flatMap(Self.project(ofAccount:))
      refusals = token.refusals.map(\.message)
    }

    /// The id of a trip or vehicle that it is for; nil where it names none.
    func id(for resource: ExaminedResource) -> String? { ids[resource.kind + "id"] }

    /// The project in a service account's address, such as `name@PROJECT.iam.gserviceaccount.com`.
    static func project(ofAccount address: String) -> String? {
      guard let at = address.firstIndex(of: "@"),
        address.hasSuffix(".iam.gserviceaccount.com")
      else { return nil }
      return String(address[address.index(after: at)...].dropLast(24))
    }
  }
}
