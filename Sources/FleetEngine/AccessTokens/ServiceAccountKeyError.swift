internal import JSON
internal import TrustLimits

/// Why a service account's key cannot be read; it never contains the file's content.
public struct ServiceAccountKeyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  public enum Problem: Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The file could not be read.
    case unreadable
    /// The file is larger than a key file can be.
    case tooLarge
    /// Other users may read or change the file.
    case openToOthers
    /// The content is not JSON.
    case notJSON
    /// The content is not a service account's key.
    case wrongType
    /// The content is another credential file of Google's.
    case otherCredentials(OtherCredentials)
    /// The private key is protected by a passphrase.
    case encryptedKey
    /// A field is missing or empty.
    case missingField(String)
    /// The private key cannot be used.
    case badKey
  }

  /// The file's name as the user gave it.
  public let file: String
  /// The kind of problem.
  public let problem: Problem
  /// One sentence with the file and the problem.
  public let summary: String
  /// The steps to fix the problem, one sentence each.
  public let advice: [String]

  /// The summary and the advice as one text.
  public var description: String { ([summary] + advice).joined(separator: " ") }

  init(_ file: String, _ problem: Problem, _ sentence: String, advice: [String] = []) {
    self.file = file
    self.problem = problem
    self.summary = "The key file \(file) \(sentence)"
    self.advice = advice
  }

  init(_ file: String, _ other: OtherCredentials) {
    self.init(
      file,
      .otherCredentials(other),
      other.sentence,
      advice: [
        "Make a key with gcloud iam service-accounts keys create key.json --iam-account ACCOUNT."
      ])
  }

  init(_ file: String, _ failure: BoundedFile.Failure) {
    switch failure {
    case .missing:
      self.init(file, .missing, "does not exist; download a service account's key as JSON.")
    case .tooLarge: self.init(file, .tooLarge, "is too large to be a service account's key.")
    case .notPermitted, .directory, .silent, .unreadable:
      self.init(file, .unreadable, failure.reason + ".")
    }
  }
}

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
    guard
      let content = try? JSONTree(parsing: bytes, rules: .lenient(values: Limits.File.jsonValues))
        .object
    else { return nil }
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
