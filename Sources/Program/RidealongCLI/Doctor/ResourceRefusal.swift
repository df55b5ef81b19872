internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits
internal import Viewer

/// The facts that explain why a server refused to return a trip or vehicle.
struct ResourceRefusal: Sendable {
  let resource: NamedResource
  let endpoint: String
  let token: SeenToken
  /// How far the server's clock is ahead of this machine's.
  let clockOffset: Duration?

  func diagnosis(_ error: FleetEngineError) -> Diagnosis {
    switch error.cause {
    case .token(let cause):
      // The cause of a refused token is in its reason.
      return cause.problem == .other && token.isKnown
        ? Diagnosis(cause.reason, doubts) : Diagnosis(cause, resource)
    case .transport, .unreadableAnswer, .otherResource, .request:
      return Diagnosis(FailedCall(subject: "", endpoint: endpoint, error: error).reason)
    case .server: break
    }
    let diagnosis = serverDiagnosis(error)
    // A refusal that is about a project is explained in full already.
    let isExplained = error.code == .permissionDenied && ProjectRefusal(error) != nil
    guard !error.message.isEmpty, !isExplained else { return diagnosis }
    return Diagnosis(diagnosis.sentence, diagnosis.advice + ["\(endpoint) says: \(error.message)"])
  }

  private func serverDiagnosis(_ error: FleetEngineError) -> Diagnosis {
    let (kind, provider) = (resource.kind, resource.providerID)
    if let key = WrongKey(error) { return Diagnosis(key.summary, key.advice + doubts) }
    switch error.code {
    case .unauthenticated: return unauthenticated
    case .permissionDenied: return denied(error)
    case .notFound:
      let deleted =
        resource.checkID == .trip
        ? "Fleet Engine keeps trips for 7 days." : "Fleet Engine deletes vehicles without updates."
      return Diagnosis(
        "The provider \(provider) has no \(kind) \(resource.id).",
        [
          "Check the ID, and the provider, which is the Google Cloud project.",
          "The provider's backend may not have created it yet, or it was deleted: \(deleted)",
        ]
      )
    case .invalidArgument:
      return Diagnosis(
        "The server does not accept \(resource) as the name of a \(kind).",
        ["Expected \(resource.form)."]
      )
    case .resourceExhausted:
      return Diagnosis(
        "The quota of project \(provider) is used up.",
        ["Wait a minute, or ask the project's owner to raise the quota."]
      )
    case .unimplemented, .failedPrecondition:
      return Diagnosis(
        "\(endpoint) does not support following \(kind)s.",
        ["Check --endpoint; the default is Google's Fleet Engine."]
      )
    default:
      return Diagnosis(
        "The server answers with \(error.code.name).",
        ["Try again; ridealong follow retries automatically."]
      )
    }
  }

  private var unauthenticated: Diagnosis {
    guard case .plain = token else {
      // Servers also refuse a rider's token for a vehicle in this way.
      let role = resource.checkID == .vehicle ? roles : []
      return Diagnosis(
        "The server does not accept the token.",
        doubts + role + [
          "Is it signed by a service account of project \(resource.providerID), with a key that was "
            + "not deleted? ridealong token inspect shows its claims."
        ]
      )
    }
    return Diagnosis(
      "The server does not accept the plain token.",
      doubts + ["It may have expired, be revoked or not be Google's: get a new one."] + roles
    )
  }

  private func denied(_ error: FleetEngineError) -> Diagnosis {
    if let refusal = ProjectRefusal(error) { return refusal.diagnosis(resource) }
    if let id = token.claims?.id(for: resource), id != "*", id != resource.id {
      return Diagnosis(
        "The token is for \(resource.kind) \(id), not for \(resource.id).",
        ["Get a token for this \(resource.kind)."]
      )
    }
    guard let project = token.claims?.projectID, project != resource.providerID else {
      return Diagnosis(
        "The token may not read this \(resource.kind).",
        roles + ["If the project is new: the API may not be enabled."] + doubts
      )
    }
    return Diagnosis(
      "The token is of project \(project), the \(resource.kind) of provider "
        + "\(resource.providerID).",
      [
        "If the \(resource.kind) is of \(project): ridealong doctor "
          + (resource.checkID == .vehicle ? "--vehicle " : "")
          + ShellWord.quoted(resource.name(ofProvider: project)),
        "Otherwise use a service account of \(resource.providerID).",
      ]
    )
  }

