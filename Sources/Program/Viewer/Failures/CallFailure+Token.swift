public import FleetEngine
internal import TrustLimits

extension CallFailure {
  /// Explains why there is no token.
  public init(_ error: AccessTokenError, _ facts: Facts) {
    let outcome: Outcome = error.isRecoverable ? .unavailable : .notPermitted
    func row(
      _ phrase: String, _ summary: String? = nil, causes: [String], _ advice: [String]
    ) -> Self {
      let source = facts.credentials.isEmpty ? "" : "Token from: \(facts.credentials)"
      return Self(
        outcome, word: "NO TOKEN", phrase, summary: summary, causes: causes + [source], advice)
    }
    switch error.problem {
    case .otherResource:
      let name = facts.resource.map {
        "{\($0.kind)} is replaced by its ID in --token-command and --token-url"
      }
      let phrase = "the token is for another \(facts.kind), so it was not sent"
      self = row(phrase, error.summary, causes: [], error.advice + [name ?? ""])
    case .expired:
      let phrase = "the token has expired, so it was not sent"
      self = row(phrase, causes: [error.summary, facts.clock], error.advice)
    case .command:
      self = row(
        "the token command gave no token", error.summary,
        causes: ["There is no token, so no request was sent"],
        error.advice + ["Run the command by hand; it has 10 s, no shell and no standard input"])
    case .cancelled: self = row("the request for a token was canceled", causes: [], error.advice)
    case .other:
      // If the doctor has seen a token, the summary says why it was not sent.
      let (isSeen, summary) = (facts.token != .unknown, error.summary)
      let phrase = "there is no usable access token"
      self = row(phrase, isSeen ? summary : nil, causes: isSeen ? [] : [summary], error.advice)
    }
  }

  /// Explains a refusal for want of a scope; nil for any other one.
  ///
  /// Source: docs/protocol.md, "Token format".
  init?(scopesOf error: FleetEngineError) {
    let scope = "https://www.googleapis.com/auth/cloud-platform"
    let phrase: String
    if error.message.contains("does not contain any scopes") {
      phrase = "the token has neither authorization nor a scope"
    } else if error.message.contains("insufficient authentication scopes") {
      phrase = "the token's scopes do not cover Fleet Engine"
    } else {
      return nil
    }
    let advice = "Give the client library the scope \(scope), or sign the claim authorization"
    self.init(.notPermitted, phrase, [advice])
  }

  /// Compares the account of a refused token with the call; nil if it is not known or may be right.
  init?(roleOf error: FleetEngineError, _ facts: Facts) {
    guard error.operation != "GetVehicle", let account = error.tokenAccount,
      let failure = Self(account: account, operation: error.operation)
    else { return nil }
    self = failure
    if case .signed(_, _, let refusals) = facts.token { causes += refusals.map(ViewerText.ended) }
  }

  /// The project in a service account's address, such as `name@PROJECT.iam.gserviceaccount.com`.
  public static func project(ofAccount address: String) -> String? {
    let end = ".iam.gserviceaccount.com"
    guard let at = address.firstIndex(of: "@"), address.hasSuffix(end) else { return nil }
    return String(address[address.index(after: at)...].dropLast(end.count))
  }

  /// Compares an account with a call; nil if the account's name does not contradict it.
  ///
  /// Accounts are usually named after their role; a server does not report the role itself.
  public init?(account: String, operation: String) {
    let (needed, purpose): ([Role], String)
    switch operation {
    // Accounts of all roles may read trips.
    case "GetVehicle": (needed, purpose) = ([.fleetReader, .server], "following a vehicle")
    case "UpdateVehicle": (needed, purpose) = ([.driver, .server], "driving a vehicle")
    case "UpdateTrip": (needed, purpose) = ([.driver, .server], "updating a trip")
    case "CreateVehicle": (needed, purpose) = ([.server], "creating a vehicle")
    case "CreateTrip": (needed, purpose) = ([.server], "creating a trip")
    default: return nil
    }
    guard let role = Role(account: account), !needed.contains(role) else { return nil }
    let owners = needed.filter { $0 != .fleetReader }.map(\.owner).joined(separator: " or ")
    self.init(
      .notPermitted, "the key is \(role.owner), but \(purpose) needs \(owners)",
      causes: ["Key: \(account) (\(role.title))"],
      [
        "Needed: \(needed.map(\.title).joined(separator: ", or ")). The emulator's key for it is "
          + "\(needed[0].rawValue).json"
      ])
  }

  /// The roles of Fleet Engine's accounts, with the emulator's key file for each.
  private enum Role: String, CaseIterable {
    case consumer
    case driver
    case server
    case fleetReader = "fleet-reader"

    /// The only role that an account's name has a word for; nil without one.
    init?(account: String) {
      let name = account.prefix { $0 != "@" }.prefix(64).lowercased()
      let words = name.split { !$0.isLetter }.map(String.init)
      let roles = Self.allCases.filter { $0.terms.words.contains(where: words.contains) }
      guard roles.count == 1 else { return nil }
      self = roles[0]
    }

    private var terms: (words: [String], owner: String, title: String) {
      switch self {
      case .consumer:
        (
          ["consumer", "consumers", "rider", "riders", "passenger"], "a rider's",
          "Consumer SDK User"
        )
      case .driver: (["driver", "drivers"], "a driver's", "Driver SDK User")
      case .server:
        (
          ["server", "backend", "superuser", "admin"], "a server's",
          "On-demand Admin (formerly Super User)"
        )
      case .fleetReader: (["viewer", "reader"], "a viewer's", "Viewer")
      }
    }

    var owner: String { terms.owner }
    var title: String { terms.title }
  }

  /// The accounts whose plain tokens Fleet Engine accepts.
  public static func plainAdvice(_ providerID: String) -> String {
    "Fleet Engine accepts a plain token only of an account with roles/fleetengine.ondemandAdmin in "
      + "project \(providerID); riders' and drivers' accounts need signed ones."
  }
}

extension CallFailure.Facts {
  /// The source, the account and the expiry of the refused token; empty if nothing is known.
  func origin(_ error: FleetEngineError) -> String {
    let facts = [
      credentials.isEmpty ? nil : credentials, error.tokenAccount.map { "signed by \($0)" },
      error.tokenExpiresAt.map { "expires \(localTime.clock($0))" },
    ].compactMap(\.self)
    return facts.isEmpty ? "" : "Token from: \(facts.joined(separator: ", "))"
  }

  /// Whether a vehicle was requested, which needs another role than a trip.
  func isOfVehicle(_ error: FleetEngineError) -> Bool {
    kind == "vehicle" && error.operation.hasPrefix("Get")
  }

  /// The roles of the accounts that may read the resource.
  var roles: [String] {
    let provider = resource?.providerID ?? ""
    if token == .plain {
      return [
        CallFailure.plainAdvice(provider),
        "For signed tokens: --service-account FILE, or a --token-command that signs them",
      ]
    }
    guard case .trip? = resource else {
      return [
        "A vehicle's trips are for a server's account, with the role roles/fleetengine.viewer or "
          + "roles/fleetengine.ondemandAdmin in project \(provider); a rider's token opens its own "
          + "trip only"
      ]
    }
    return [
      "Its service account needs one of the roles roles/fleetengine.consumerSdkUser, "
        + "driverSdkUser, viewer or ondemandAdmin in project \(provider)",
      "A consumer's token names its one trip in authorization.tripid",
    ]
  }
}
