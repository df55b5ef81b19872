internal import JSON
package import JSONWebTokens
internal import TrustLimits

/// A service account's key from Google's key file.
///
/// Printing and reflection hide the private key.
public struct ServiceAccountKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The Google Cloud project, which is the provider's ID.
  public let projectID: String
  /// Google's ID of the private key.
  public let privateKeyID: String
  /// The service account's e-mail address.
  public let clientEmail: String
  package let signingKey: SigningKey

  /// Reads a key file; throws if other users have access to it.
  public init(contentsOf path: String) throws(ServiceAccountKeyError) {
    let file: BoundedFile
    do { file = try BoundedFile(path: path, limit: Limits.Token.bytes) } catch {
      throw ServiceAccountKeyError(path, error)
    }
    guard file.permissions & 0o077 == 0 else {
      // Permissions do not matter if the file is the wrong one.
      if let other = OtherCredentials(file.bytes) { throw ServiceAccountKeyError(path, other) }
      throw ServiceAccountKeyError(
        path, .openToOthers,
        "can be read or changed by other users; run: chmod 600 \(ShellWord.path(path))")
    }
    try self.init(json: file.bytes, file: path)
  }

  /// Reads a key file's content; errors name the file.
  public init(json: [UInt8], file: String) throws(ServiceAccountKeyError) {
    guard json.count <= Limits.Token.bytes else {
      throw ServiceAccountKeyError(file, .tooLarge(limit: Limits.Token.bytes))
    }
    func failure(
      _ problem: ServiceAccountKeyError.Problem, _ sentence: String, advice: [String] = []
    ) -> ServiceAccountKeyError { ServiceAccountKeyError(file, problem, sentence, advice: advice) }
    if let other = OtherCredentials(json) { throw ServiceAccountKeyError(file, other) }
    guard
      let content = try? JSONTree(parsing: json, rules: .lenient(values: Limits.File.jsonValues))
        .object
    else {
      throw failure(
        .notJSON, "is not JSON with a service account's fields; download the key again.")
    }
    guard content["type"]?.text == "service_account" else {
      throw failure(.wrongType, "is not a service account's key: its type must be service_account.")
    }
    func field(_ name: String) throws(ServiceAccountKeyError) -> String {
      guard let value = content[name]?.text, !value.isEmpty else {
        throw failure(.missingField(name), "has no \(name); download the key again.")
      }
      return value
    }
    projectID = try field("project_id")
    privateKeyID = try field("private_key_id")
    clientEmail = try field("client_email")
    let pem = try field("private_key")
    guard !Self.isEncrypted(pem) else {
      throw failure(
        .encryptedKey,
        "has a private_key that is protected by a passphrase, which is not supported; download the "
          + "key again, as Google's keys have none.")
    }
    do { signingKey = try SigningKey(pem: pem) } catch {
      throw failure(
        .badKey, "has a private_key that cannot be used; download the key again.",
        advice: ["\(error)"])
    }
  }

  /// Whether a key in PEM needs a passphrase, in PKCS#8 or OpenSSL's older form.
  private static func isEncrypted(_ pem: String) -> Bool {
    pem.utf8.contains("BEGIN ENCRYPTED PRIVATE KEY".utf8)
      || pem.utf8.contains("Proc-Type: 4,ENCRYPTED".utf8)
  }

  /// The account's e-mail address.
  public var description: String { "the key of \(clientEmail)" }

  /// A mirror without the private key.
  public var customMirror: Mirror {
    Mirror(self, children: ["projectID": projectID, "clientEmail": clientEmail])
  }
}
