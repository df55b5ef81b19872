internal import FleetEngine
internal import TrustLimits

extension CallFailure {
  /// Explains an error that the server returned, by what is certain before what is likely.
  init(server error: FleetEngineError, _ facts: Facts) {
    var facts = facts
    if facts.token == .unknown, let account = error.tokenAccount {
      facts.token = .signed(ids: [:], projectID: Self.project(ofAccount: account), refusals: [])
    }
    switch error.code {
    case .permissionDenied:
      if let failure = Self(project: error, facts) {
        // It says all that the message says.
        self = failure
        return
      }
      self =
        Self(scopesOf: error) ?? Self(claimsOf: facts) ?? Self(roleOf: error, facts)
        ?? Self(denied: error, facts)
    case .unauthenticated: self = Self(roleOf: error, facts) ?? Self(unauthenticated: error, facts)
    // The address leads to another path than Fleet Engine's.
    case .notFound where error.message.hasSuffix("served at this path."):
      self.init(code: .unimplemented, error.operation, facts)
    default: self.init(code: error.code, error.operation, facts)
    }
    message = error.message
  }

  private init(code: RPCCode, _ operation: String, _ facts: Facts) {
    // A name is the only thing in these calls that can be wrong.
    let isReading = operation.hasPrefix("Get")
    func row(_ phrase: String) -> Self {
      Self(.unavailable, phrase, of: facts.server, [facts.again])
    }
    switch code {
    case .notFound: self.init(notFound: facts, operation)
    case .resourceExhausted: self.init(quota: facts)
    case .invalidArgument where isReading:
      self.init(
        .refused,
        word: "BAD NAME",
        "the server does not accept this \(facts.kind) name",
        causes: [facts.name.isEmpty ? "" : "Requested \(facts.name)"],
        [
          facts.resource.map {
            "Expected \($0.form); PROVIDER is the ID of the Google Cloud project"
          } ?? ""
        ])
    case .unimplemented where isReading, .failedPrecondition where isReading:
      let check = "Check \(facts.option); the default is Google's Fleet Engine"
      let phrase = "the server does not support following \(facts.kind)s"
      self.init(.refused, phrase, of: facts.server, [check])
    case .invalidArgument, .unimplemented, .failedPrecondition, .alreadyExists, .outOfRange:
      self.init(.refused, "the server refused the call")
    case .aborted, .cancelled: self = row("the server gave up the call")
    case .deadlineExceeded: self = row("the server timed out")
    case .unavailable: self = row("the server is not available")
    case .internal, .unknown, .dataLoss, .ok, .unauthenticated, .permissionDenied:
      self = row("the server failed")
    }
  }

  private init(notFound facts: Facts, _ operation: String) {
    guard !operation.hasPrefix("Create"), let resource = facts.resource else {
      let phrase = "the provider, or what the call names, does not exist"
      self.init(.notFound, phrase, ["Check the IDs, and the provider"])
      return
    }
    let isPolled = facts.isRetried && operation.hasPrefix("Get")
    let kept =
      resource.kind == "trip"
      ? "Fleet Engine keeps trips for 7 days" : "Fleet Engine deletes vehicles without updates"
    self.init(
      .notFound, "\(facts.this) does not exist (or was deleted)",
      summary: "The provider \(resource.providerID) has no \(resource.kind) \(resource.id)",
      [
        "Check the ID, and the provider, which is the Google Cloud project",
        "It may not exist yet, or was deleted: \(kept)",
        isPolled ? "Polling goes on, once a minute after 2 minutes" : "",
      ])
  }

  private init(quota facts: Facts) {
    let whose = facts.resource.map { "The quota of project \($0.providerID)" } ?? "The quota"
    let slower = facts.usualInterval.flatMap { usual in
      facts.interval.flatMap { $0 > usual ? ", polling every \(Quantities.age($0))" : nil }
    }
    self.init(
      .quota, "the quota is used up" + (slower ?? ""), summary: "\(whose) is used up",
      [(facts.isRetried ? "Ask" : "Wait a minute, or ask") + " the project's owner to raise it"])
  }

