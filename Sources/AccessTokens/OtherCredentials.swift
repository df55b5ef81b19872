#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a file is that was given for a service account's key and is another of Google's.
public enum OtherCredentials: Sendable, Hashable, CaseIterable {
  /// Somebody's login, as `gcloud auth application-default login` leaves it.
  case login
  /// A way to log in through another provider of identities.
  case externalAccount
  /// A way to act as a service account, without a key of it.
  case impersonation
  /// The client of an app that people log in to.
  case oauthClient
  /// A private key alone, without its account.
  case keyAlone

  /// Whether gcloud gives access tokens for it.
  public var givesAccessTokens: Bool {
    switch self {
    case .login, .externalAccount, .impersonation: true
    case .oauthClient, .keyAlone: false
    }
  }

  /// What it is, as the middle of a sentence that begins with the file.
  var words: String {
    switch self {
    case .login:
      "is somebody's login, as gcloud auth application-default login leaves it (type "
        + "authorized_user), and no service account's key."
    case .externalAccount:
      "tells how to log in through another provider of identities (type external_account) and "
        + "holds no service account's key."
    case .impersonation:
      "tells how to act as a service account (type impersonated_service_account) and holds no key "
        + "of it."
    case .oauthClient:
      "is the client of an app that people log in to (an OAuth client ID) and no service account's "
        + "key."
    case .keyAlone:
      "is a private key alone, in PEM; the JSON around it, with its account, is needed."
    }
  }

  /// Finds out what a file is; nil where it is none of these.
  ///
  /// - Parameter bytes: The file's content.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: "-----BEGIN ".utf8) {
      self = .keyAlone
      return
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      return nil
    }
    switch content.type {
    case "authorized_user"?: self = .login
    case "external_account"?, "external_account_authorized_user"?: self = .externalAccount
    case "impersonated_service_account"?: self = .impersonation
    case nil where content.isOAuthClient: self = .oauthClient
    default: return nil
    }
  }

  /// What tells the kinds apart; nothing of what is secret is read.
  private struct Content: Decodable {
    let type: String?
    let isOAuthClient: Bool

    private enum CodingKeys: String, CodingKey {
      case type
      case installed
      case web
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      type = try? container.decode(String.self, forKey: .type)
      isOAuthClient = container.contains(.installed) || container.contains(.web)
    }
  }
}
