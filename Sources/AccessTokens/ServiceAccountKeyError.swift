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
  /// What to do, sentence by sentence.
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
      ]
    )
  }

  init(_ file: String, _ failure: BoundedFile.Failure) {
    switch failure {
    case .missing:
      self.init(file, .missing, "does not exist; download a service account's key as JSON.")
    case .tooLarge:
      self.init(file, .tooLarge, "is too large to be a service account's key.")
    case .notPermitted, .directory, .silent, .unreadable:
      self.init(file, .unreadable, failure.reason + ".")
    }
  }
}