  private var roles: [String] {
    let provider = resource.providerID
    if case .plain = token {
      return [
        SeenToken.plainAdvice(provider),
        "For signed tokens: --service-account FILE, or a --token-command that signs them.",
      ]
    }
    return switch resource {
    case .trip:
      [
        "Its service account needs one of the roles roles/fleetengine.consumerSdkUser, "
          + "driverSdkUser, viewer or ondemandAdmin in project \(provider).",
        "A consumer's token names its one trip in authorization.tripid.",
      ]
    case .vehicle:
      [
        "Its service account needs a server's role: roles/fleetengine.viewer, which only reads, or "
          + "ondemandAdmin, in project \(provider)."
      ]
    }
  }

  private var doubts: [String] {
    var doubts = token.claims?.refusals ?? []
    if let offset = clockOffset, max(offset, .zero - offset) > Limits.Doctor.clockOffset {
      doubts.append(
        "This machine's clock is \(ShownLength.time(max(offset, .zero - offset))) off, so valid "
          + "tokens may be refused."
      )
    }
    return doubts
  }
}

extension Diagnosis {
  /// Explains why there is no token.
  init(_ error: AccessTokenError, _ resource: NamedResource) {
    switch error.problem {
    case .otherResource(let id):
      self.init(
        "The token is for \(resource.kind) \(id), not for \(resource.id), so it was not sent.",
        [
          "Get one for this \(resource.kind); {\(resource.kind)} is replaced by its ID in "
            + "--token-command and --token-url."
        ]
      )
    case .expired: self.init("The token has expired, so it was not sent.", [error.reason])
    case .command:
      self.init(
        error.reason,
        ["Run the command by hand; it has 10 s, no shell and no standard input."]
      )
    case .other: self.init("There is no token.", [error.reason])
    }
  }
}

/// The doctor's knowledge of a token, which limits the possible meanings of a refusal.
enum SeenToken: Sendable {
  case none
  case signed(Claims)
  /// An opaque token, as gcloud prints it.
  case plain

  var isKnown: Bool { if case .none = self { false } else { true } }
  var claims: Claims? { if case .signed(let claims) = self { claims } else { nil } }

  /// The accounts whose plain tokens Fleet Engine accepts.
  static func plainAdvice(_ providerID: String) -> String {
    "Fleet Engine accepts a plain token only of an account with roles/fleetengine.ondemandAdmin in "
      + "project \(providerID); riders' and drivers' accounts need signed ones."
  }

  /// The claims that the doctor needs; they are not verified.
  struct Claims: Sendable {
    /// The IDs that the token is for, by claims such as `tripid`; `*` for all.
    let ids: [String: String]
    let projectID: String?
    let refusals: [String]

    init(_ token: TokenInspection) {
      ids = token.authorization
      projectID = token.issuer.flatMap(Self.project(ofAccount:))
      refusals = token.refusals.map(\.message)
    }

    /// The ID of the trip or vehicle that the token is for; nil if it names none.
    func id(for resource: NamedResource) -> String? { ids[resource.kind + "id"] }

    /// The project in a service account's address, such as `name@PROJECT.iam.gserviceaccount.com`.
    private static func project(ofAccount address: String) -> String? {
      guard let at = address.firstIndex(of: "@"), address.hasSuffix(".iam.gserviceaccount.com")
      else { return nil }
      return String(address[address.index(after: at)...].dropLast(24))
    }
  }
}
