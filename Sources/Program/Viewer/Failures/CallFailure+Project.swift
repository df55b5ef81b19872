internal import FleetEngine
internal import TrustLimits

extension CallFailure {
  private static let service = "fleetengine.googleapis.com"

  /// The numbers of gcloud's own projects, whose quota a login without a quota project uses.
  private static let sharedProjects = ["32555940559", "764086051850"]

  /// Explains a refusal because of a project and not the token: its API, its billing or its quota.
  ///
  /// The error's details decide. Without details, only the messages of Google's services count.
  /// Source: `google/api/error_reason.proto`.
  init?(project error: FleetEngineError, _ facts: Facts) {
    let (message, info) = (error.message, Self.info(error))
    let provider = facts.resource?.providerID ?? "PROJECT"
    let asksForProject = message.contains("requires a quota project")
    if let (reason, metadata) = info {
      let project = metadata["consumer"].flatMap(Self.project)
      switch reason {
      case "SERVICE_DISABLED" where asksForProject || Self.isShared(project):
        self.init(noQuotaProjectFor: provider)
      case "SERVICE_DISABLED":
        self.init(disabled: metadata["service"].flatMap(Self.name), project, provider, facts.kind)
      case "USER_PROJECT_DENIED": self.init(quotaOf: project, provider)
      case "BILLING_DISABLED":
        self.init(
          .notPermitted,
          "billing is switched off for the project \(project ?? provider)",
          ["The project's owner has to link a billing account to it"]
        )
      default: return nil
      }
    } else if asksForProject {
      self.init(noQuotaProjectFor: provider)
    } else if let rest = Self.rest(
      of: message,
      after: "Caller does not have required permission to use project "
    ) {
      self.init(quotaOf: Self.name(rest), provider)
    } else if let rest = Self.rest(of: message, after: "API has not been used in project "),
      message.contains("or it is disabled")
    {
      let project = Self.name(rest)
      if Self.isShared(project) {
        self.init(noQuotaProjectFor: provider)
      } else {
        self.init(disabled: nil, project, provider, facts.kind)
      }
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

  /// A provider's ID as an argument of a suggested command, unless it could be taken for an option.
  private static func word(_ providerID: String) -> String {
    ShellWord.isPlain(providerID) ? providerID : "PROJECT"
  }

  private init(noQuotaProjectFor provider: String) {
    self.init(
      .notPermitted,
      "the token is of a person's login, for which no quota project is set",
      [
        "Use the token of a service account, which needs none: --token-command 'gcloud auth "
          + "print-access-token --impersonate-service-account=ACCOUNT'",
        "gcloud auth application-default set-quota-project \(Self.word(provider)) sets one for "
          + "programs that send it as x-goog-user-project; a token alone does not carry it",
      ]
    )
  }

  private init(quotaOf project: String?, _ provider: String) {
    self.init(
      .notPermitted,
      "the token's account may not use the quota of project \(project ?? provider)",
      [
        "It needs roles/serviceusage.serviceUsageConsumer there, or another quota project: gcloud "
          + "auth application-default set-quota-project \(Self.word(provider))",
        "The token of a service account needs no quota project",
      ]
    )
  }

  private init(disabled service: String?, _ project: String?, _ provider: String, _ kind: String) {
    let service = service ?? Self.service
    let name = service == Self.service ? "Fleet Engine's API" : "The API \(service)"
    let enable = "gcloud services enable \(service) --project "
    let (whose, advice): (String, [String])
    if project == nil || project == provider {
      whose = "the project \(provider)"
      advice = [
        "Enable it: \(enable)\(Self.word(provider))",
        "The project's owner may have to ask Google for access first",
      ]
    } else if let project, project.utf8.contains(where: { !(0x30...0x39).contains($0) }) {
      whose = "the project \(project), which the token counts on; the \(kind) is of \(provider)"
      advice = ["Enable it: \(enable)\(project)", "Or use tokens of an account of \(provider)"]
    } else {
      whose = "the project with the number \(project ?? "")"
      advice = [
        "Is that \(provider)? gcloud projects describe \(Self.word(provider)) "
          + "--format='value(projectNumber)'",
        "If it is: \(enable)\(Self.word(provider))",
        "If not, use tokens of an account of \(provider)",
      ]
    }
    self.init(
      .notPermitted,
      "the API is not enabled",
      summary: "\(name) is not enabled for \(whose)",
      advice
    )
  }
}
