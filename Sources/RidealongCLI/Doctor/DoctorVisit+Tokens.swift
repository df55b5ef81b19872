internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// What a token says of itself, as far as the doctor needs it; not to be believed.
struct TokenClaims: Sendable {
  /// The trip that it is for; `*` for all.
  let tripID: String?
  /// The project of the account that signed it.
  let projectID: String?
  /// Why Fleet Engine would refuse it.
  let refusals: [String]

  init(_ token: TokenInspection) {
    tripID = token.authorization["tripid"]
    projectID = token.issuer.flatMap(Self.project(ofAccount:))
    refusals = token.refusals.map(\.message)
  }

  /// The project in a service account's address, such as `name@PROJECT.iam.gserviceaccount.com`.
  static func project(ofAccount address: String) -> String? {
    guard let at = address.firstIndex(of: "@"),
      address.hasSuffix(".iam.gserviceaccount.com")
    else { return nil }
    return String(address[address.index(after: at)...].dropLast(24))
  }
}

/// What is found where tokens come from.
extension DoctorVisit {
  /// The source of tokens, and what its token says of itself.
  mutating func lookAtTokens() async {
    guard let option = Option.sources.first(where: { arguments.has($0) }) else {
      add(
        Check(
          "tokens",
          name == nil ? .skipped : .failed,
          "There is no source of tokens.",
          advice: [
            "Give one of "
              + Option.sources.map(\.name).joined(separator: ", ")
              + ", or set it in the configuration: ridealong help follow tells of them."
          ],
          status: .usage
        )
      )
      return
    }
    var facts = [Check.Fact("source", "source", option.key)]
    let origin = arguments.setting(option)?.origin ?? .standard
    facts.append(Check.Fact("origin", "set by", origin.description))
    do throws(CommandError) {
      if option == .serviceAccount {
        let key = try wiring.serviceAccount(arguments, for: .doctor)
        facts += [
          Check.Fact("account", "account", key.clientEmail),
          Check.Fact("project", "project", key.projectID),
          Check.Fact("key_id", "key id", key.privateKeyID),
        ]
      }
      tokens = try wiring.tokenSource(arguments, for: .doctor, providerID: name?.providerID)
    } catch {
      add(Check("tokens", .failed, error.message, facts: facts, status: error.status))
      return
    }
    guard let name, let tokens else {
      add(
        Check(
          "tokens",
          .ok,
          "Tokens come from: \(self.tokens?.label ?? option.key).",
          advice: ["With a trip one is asked for: ridealong doctor TRIP."],
          facts: facts
        )
      )
      return
    }
    let context = AuthorizationContext(tripID: name.tripID)
    let result = await bounded(Limits.Doctor.stepTime) {
      do throws(AccessTokenError) {
        return Result<AccessToken, AccessTokenError>.success(
          try await tokens.provider.accessToken(for: context)
        )
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case nil: add(Self.overdue("tokens", "A token from the \(tokens.label)"))
    case .failure(let error)?:
      let diagnosis = Refusal(error, name)
      add(
        Check(
          "tokens",
          .failed,
          diagnosis.sentence,
          advice: diagnosis.advice,
          facts: facts,
          status: error.isRecoverable ? .unavailable : .notPermitted
        )
      )
    case .success(let token)?: addToken(token, context, facts)
    }
  }

  private mutating func addToken(
    _ token: AccessToken,
    _ context: AuthorizationContext,
    _ source: [Check.Fact]
  ) {
    let now = wiring.clock.wallNow()
    var facts = source
    let inspection: TokenInspection
    do {
      inspection = try TokenInspection(token, for: [context], at: now)
    } catch {
      if let expiry = token.expiresAt {
        facts.append(Check.Fact("expires", "expires", Self.words(expiry, now)))
      }
      add(
        Check(
          "tokens",
          .ok,
          "There is a token; it says nothing of itself, as it is no JSON web token.",
          facts: facts
        )
      )
      return
    }
    let claims = TokenClaims(inspection)
    self.claims = claims
    let moments: [(String, String, Int64?)] = [
      ("issued", "issued", inspection.issuedAt), ("expires", "expires", inspection.expiresAt),
    ]
    facts.append(Check.Fact("issuer", "issuer", inspection.issuer ?? "none"))
    facts.append(Check.Fact("audience", "audience", inspection.audience.joined(separator: ", ")))
    for (key, label, seconds) in moments {
      guard let seconds, (0..<100_000_000_000).contains(seconds) else { continue }
      facts.append(Check.Fact(key, label, Self.words(Timestamp(seconds: seconds), now)))
    }
    facts.append(Check.Fact("trip", "for the trip", claims.tripID ?? "none"))
    if let vehicle = inspection.authorization["vehicleid"] {
      facts.append(Check.Fact("vehicle", "for the vehicle", vehicle))
    }
    var remarks = claims.refusals + inspection.doubts.map(\.message)
    if let project = claims.projectID, let name, project != name.providerID {
      remarks.append(
        "The account that signed it is of project \(project), the trip of provider "
          + "\(name.providerID)."
      )
    }
    add(
      Check(
        "tokens",
        remarks.isEmpty ? .ok : .warning,
        claims.refusals.isEmpty
          ? "There is a token." : "There is a token that Fleet Engine may refuse.",
        advice: remarks,
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
