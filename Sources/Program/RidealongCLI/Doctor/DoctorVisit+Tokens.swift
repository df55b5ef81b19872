internal import AccessTokens
internal import FleetEngine
internal import TrustLimits
internal import Viewer

extension DoctorVisit {
  mutating func checkTokens() async {
    guard let option = Option.sources.first(where: { arguments.has($0) }) else {
      add(
        .tokens, target == nil ? .skipped : .failed, "There is no source of tokens.",
        advice: [
          "Give one of " + Option.sources.map(\.name).joined(separator: ", ")
            + ", or set it in the configuration: ridealong help follow describes them."
        ],
        status: .usage
      )
      obstacle = obstacle ?? "there is no token"
      return
    }
    let origin = arguments.setting(option)?.origin ?? .standard
    var facts = [
      Fact("source", "source", option.key), Fact("origin", "set by", origin.description),
    ]
    do throws(CommandError) {
      if option == .serviceAccount {
        let key = try arguments.serviceAccount()
        facts += [
          Fact("account", "account", key.clientEmail), Fact("project", "project", key.projectID),
          Fact("key_id", "key id", key.privateKeyID),
        ]
      }
      tokens = try servers.tokens(arguments, providerID: firstResource?.providerID)
    } catch {
      let diagnosis = Diagnosis(error.summary, error.advice)
      add(.tokens, diagnosis, facts: facts, status: error.status)
      obstacle = obstacle ?? "there is no token"
      return
    }
    let label = tokens?.label ?? option.key
    guard let resource = firstResource, let tokens else {
      let sentence = "Tokens come from the \(label); name a trip to get one."
      return add(.tokens, .ok, sentence, facts: facts)
    }
    let context = resource.context
    let result = await bounded(Limits.Doctor.stepTime) {
      await Result { () async throws(AccessTokenError) in
        try await tokens.provider.accessToken(for: context)
      }
    }
    switch result {
    case nil:
      addTimeout(.tokens, "A token from the \(label)")
      obstacle = obstacle ?? "there is no token"
    case .failure(let error)?:
      let failure = CallFailure(error, CallFailure.Facts(name: resource.description, server: ""))
      add(.tokens, Diagnosis(failure), facts: facts, status: ExitStatus(failure))
      obstacle = obstacle ?? "there is no token for it"
    case .success(let token)?: addToken(token, resource, facts)
    }
  }

  private mutating func addToken(
    _ token: AccessToken,
    _ resource: NamedResource,
    _ source: [Fact]
  ) {
    let now = servers.clock.wallNow()
    let inspection: TokenInspection
    do { inspection = try TokenInspection(token, for: [resource.context], at: now) } catch {
      return addPlainToken(token, resource, source, now)
    }
    let refusals = inspection.refusals.map(\.message)
    let project = inspection.issuer.flatMap(CallFailure.project)
    self.token = .signed(ids: inspection.authorization, projectID: project, refusals: refusals)
    var remarks = refusals + inspection.doubts.map(\.message)
    if inspection.issuer == "https://accounts.google.com" {
      remarks = [
        "It is an identity token, which only identifies a person; gcloud auth print-access-token "
          + "prints access tokens."
      ]
    }
    let account = inspection.issuer ?? ""
    if let wrongKey = CallFailure(account: account, operation: resource.operation) {
      remarks += [wrongKey.summary] + wrongKey.explanation
    }
    if let project, project != resource.providerID {
      remarks.append(
        "The account that signed it is of project \(project), the \(resource.kind) of provider "
          + "\(resource.providerID).")
    }
    add(
      .tokens, remarks.isEmpty ? .ok : .warning,
      refusals.isEmpty
        ? "There is a token\(Self.summary(inspection, resource, now))."
        : "There is a token that Fleet Engine may refuse.", advice: remarks,
      facts: source + Self.facts(inspection, now))
  }

  private static func facts(_ token: TokenInspection, _ now: Timestamp) -> [Fact] {
    var facts = [
      Fact("issuer", "issuer", token.issuer ?? "none"),
      Fact("audience", "audience", token.audience.joined(separator: ", ")),
    ]
    for (name, seconds) in [("issued", token.issuedAt), ("expires", token.expiresAt)] {
      guard let seconds, (0..<100_000_000_000).contains(seconds) else { continue }
      facts.append(Fact(name, name, InspectionReport.words(seconds, now)))
    }
    facts.append(Fact("trip", "for the trip", token.authorization["tripid"] ?? "none"))
    if let vehicle = token.authorization["vehicleid"] {
      facts.append(Fact("vehicle", "for the vehicle", vehicle))
    }
    return facts
  }

  /// The account, the scope and the lifetime of a token, as the end of a sentence.
  private static func summary(
    _ token: TokenInspection, _ resource: NamedResource, _ now: Timestamp
  ) -> String {
    let issuer = token.issuer.map { " of \($0)" } ?? ""
    let scope =
      switch token.authorization[resource.kind + "id"] {
      case resource.id: " for this \(resource.kind)"
      case "*": " for all \(resource.kind)s"
      default: ""
      }
    guard let left = token.expiresAt.map({ $0 - now.seconds }) else { return issuer + scope }
    return issuer + scope
      + (left > 0
        ? ", valid for \(TokenInspection.words(seconds: left))" : ", which has just expired")
  }

  /// Adds the check for a token that is not a JSON web token.
  private mutating func addPlainToken(
    _ token: AccessToken, _ resource: NamedResource, _ source: [Fact], _ now: Timestamp
  ) {
    self.token = .plain
    var facts = source
    if let expiry = token.expiresAt {
      facts.append(Fact("expires", "expires", InspectionReport.words(expiry.seconds, now)))
    }
    // All tokens for Google's own services start like this.
    let isGoogles = token.value.hasPrefix("ya29.")
    add(
      .tokens, .warning,
      (isGoogles
        ? "There is a plain OAuth token, as gcloud prints it"
        : "There is a token, but not a JSON web token")
        + ": its account, scope and expiry cannot be seen.",
      advice: [CallFailure.plainAdvice(resource.providerID)], facts: facts)
  }
}
