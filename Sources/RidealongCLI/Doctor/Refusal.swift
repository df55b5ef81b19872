internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// Why a trip cannot be had, and what to do about it.
struct Refusal: Sendable {
  let sentence: String
  let advice: [String]

  /// What a refusal is explained with.
  struct Context: Sendable {
    let name: TripName
    /// The server that was asked, host and port.
    let endpoint: String
    /// What the token says of itself; nil where it says nothing.
    let claims: TokenClaims?
    /// How far the server's clock is ahead of this machine's.
    let clockOffset: Duration?
  }

  /// Explains a failed call.
  init(_ error: FleetEngineError, _ context: Context) {
    switch error.cause {
    case .token(let cause):
      self.init(cause, context.name)
      return
    case .server: break
    case .transport, .unreadableAnswer, .otherResource, .request:
      let call = FailedCall(resource: "", endpoint: context.endpoint, error: error)
      self.init(call.reason, [])
      return
    }
    let said = error.message.isEmpty ? [] : ["\(context.endpoint) says: \(error.message)"]
    let (sentence, advice) = Self.words(error, context)
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
    let name = context.name
    switch error.code {
    case .unauthenticated:
      return (
        "The server does not accept the token.",
        doubts(context) + [
          "Is it signed by a service account of project \(name.providerID), with a key that was not "
            + "deleted? ridealong token inspect says what it holds."
        ]
      )
    case .permissionDenied: return denied(error, context)
    case .notFound:
      return (
        "The provider \(name.providerID) has no trip \(name.tripID).",
        [
          "Check the id, letter by letter, and the provider, which is the Google Cloud project.",
          "The provider's backend may not have created it yet, or it was deleted.",
        ]
      )
    case .invalidArgument:
      return (
        "The server does not take \(name) for a trip's name.", ["Expected \(TripName.form)."]
      )
    case .resourceExhausted:
      return (
        "The quota of project \(name.providerID) is used up.",
        ["Wait a minute, or ask the project's owner to raise the quota."]
      )
    case .unimplemented, .failedPrecondition:
      return (
        "\(context.endpoint) does not offer trips to be followed.",
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
  init(_ error: AccessTokenError, _ name: TripName) {
    switch error.problem {
    case .otherResource(let id):
      sentence = "The token is for trip \(id), not for \(name.tripID), so it was not sent."
      advice = [
        "Get one for this trip; {trip} stands for its id in --token-command and --token-url."
      ]
    case .expired:
      sentence = "The token has expired, so it was not sent."
      advice = [error.reason, "Get a new one, and check this machine's clock."]
    case .command:
      sentence = error.reason
      advice = ["Run the command by hand; it has 10 s, no shell and no standard input."]
    case .other:
      sentence = "There is no token."
      advice = [error.reason]
    }
  }

  private static func denied(
    _ error: FleetEngineError,
    _ context: Context
  ) -> (String, [String]) {
    let name = context.name
    if isDisabled(error) {
      return (
        "The API is not enabled for the project.",
        [
          "Enable it: gcloud services enable fleetengine.googleapis.com --project "
            + name.providerID,
          "The project's owner may have to ask Google for access first.",
        ]
      )
    }
    if let id = context.claims?.tripID, id != "*", id != name.tripID {
      return (
        "The token is for trip \(id), not for \(name.tripID).",
        ["Get a token for this trip."]
      )
    }
    if let project = context.claims?.projectID, project != name.providerID {
      return (
        "The token is of project \(project), the trip of provider \(name.providerID).",
        [
          "If the trip is of \(project): ridealong doctor providers/\(project)/trips/"
            + "\(name.tripID).",
          "Otherwise use a service account of \(name.providerID).",
        ]
      )
    }
    return (
      "The token may not read this trip.",
      [
        "Its service account needs a role that may: roles/fleetengine.consumerSdkUser, "
          + "driverSdkUser or ondemandAdmin, in project \(name.providerID).",
        "A consumer's token names its one trip in authorization.tripid.",
        "If the project is new: the API may not be enabled.",
      ] + doubts(context)
    )
  }

  /// Whether the server says that the project does not use the API.
  private static func isDisabled(_ error: FleetEngineError) -> Bool {
    let isTold = error.details.contains { detail in
      if case .errorInfo(let reason, _, _) = detail { reason == "SERVICE_DISABLED" } else { false }
    }
    return isTold || error.message.contains("has not been used in project")
      || error.message.contains("it is disabled")
  }

  private static func doubts(_ context: Context) -> [String] {
    var doubts = context.claims?.refusals ?? []
    if let offset = context.clockOffset, max(offset, .zero - offset) > Limits.Doctor.clockOffset {
      doubts.append(
        "This machine's clock is \(ShownLength.time(max(offset, .zero - offset))) off, which makes good "
          + "tokens look bad."
      )
    }
    return doubts
  }
}
