public import FleetEngine
internal import TrustLimits

extension CallFailure {
  /// Explains why there is no token.
  public init(_ error: AccessTokenError, _ facts: Facts) {
    let outcome: Outcome = error.isRecoverable ? .unavailable : .notPermitted
    func row(
      _ phrase: String,
      _ summary: String? = nil,
      causes: [String],
      _ advice: [String]
    )
      -> Self
    {
      let source = facts.credentials.isEmpty ? "" : "Token from: \(facts.credentials)"
      return Self(
        outcome,
        word: "NO TOKEN",
        phrase,
        summary: summary,
        causes: causes + [source],
        advice
      )
    }
    switch error.problem {
    case .otherResource:
      self = row(
        "the token is for another \(facts.kind), so it was not sent",
        error.summary,
        causes: ["It was not sent"],
        error.advice
          + [
            facts.resource.map {
              "{\($0.kind)} is replaced by its ID in --token-command and --token-url"
            } ?? ""
          ]
      )
    case .expired:
      self = row(
        "the token has expired, so it was not sent",
        causes: [error.summary, facts.clock],
        error.advice
      )
    case .command:
      self = row(
        error.summary,
        causes: ["There is no token, so no request was sent"],
        error.advice + ["Run the command by hand; it has 10 s, no shell and no standard input"]
      )
    case .other where facts.token != .unknown:
      // There was one, and the summary says why it was not sent.
      self = row(error.summary, causes: facts.doubts, error.advice)
    case .other:
      self = row("there is no access token", causes: [error.summary], error.advice)
    }
  }

  /// Compares an account with a call; nil if the account's name does not contradict it.
  ///
  /// Accounts are usually named after their role; a server does not report the role itself.
  public init?(account: String, operation: String) {
    let (needed, purpose): ([Role], String)
    switch operation {
    case "GetTrip": (needed, purpose) = ([.consumer, .fleetReader, .server], "following a trip")
    case "GetVehicle": (needed, purpose) = ([.fleetReader, .server], "following a vehicle")
    case "UpdateVehicle", "UpdateTrip":
      (needed, purpose) = ([.driver, .server], "driving a vehicle")
    case "CreateVehicle", "CreateTrip": (needed, purpose) = ([.server], "creating it")
    default: return nil
    }
    guard let role = Role(account: account), !needed.contains(role) else { return nil }
    let owners = needed.filter { $0 != .fleetReader }.map(\.owner).joined(separator: " or ")
    self.init(
      .notPermitted,
      "the key is \(role.owner), but \(purpose) needs \(owners)",
      causes: ["Key: \(account) (\(role.title))"],
      [
        "Needed: \(needed.map(\.title).joined(separator: ", or ")). The emulator's key for it is "
          + "\(needed[0].rawValue).json"
      ]
    )
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

  /// Why a token may be refused.
  var doubts: [String] {
    guard case .signed(_, _, let refusals) = token else { return [clock] }
    return refusals + [clock]
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
          + "roles/fleetengine.ondemandAdmin; a rider's token opens its own trip only"
      ]
    }
    return [
      "Its service account needs one of the roles roles/fleetengine.consumerSdkUser, "
        + "driverSdkUser, viewer or ondemandAdmin in project \(provider)",
      "A consumer's token names its one trip in authorization.tripid",
    ]
  }
}