  private init(unauthenticated error: FleetEngineError, _ facts: Facts) {
    func row(_ phrase: String, causes: [String] = [], _ advice: [String]) -> Self {
      let causes = causes + [facts.origin(error)]
      return Self(.notPermitted, word: "BAD TOKEN", phrase, causes: causes, advice)
    }
    // Servers also refuse a rider's token for a vehicle in this way.
    let roles = facts.isOfVehicle(error) ? facts.roles : []
    let inspect = "ridealong token inspect shows its claims"
    let isOfContent = Self.isOfContent(error.message)
    switch facts.token {
    case .unknown where isOfContent:
      self = row("the server does not accept the token", [inspect] + roles)
    case .unknown:
      let clock = facts.clockOffset == nil ? " and this machine's clock" : ""
      self = row(
        "the token is missing, expired or not valid", causes: [facts.clock],
        [facts.clock.isEmpty ? "Check where it comes from\(clock)" : "Set the clock"] + roles)
    case .signed(_, _, let refusals):
      let project = facts.resource.map { " of project \($0.providerID)" } ?? ""
      self = row(
        "the server does not accept the token", causes: refusals + [facts.clock],
        [
          isOfContent
            ? inspect
            : "Is it signed by a service account\(project), with a key that was not deleted? \(inspect)"
        ] + roles)
    case .plain where isOfContent:
      let advice = "Check where it comes from: it is no JSON Web Token"
      self = row("the server does not accept the token", [advice] + facts.roles)
    case .plain:
      self = row(
        "the server does not accept the plain token",
        ["It may have expired, be revoked or not be Google's: get a new one"] + facts.roles)
    }
  }

  /// Whether a server's message is about a claim or the form of the token, and not about the time.
  private static func isOfContent(_ message: String) -> Bool {
    let words = Set(message.lowercased().split { !$0.isLetter }.map(String.init))
    let times: Set = ["expired", "expires", "future", "ago", "clock", "early", "yet"]
    let claims: Set = [
      "claim", "claims", "iss", "issuer", "sub", "subject", "aud", "audience", "iat",
      "exp", "expiry", "alg", "kid", "authorization", "tripid", "vehicleid", "id",
      // The form.
      "quotation", "quoted", "quotes", "part", "parts", "segments", "bearer", "malformed", "base64",
      "encoded", "encoding", "padding", "characters", "algorithm", "parse", "decode",
    ]
    return words.isDisjoint(with: times) && !words.isDisjoint(with: claims)
  }

  private init(denied error: FleetEngineError, _ facts: Facts) {
    let (kind, isUnknown) = (facts.kind, facts.token == .unknown)
    let isReading = error.operation.hasPrefix("Get")
    let roles = isReading && (!isUnknown || facts.isOfVehicle(error)) ? facts.roles : []
    let possible =
      isUnknown
      ? "Possible: token missing, not valid or for another \(kind), wrong role, API not enabled for the "
        + "project, \(kind) of another provider"
      : "If the project is new: the API may not be enabled"
    var refusals: [String] = []
    if case .signed(_, _, let found) = facts.token { refusals = found }
    self.init(
      .notPermitted, "the server refused this token for \(facts.this)",
      causes: refusals + [facts.origin(error)], roles + [possible])
  }

  /// Explains a refusal by the claims of a token; nil if they do not contradict the resource.
  private init?(claimsOf facts: Facts) {
    guard case .signed(let ids, let project, _) = facts.token, let resource = facts.resource
    else { return nil }
    let kind = resource.kind
    if let id = ids[kind + "id"], id != "*", id != resource.id {
      let summary = "The token is for \(kind) \(id), not for \(resource.id)"
      let phrase = "the token is for another \(kind)"
      self.init(.notPermitted, phrase, summary: summary, ["Get a token for \(facts.this)"])
      return
    }
    guard let project, project != resource.providerID else { return nil }
    let name = ShellWord.quoted(resource.name(ofProvider: project))
    self.init(
      .notPermitted, "the token is of another project",
      summary: "The token is of project \(project), the \(kind) of provider \(resource.providerID)",
      [
        "ridealong doctor \(kind == "vehicle" ? "--vehicle " : "")\(name) shows whether the \(kind) is "
          + "of \(project)",
        "Otherwise use a service account of \(resource.providerID)",
      ])
  }
}
