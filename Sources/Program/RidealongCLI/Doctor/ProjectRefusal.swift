internal import FleetEngine
internal import TrustLimits

/// A refusal because of a project and not the token: its API, its billing or its quota.
///
/// The error's details decide. Without details, only the messages of Google's services count.
/// Source: `google/api/error_reason.proto`.
enum ProjectRefusal: Hashable {
  case disabled(service: String?, project: String?)
  /// The token is of a person's login, and no quota project was sent.
  case noQuotaProject
  case quotaProjectDenied(project: String?)
  case billingDisabled(project: String?)

  static let service = "fleetengine.googleapis.com"

  /// The numbers of gcloud's own projects, whose quota a login without a quota project uses.
  private static let sharedProjects = ["32555940559", "764086051850"]

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

  /// The reason of one of Google's services; other domains may use the same reasons.
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

  private static func rest(of message: String, after words: String) -> String? {
    guard let range = message.firstRange(of: words) else { return nil }
    let word = message[range.upperBound...].prefix { !$0.isWhitespace && $0 != "," && $0 != ";" }
    return String(word.hasSuffix(".") ? word.dropLast() : word)
  }

  private static func project(_ consumer: String) -> String? {
    consumer.hasPrefix("projects/") ? name(String(consumer.dropFirst(9))) : nil
  }

  /// A name that is safe in a suggested command; nil for any other text of a server.
  private static func name(_ text: String) -> String? {
    let isName =
      (1...100).contains(text.utf8.count) && !text.hasPrefix("-")
      && text.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-.:".utf8.contains)
    return isName ? text : nil
  }
}

extension ProjectRefusal {
  func diagnosis(_ resource: NamedResource) -> Diagnosis {
    let provider = resource.providerID
    switch self {
    case .disabled(let service, let project): return Self.disabled(service, project, resource)
    case .noQuotaProject:
      return Diagnosis(
        "The token is of a person's login, for which no quota project is set.",
        [
          "Use the token of a service account, which needs none: --token-command 'gcloud auth "
            + "print-access-token --impersonate-service-account=ACCOUNT'",
          "gcloud auth application-default set-quota-project \(Self.word(provider)) sets one for "
            + "programs that send it as x-goog-user-project; a token alone does not carry it.",
        ]
      )
    case .quotaProjectDenied(let project):
      return Diagnosis(
        "The token's account may not use the quota of project \(project ?? provider).",
        [
          "It needs roles/serviceusage.serviceUsageConsumer there, or another quota project: gcloud "
            + "auth application-default set-quota-project \(Self.word(provider))",
          "The token of a service account needs no quota project.",
        ]
      )
    case .billingDisabled(let project):
      return Diagnosis(
        "Billing is switched off for the project \(project ?? provider).",
        ["The project's owner has to link a billing account to it."]
      )
    }
  }

  /// A provider's ID as an argument of a suggested command, unless it could be taken for an option.
  private static func word(_ providerID: String) -> String {
    ShellWord.isPlain(providerID) ? providerID : "PROJECT"
  }

  private static func disabled(
    _ service: String?,
    _ project: String?,
    _ resource: NamedResource
  ) -> Diagnosis {
    let provider = resource.providerID
    let service = service ?? Self.service
    let name = service == Self.service ? "Fleet Engine's API" : "The API \(service)"
    let enable = "Enable it: gcloud services enable \(service) --project "
    guard let project, project != provider else {
      return Diagnosis(
        "\(name) is not enabled for the project \(provider).",
        [enable + word(provider), "The project's owner may have to ask Google for access first."]
      )
    }
    guard project.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return Diagnosis(
        "\(name) is not enabled for the project \(project), which the token counts on; the "
          + "\(resource.kind) is of \(provider).",
        [enable + project, "Or use tokens of an account of \(provider)."]
      )
    }
    return Diagnosis(
      "\(name) is not enabled for the project with the number \(project).",
      [
        "Is that \(provider)? gcloud projects describe \(word(provider)) "
          + "--format='value(projectNumber)'",
        "If it is: gcloud services enable \(service) --project \(word(provider))",
        "If not, use tokens of an account of \(provider).",
      ]
    )
  }
}
