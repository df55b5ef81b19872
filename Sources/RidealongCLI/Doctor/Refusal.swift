internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits
internal import Viewer

/// Why a trip or vehicle cannot be had, and what to do about it.
struct Refusal: Sendable {
  let sentence: String
  let advice: [String]

  /// What a refusal is explained with.
  struct Context: Sendable {
    let resource: ExaminedResource
    /// The server that was asked, host and port.
    let endpoint: String
    /// What was seen of the token.
    let token: SeenToken
    /// How far the server's clock is ahead of this machine's.
    let clockOffset: Duration?
  }

  /// Explains a failed call.
  init(_ error: FleetEngineError, _ context: Context) {
    switch error.cause {
    case .token(let cause):
      if cause.problem == .other, context.token.isThere {
        // The token is refused, and the reason says so.
        self.init(cause.reason, Self.doubts(context))
      } else {
        self.init(cause, context.resource)
      }
      return
    case .server: break
    case .transport, .unreadableAnswer, .otherResource, .request:
      let call = FailedCall(resource: "", endpoint: context.endpoint, error: error)
      self.init(call.reason, [])
      return
    }
    let (sentence, advice) = Self.words(error, context)
    // Where it is about a project the words say the same, at length.
    let isKnown = error.code == .permissionDenied && ProjectRefusal(error) != nil
    let said =
      error.message.isEmpty || isKnown ? [] : ["\(context.endpoint) says: \(error.message)"]
    self.init(sentence, advice + said)
  }

  private init(_ sentence: String, _ advice: [String]) {
    (self.sentence, self.advice) = (sentence, advice)
  }

  /// What a server's error means, and what to do.
  private static func words(
    _ error: FleetEngineError,
    _ context: Context
  ) -> (String, [String]) {
    let resource = context.resource
    let (kind, provider) = (resource.kind, resource.providerID)
    if let key = WrongKey(error) { return (key.summary, key.advice + doubts(context)) }
    switch error.code {
    case .unauthenticated: return unauthenticated(context)
    case .permissionDenied: return denied(error, context)
    case .notFound:
      return (
        "The provider \(provider) has no \(kind) \(resource.id).",
        [
          "Check the id, letter by letter, and the provider, which is the Google Cloud project.",
          resource.checkID == .trip
            ? "The provider's backend may not have created it yet, or it was deleted: Fleet Engine "
              + "keeps trips for 7 days."
            : "The provider's backend may not have created it yet, or it was deleted, as vehicles "
              + "are that nothing was heard of.",
        ]
      )
    case .invalidArgument:
      return (
        "The server does not take \(resource) for a \(kind)'s name.",
        ["Expected \(resource.form)."]
      )
    case .resourceExhausted:
      return (
        "The quota of project \(provider) is used up.",
        ["Wait a minute, or ask the project's owner to raise the quota."]
      )
    case .unimplemented, .failedPrecondition:
      return (
        "\(context.endpoint) does not offer \(kind)s to be followed.",
        ["Check --endpoint; without it Google's Fleet Engine is asked."]
      )
    default:
      return (
        "The server answers with \(error.code.name).",
        ["Try again; ridealong follow does so by itself."]
      )
    }
  }

  /// Explains why there is no token.
  init(_ error: AccessTokenError, _ resource: ExaminedResource) {
    switch error.problem {
    case .otherResource(let id):
      sentence =
        "The token is for \(resource.kind) \(id), not for \(resource.id), so it was not sent."
      advice = [
        "Get one for this \(resource.kind); {\(resource.kind)} stands for its id in --token-command "
          + "and --token-url."
      ]
    case .expired:
      sentence = "The token has expired, so it was not sent."
      advice = [error.reason]
    case .command:
      sentence = error.reason
      advice = ["Run the command by hand; it has 10 s, no shell and no standard input."]
    case .other:
      sentence = "There is no token."
      advice = [error.reason]
    }
  }

  private static func unauthenticated(_ context: Context) -> (String, [String]) {
    let provider = context.resource.providerID
    guard case .plain = context.token else {
      var role: [String] = []
      // Servers answer so to a rider's token too, which is good for its own trip.
      if case .vehicle = context.resource { role = roles(context) }
      return (
        "The server does not accept the token.",
        doubts(context) + role + [
          "Is it signed by a service account of project \(provider), with a key that was not "
            + "deleted? ridealong token inspect says what it holds."
        ]
      )
    }
    return (
      "The server does not accept the plain token.",
      doubts(context) + [
        "It may have expired or been withdrawn, or be none of Google's: have a new one printed.",
        SeenToken.takenOf(provider), SeenToken.signedAdvice,
      ]
    )
  }

  private static func denied(
    _ error: FleetEngineError,
    _ context: Context
  ) -> (String, [String]) {
    let resource = context.resource
    if let refusal = ProjectRefusal(error) { return refusal.words(resource) }
    if let id = context.token.claims?.id(for: resource), id != "*", id != resource.id {
      return (
        "The token is for \(resource.kind) \(id), not for \(resource.id).",
        ["Get a token for this \(resource.kind)."]
      )
    }
    if let project = context.token.claims?.projectID, project != resource.providerID {
      return (
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
    return (
      "The token may not read this \(resource.kind).",
      roles(context) + ["If the project is new: the API may not be enabled."] + doubts(context)
    )
  }

  /// Which roles would do.
  private static func roles(_ context: Context) -> [String] {
    let resource = context.resource
    if case .plain = context.token {
      return [SeenToken.takenOf(resource.providerID), SeenToken.signedAdvice]
    }
    switch resource {
    case .trip:
      return [
        "Its service account needs a role that may: roles/fleetengine.consumerSdkUser, "
          + "driverSdkUser, viewer or ondemandAdmin, in project \(resource.providerID).",
        "A consumer's token names its one trip in authorization.tripid.",
      ]
    case .vehicle:
      return [
        "Its service account needs a server's role: roles/fleetengine.viewer, which only reads, or "
          + "ondemandAdmin, in project \(resource.providerID)."
      ]
    }
  }

  private static func doubts(_ context: Context) -> [String] {
    var doubts = context.token.claims?.refusals ?? []
    if let offset = context.clockOffset, max(offset, .zero - offset) > Limits.Doctor.clockOffset {
      doubts.append(
        "This machine's clock is \(ShownLength.time(max(offset, .zero - offset))) off, which makes good "
          + "tokens look bad."
      )
    }
    return doubts
  }
}
