internal import JSON

/// Google's other credential files, which users may mistake for a service-account key.
public enum OtherCredentials: Sendable, Hashable, CaseIterable {
  /// A user's login, from `gcloud auth application-default login`.
  case login
  /// A login through another identity provider.
  case externalAccount
  /// Impersonation of a service account, without its key.
  case impersonation
  /// An app's OAuth client.
  case oauthClient
  /// A private key alone, without its account.
  case keyAlone

  /// Whether gcloud can create access tokens with it.
  public var givesAccessTokens: Bool {
    switch self {
    case .login, .externalAccount, .impersonation: true
    case .oauthClient, .keyAlone: false
    }
  }

  /// The rest of a sentence that begins with the file's name.
  var sentence: String {
    switch self {
    case .login:
      "holds a user's login credentials, as gcloud auth application-default login writes them (type "
        + "authorized_user), not a service-account key."
    case .externalAccount:
      "describes a login through another identity provider (type external_account), not a "
        + "service-account key."
    case .impersonation:
      "describes how to impersonate a service account (type impersonated_service_account) and does "
        + "not hold its key."
    case .oauthClient: "holds an app's OAuth client ID, not a service-account key."
    case .keyAlone: "holds only a private key in PEM, not the JSON key file with its account."
    }
  }

  /// Recognizes a file by its content; nil if it is not one of these.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: "-----BEGIN ".utf8) {
      self = .keyAlone
      return
    }
    guard let content = try? JSONTree(parsing: bytes, rules: .lenient()).object else {
      return nil
    }
    let isOAuthClient = content["installed"] != nil || content["web"] != nil
    switch content["type"]?.text {
    case "authorized_user"?: self = .login
    case "external_account"?, "external_account_authorized_user"?: self = .externalAccount
    case "impersonated_service_account"?: self = .impersonation
    case nil where isOAuthClient: self = .oauthClient
    default: return nil
    }
  }
}
