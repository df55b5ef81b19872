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
    guard let info = Self.info(error) ?? Self.info(error.message) else { return nil }
    let provider = facts.resource?.providerID
    let whose = (info.project ?? provider).map { "the project \($0)" } ?? "the token's project"
    switch info.reason {
    case "SERVICE_DISABLED"
    where error.message.contains(Self.asksForProject) || Self.isShared(info.project):
      self.init(
        .notPermitted, "the token is of a person's login, for which no quota project is set",
        [
          "The token of a service account needs none: --token-command 'gcloud auth print-access-token "
            + "--impersonate-service-account=ACCOUNT' gets one",
          "gcloud auth application-default set-quota-project \(Self.word(provider)) sets one for "
            + "programs that send it as x-goog-user-project; a token alone does not carry it",
        ])
    case "SERVICE_DISABLED": self.init(disabled: info.service, info.project, facts)
    case "USER_PROJECT_DENIED":
      self.init(
        .notPermitted, "the token's account may not use the quota of \(whose)",
        [
          "It needs roles/serviceusage.serviceUsageConsumer there; gcloud auth application-default "
            + "set-quota-project \(Self.word(provider)) chooses another quota project",
          "The token of a service account needs no quota project",
        ])
    case "BILLING_DISABLED":
      let owner = "The project's owner has to link a billing account to it"
      self.init(.notPermitted, "billing is switched off for \(whose)", [owner])
    default: return nil
    }
  }

  private static let asksForProject = "requires a quota project"

  private typealias Info = (reason: String, project: String?, service: String?)

  /// The error's information from a Google service; other services may use its reasons otherwise.
  private static func info(_ error: FleetEngineError) -> Info? {
    for case .errorInfo(let reason, let domain, let metadata) in error.details
    where !reason.isEmpty && ["", "googleapis.com"].contains(domain) {
      let project = metadata["consumer"].flatMap(Self.project(ofConsumer:))
      return (reason, project, metadata["service"].flatMap(name))
    }
    return nil
  }

  /// The reason in a message of Google's services.
  private static func info(_ message: String) -> Info? {
    if message.contains(asksForProject) { return ("SERVICE_DISABLED", nil, nil) }
    let denied = "Caller does not have required permission to use project "
    if let rest = rest(of: message, after: denied) {
      return ("USER_PROJECT_DENIED", name(rest), nil)
    }
    guard let rest = rest(of: message, after: "API has not been used in project "),
      message.contains("or it is disabled")
    else { return nil }
    return ("SERVICE_DISABLED", name(rest), nil)
  }

  private static func isShared(_ project: String?) -> Bool {
    project.map { sharedProjects.contains($0) } ?? false
  }

  private static func rest(of message: String, after words: String) -> String? {
    guard let range = message.firstRange(of: words) else { return nil }
    let word = message[range.upperBound...].prefix { !$0.isWhitespace && $0 != "," && $0 != ";" }
    return String(word.hasSuffix(".") ? word.dropLast() : word)
  }

  private static func project(ofConsumer consumer: String) -> String? {
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
  private static func word(_ providerID: String?) -> String {
    providerID.flatMap { ShellWord.isPlain($0) ? $0 : nil } ?? "PROJECT"
  }

  private init(disabled service: String?, _ project: String?, _ facts: Facts) {
    let (service, provider) = (service ?? Self.service, facts.resource?.providerID)
    let owner = provider ?? "the provider"
    let name = service == Self.service ? "Fleet Engine's API" : "The API \(service)"
    let enable = "gcloud services enable \(service) --project "
    let (whose, advice): (String, [String])
    if project == nil || project == provider {
      whose = provider.map { "the project \($0)" } ?? "the token's project"
      advice = [
        "\(enable)\(Self.word(provider)) enables it",
        "The project's owner may have to ask Google for access first",
      ]
    } else if let project, project.utf8.contains(where: { !(0x30...0x39).contains($0) }) {
      whose = "the project \(project), which the token counts on; the \(facts.kind) is of \(owner)"
      advice = ["\(enable)\(project) enables it", "Or use tokens of an account of \(owner)"]
    } else {
      whose = "the project with the number \(project ?? "")"
      advice = [
        "gcloud projects describe \(Self.word(provider)) --format='value(projectNumber)' shows whether "
          + "that is \(owner)",
        "If it is, \(enable)\(Self.word(provider)) enables it",
        "If not, use tokens of an account of \(owner)",
      ]
    }
    let summary = "\(name) is not enabled for \(whose)"
    self.init(.notPermitted, "the API is not enabled", summary: summary, advice)
  }
}
