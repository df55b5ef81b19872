internal import FleetEngine
internal import TrustLimits

/// What a refusal says of a project instead of the token: its API, its billing, whose quota counts.
///
/// The details for programs decide; a message counts only without them, and only in the words that
/// Google's services have for it. Source: `google/api/error_reason.proto`.
enum ProjectRefusal: Hashable {
  /// An API is not enabled; with the API and the project where they are known.
  case disabled(service: String?, project: String?)
  /// The token is of a person's login, and no project was named whose quota counts.
  case noQuotaProject
  /// The account may not use the quota of the project that was named.
  case quotaProjectDenied(project: String?)
  /// Billing is switched off for the project.
  case billingDisabled(project: String?)

  static let service = "fleetengine.googleapis.com"

  /// The numbers of gcloud's own projects, on which a login without a quota project counts.
  private static let sharedProjects = ["32555940559", "764086051850"]

  /// Reads what a refusal says; nil where it says nothing of a project.
  init?(_ error: FleetEngineError) {
    let message = error.message
    guard let (reason, metadata) = Self.info(error) else {
      self.init(message)
      return
    }
    let project = metadata["consumer"].flatMap(Self.project)
    switch reason {
    case "SERVICE_DISABLED" where Self.asksForQuotaProject(message) || Self.isShared(project):
      self = .noQuotaProject
    case "SERVICE_DISABLED":
      self = .disabled(service: metadata["service"].flatMap(Self.name), project: project)
    case "USER_PROJECT_DENIED": self = .quotaProjectDenied(project: project)
    case "BILLING_DISABLED": self = .billingDisabled(project: project)
    default: return nil
    }
  }

  /// Reads a message without details for programs.
  private init?(_ message: String) {
    if Self.asksForQuotaProject(message) {
      self = .noQuotaProject
    } else if let rest = Self.rest(
      of: message,
      after: "Caller does not have required permission to use project "
    ) {
      self = .quotaProjectDenied(project: Self.name(rest))
    } else if let rest = Self.rest(of: message, after: "API has not been used in project "),
      message.contains("or it is disabled")
    {
      let project = Self.name(rest)
      let isFleetEngine = message.contains("Fleet Engine") || message.contains(Self.service)
      self =
        Self.isShared(project)
        ? .noQuotaProject : .disabled(service: isFleetEngine ? Self.service : nil, project: project)
    } else {
      return nil
    }
  }

  /// The reason of Google's own services, which is unique only among theirs.
  private static func info(_ error: FleetEngineError) -> (String, [String: String])? {
    for case .errorInfo(let reason, let domain, let metadata) in error.details
    where !reason.isEmpty && ["", "googleapis.com"].contains(domain) {
      return (reason, metadata)
    }
    return nil
  }

  private static func asksForQuotaProject(_ message: String) -> Bool {
    message.contains("requires a quota project")
  }

  private static func isShared(_ project: String?) -> Bool {
    project.map { sharedProjects.contains($0) } ?? false
  }

  /// The first word after some words, as far as it is followed by a space or ends the text.
  private static func rest(of message: String, after words: String) -> String? {
    guard let range = message.firstRange(of: words) else { return nil }
    let word = message[range.upperBound...].prefix { !$0.isWhitespace && $0 != "," && $0 != ";" }
    return String(word.hasSuffix(".") ? word.dropLast() : word)
  }

  /// The project that a consumer such as `projects/123` is.
  private static func project(_ consumer: String) -> String? {
    consumer.hasPrefix("projects/") ? name(String(consumer.dropFirst(9))) : nil
  }

  /// A name that may stand in a command; nil for anything else that a server says.
  private static func name(_ text: String) -> String? {
    let isName =
      (1...100).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
          true
        default: false
        }
      }
    return isName ? text : nil
  }
}

extension ProjectRefusal {
  /// What it means and what to do.
  func words(_ resource: ExaminedResource) -> (String, [String]) {
    let provider = resource.providerID
    switch self {
    case .disabled(let service, let project): return Self.disabled(service, project, resource)
    case .noQuotaProject:
      return (
        "The token is of a person's login, for which no quota project is set.",
        [
          "Take the token of a service account, which needs none: --token-command 'gcloud auth "
            + "print-access-token --impersonate-service-account=ACCOUNT'",
          "gcloud auth application-default set-quota-project \(Self.word(provider)) sets one for programs that "
            + "send it as x-goog-user-project; a token alone does not carry it.",
        ]
      )
    case .quotaProjectDenied(let project):
      return (
        "The token's account may not use the quota of project \(project ?? provider).",
        [
          "It needs roles/serviceusage.serviceUsageConsumer there, or another quota project: gcloud "
            + "auth application-default set-quota-project \(Self.word(provider))",
          "The token of a service account needs no quota project.",
        ]
      )
    case .billingDisabled(let project):
      return (
        "Billing is switched off for the project \(project ?? provider).",
        ["The project's owner has to link a billing account to it."]
      )
    }
  }

  /// A provider's id as a word of a suggested command, in which a strange one could be an option.
  private static func word(_ providerID: String) -> String {
    ShellWord.isPlain(providerID) ? providerID : "PROJECT"
  }

  private static func disabled(
    _ service: String?,
    _ project: String?,
    _ resource: ExaminedResource
  ) -> (String, [String]) {
    let provider = resource.providerID
    let service = service ?? Self.service
    let name = service == Self.service ? "Fleet Engine's API" : "The API \(service)"
    let enable = "Enable it: gcloud services enable \(service) --project "
    let isNumber = project?.utf8.allSatisfy { (0x30...0x39).contains($0) } ?? false
    guard let project, project != provider else {
      return (
        "\(name) is not enabled for the project \(provider).",
        [enable + word(provider), "The project's owner may have to ask Google for access first."]
      )
    }
    guard isNumber else {
      return (
        "\(name) is not enabled for the project \(project), which the token counts on; the "
          + "\(resource.kind) is of \(provider).",
        [enable + project, "Or take tokens of an account of \(provider)."]
      )
    }
    return (
      "\(name) is not enabled for the project with the number \(project).",
      [
        "Is that \(provider)? gcloud projects describe \(word(provider)) "
          + "--format='value(projectNumber)'",
        "If it is: gcloud services enable \(service) --project \(word(provider))",
        "If not, take tokens of an account of \(provider).",
      ]
    )
  }
}
