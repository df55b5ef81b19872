internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits
internal import Viewer

/// What is found where tokens come from.
extension DoctorVisit {
  /// The source of tokens, and what its token says of itself.
  mutating func lookAtTokens() async {
    guard let option = Option.sources.first(where: { arguments.has($0) }) else {
      add(
        Check(
          .tokens,
          asked == nil ? .skipped : .failed,
          "There is no source of tokens.",
          advice: [
            "Give one of "
              + Option.sources.map(\.name).joined(separator: ", ")
              + ", or set it in the configuration: ridealong help follow tells of them."
          ],
          status: .usage
        )
      )
      trouble = trouble ?? "there is no token"
      return
    }
    var facts = [Check.Fact("source", "source", option.key)]
    let origin = arguments.setting(option)?.origin ?? .standard
    facts.append(Check.Fact("origin", "set by", origin.description))
    do throws(CommandError) {
      if option == .serviceAccount {
        let key = try arguments.serviceAccount(for: .doctor)
        facts += [
          Check.Fact("account", "account", key.clientEmail),
          Check.Fact("project", "project", key.projectID),
          Check.Fact("key_id", "key id", key.privateKeyID),
        ]
      }
      tokens = try network.tokens(arguments, for: .doctor, providerID: firstAsked?.providerID)
    } catch {
      add(
        Check(
          .tokens,
          .failed,
          error.summary,
          advice: error.advice,
          facts: facts,
          status: error.status
        )
      )
      trouble = trouble ?? "there is no token"
      return
    }
    guard let resource = firstAsked, let tokens else {
      add(
        Check(
          .tokens,
          .ok,
          "Tokens come from the \(self.tokens?.label ?? option.key); one is had where a trip is named.",
          facts: facts
        )
      )
      return
    }
    let context = resource.context
    let result = await bounded(Limits.Doctor.stepTime) {
      await Result { () async throws(AccessTokenError) in
        try await tokens.provider.accessToken(for: context)
      }
    }
    switch result {
    case nil:
      add(Self.overdue(.tokens, "A token from the \(tokens.label)"))
      trouble = trouble ?? "there is no token"
    case .failure(let error)?:
      let diagnosis = Refusal(error, resource)
      trouble = trouble ?? "there is no token for it"
      add(
        Check(
          .tokens,
          .failed,
          diagnosis.sentence,
          advice: diagnosis.advice,
          facts: facts,
          status: error.isRecoverable ? .unavailable : .notPermitted
        )
      )
    case .success(let token)?: addToken(token, resource, facts)
    }
  }

  private mutating func addToken(
    _ token: AccessToken,
    _ resource: ExaminedResource,
    _ source: [Check.Fact]
  ) {
    let now = network.clock.wallNow()
    var facts = source
    let inspection: TokenInspection
    do {
      inspection = try TokenInspection(token, for: [resource.context], at: now)
    } catch {
      addPlainToken(token, resource, facts, now)
      return
    }
    let claims = SeenToken.Claims(inspection)
    self.token = .signed(claims)
    let moments: [(String, String, Int64?)] = [
      ("issued", "issued", inspection.issuedAt), ("expires", "expires", inspection.expiresAt),
    ]
    facts.append(Check.Fact("issuer", "issuer", inspection.issuer ?? "none"))
    facts.append(Check.Fact("audience", "audience", inspection.audience.joined(separator: ", ")))
    for (key, label, seconds) in moments {
      guard let seconds, (0..<100_000_000_000).contains(seconds) else { continue }
      facts.append(Check.Fact(key, label, Self.words(Timestamp(seconds: seconds), now)))
    }
    facts.append(Check.Fact("trip", "for the trip", claims.ids["tripid"] ?? "none"))
    if let vehicle = claims.ids["vehicleid"] {
      facts.append(Check.Fact("vehicle", "for the vehicle", vehicle))
    }
    var remarks = claims.refusals + inspection.doubts.map(\.message)
    if inspection.issuer == "https://accounts.google.com" {
      remarks = [
        "It is an identity token, which says who somebody is; gcloud auth print-access-token prints "
          + "access tokens."
      ]
    }
    if let key = WrongKey(account: inspection.issuer ?? "", operation: resource.operation) {
      remarks += [key.summary] + key.advice
    }
    if let project = claims.projectID, project != resource.providerID {
      remarks.append(
        "The account that signed it is of project \(project), the \(resource.kind) of provider "
          + "\(resource.providerID)."
      )
    }
    add(
      Check(
        .tokens,
        remarks.isEmpty ? .ok : .warning,
        claims.refusals.isEmpty
          ? "There is a token\(Self.summary(inspection, resource, now))."
          : "There is a token that Fleet Engine may refuse.",
        advice: remarks,
        facts: facts
      )
    )
  }

  /// Whose token it is and how long it is good, as the end of a sentence.
  private static func summary(
    _ token: TokenInspection,
    _ resource: ExaminedResource,
    _ now: Timestamp
  ) -> String {
    let issuer = token.issuer.map { " of \($0)" } ?? ""
    let id = token.authorization[resource.kind + "id"]
    let scope =
      switch id {
      case resource.id: " for this \(resource.kind)"
      case "*": " for all \(resource.kind)s"
      default: ""
      }
    let left = token.expiresAt.map { $0 - now.seconds }
    return issuer + scope
      + (left.map { seconds in
        seconds > 0
          ? ", good for \(TokenInspection.words(seconds: seconds))" : ", which has just expired"
      } ?? "")
  }

  /// Tells of a token that is no JSON web token.
  private mutating func addPlainToken(
    _ token: AccessToken,
    _ resource: ExaminedResource,
    _ source: [Check.Fact],
    _ now: Timestamp
  ) {
    self.token = .plain
    var facts = source
    if let expiry = token.expiresAt {
      facts.append(Check.Fact("expires", "expires", Self.words(expiry, now)))
    }
    // Google's tokens for its own services begin so, whoever they are of.
    let isGoogles = token.value.hasPrefix("ya29.")
    add(
      Check(
        .tokens,
        .warning,
        isGoogles
          ? "There is a plain OAuth token, as gcloud prints it: whose it is, what for and until when "
            + "cannot be seen."
          : "There is a token, but no JSON web token: whose it is, what for and until when cannot be "
            + "seen.",
        advice: [SeenToken.takenOf(resource.providerID)],
        facts: facts
      )
    )
  }

  private static func words(_ moment: Timestamp, _ now: Timestamp) -> String {
    let distance = moment.seconds - now.seconds
    let words = TokenInspection.words(seconds: Int64(distance.magnitude))
    return "\(Timestamp(seconds: moment.seconds)), "
      + (distance < 0 ? "\(words) ago" : "in \(words)")
  }
}
