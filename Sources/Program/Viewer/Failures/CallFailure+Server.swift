internal import FleetEngine
internal import TrustLimits

extension CallFailure {
  /// Explains an error that the server returned.
  init(server error: FleetEngineError, _ facts: Facts) {
    let isDenied = error.code == .permissionDenied
    let isRefusal = isDenied || error.code == .unauthenticated
    if isRefusal, error.operation != "GetVehicle", let account = error.tokenAccount,
      let failure = Self(account: account, operation: error.operation)
    {
      self = failure
    } else if isDenied, let failure = Self(project: error, facts) {
      // It says all that the message says.
      self = failure
      return
    } else if isDenied {
      self.init(denied: error, facts)
    } else if isRefusal {
      self.init(unauthenticated: error, facts)
    } else {
      self.init(code: error.code, error.operation, facts)
    }
    message = error.message
  }

  private init(code: RPCCode, _ operation: String, _ facts: Facts) {
    let again = facts.isRetried ? "" : "Try again"
    // A name is the only thing in these calls that can be wrong.
    let isReading = operation.hasPrefix("Get")
    func row(_ phrase: String, _ summary: String? = nil) -> Self {
      Self(.unavailable, phrase, summary: summary, [again])
    }
    switch code {
    case .notFound: self.init(notFound: facts, isReading)
    case .resourceExhausted: self.init(quota: facts)
    case .invalidArgument where isReading:
      self.init(
        .refused,
        word: "BAD NAME",
        "the server does not accept this \(facts.kind) name",
        causes: ["Requested \(facts.name)"],
        ["Expected \(facts.resource?.form ?? "")"]
      )
    case .unimplemented where isReading, .failedPrecondition where isReading:
      self.init(
        .refused,
        "this server does not support following \(facts.kind)s",
        summary: "\(facts.server) does not support following \(facts.kind)s",
        ["Check \(facts.option); the default is Google's Fleet Engine"]
      )
    case .invalidArgument, .unimplemented, .failedPrecondition, .alreadyExists, .outOfRange:
      self.init(.refused, "the server refused the call")
    case .aborted, .cancelled:
      self = row("the server stopped the reply", "\(facts.server) stopped the reply")
    case .deadlineExceeded: self = row("the server timed out", "\(facts.server) timed out")
    case .unavailable: self = row("server unreachable", "\(facts.server) is not available")
    case .internal, .unknown, .dataLoss, .ok, .unauthenticated, .permissionDenied:
      self = row("server error", "\(facts.server) failed with \(code.name)")
    }
  }

  private init(notFound facts: Facts, _ isReading: Bool) {
    let phrase = "\(facts.this) does not exist (or was deleted)"
    let provider = "Check the ID, and the provider, which is the Google Cloud project"
    guard let resource = facts.resource else {
      self.init(.notFound, phrase, [provider])
      return
    }
    let kept =
      resource.kind == "trip"
      ? "Fleet Engine keeps trips for 7 days" : "Fleet Engine deletes vehicles without updates"
    let polling = "Polling goes on, once a minute after 2 minutes"
    self.init(
      .notFound,
      phrase,
      summary: "The provider \(resource.providerID) has no \(resource.kind) \(resource.id)",
      [
        provider, "It may not have been created yet, or it was deleted: \(kept)",
        facts.isRetried && isReading ? polling : "",
      ]
    )
  }

  private init(quota facts: Facts) {
    let project = facts.resource.map { "the quota of project \($0.providerID)" } ?? "the quota"
    let slower = facts.usualInterval.flatMap { usual in
      facts.interval.flatMap { $0 > usual ? Quantities.age($0) : nil }
    }
    self.init(
      .quota,
      "the quota is used up" + (slower.map { ", polling every \($0)" } ?? ""),
      summary: "\(project.capitalized) is used up",
      [
        facts.isRetried
          ? "Ask the project's owner to raise it"
          : "Wait a minute, or ask the project's owner to raise it"
      ]
    )
  }

  private init(unauthenticated error: FleetEngineError, _ facts: Facts) {
    let (phrase, advice) =
      switch facts.token {
      case .unknown:
        (
          "the token is missing, expired or not valid",
          "Check where it comes from"
            + (facts.clockOffset == nil ? " and this machine's clock" : "")
        )
      case .signed:
        (
          "the server does not accept the token",
          "Is it signed by a service account of project \(facts.resource?.providerID ?? ""), with a "
            + "key that was not deleted? ridealong token inspect shows its claims"
        )
      case .plain:
        (
          "the server does not accept the plain token",
          "It may have expired, be revoked or not be Google's: get a new one"
        )
      }
    // Servers also refuse a rider's token for a vehicle in this way.
    let roles = Self.isOfVehicle(error, facts) || facts.token == .plain ? facts.roles : []
    let causes = facts.doubts + [facts.origin(error)]
    self.init(.notPermitted, word: "BAD TOKEN", phrase, causes: causes, [advice] + roles)
  }

  /// Whether a vehicle was requested, which needs another role than a trip.
  private static func isOfVehicle(_ error: FleetEngineError, _ facts: Facts) -> Bool {
    facts.kind == "vehicle" && error.operation.hasPrefix("Get")
  }

  private init(denied error: FleetEngineError, _ facts: Facts) {
    if let failure = Self(claimsOf: facts) {
      self = failure
      return
    }
    let (kind, isUnknown) = (facts.kind, facts.token == .unknown)
    let possible =
      "Possible: token for another \(kind), wrong role, API not enabled for the project, "
      + "\(kind) of another provider"
    let isOfVehicle = Self.isOfVehicle(error, facts)
    self.init(
      .notPermitted,
      "the server refused this token for \(facts.this)",
      causes: facts.doubts + [facts.origin(error)],
      (isUnknown && !isOfVehicle ? [] : facts.roles)
        + [isUnknown ? possible : "If the project is new: the API may not be enabled"]
    )
  }

  /// Explains a refusal by the claims of a token; nil if they do not contradict the resource.
  private init?(claimsOf facts: Facts) {
    guard case .signed(let ids, let project, _) = facts.token, let resource = facts.resource
    else { return nil }
    let kind = resource.kind
    if let id = ids[kind + "id"], id != "*", id != resource.id {
      self.init(
        .notPermitted,
        "the token is for another \(kind)",
        summary: "The token is for \(kind) \(id), not for \(resource.id)",
        ["Get a token for \(facts.this)"]
      )
      return
    }
    guard let project, project != resource.providerID else { return nil }
    self.init(
      .notPermitted,
      "the token is of another project",
      summary: "The token is of project \(project), the \(kind) of provider \(resource.providerID)",
      [
        "If the \(kind) is of \(project): ridealong doctor "
          + (kind == "vehicle" ? "--vehicle " : "")
          + ShellWord.quoted(resource.name(ofProvider: project)),
        "Otherwise use a service account of \(resource.providerID)",
      ]
    )
  }
}
