internal import FleetEngine
internal import JSON
internal import JSONWebTokens
internal import TrustLimits

/// The emulator's service accounts, one of each role, with their key files.
public struct EmulatorKeys: Sendable {
  /// The directory that holds `server.json`, `driver.json`, `consumer.json` and
  /// `fleet-reader.json`.
  public let directory: String
  /// The accounts, as the emulator verifies them.
  public let accounts: [ServiceAccount]
  /// The accounts, as a provider's backend mints tokens with them.
  public let signers: [TokenSigner]

  /// Makes the accounts, or reads those that the directory already holds.
  ///
  /// Keys that are missing are made all at once. The files have Google's shape, mode 0600; the
  /// directory is made with mode 0700, and its parent where that is missing.
  ///
  /// - Parameters:
  ///   - directory: The directory of the key files.
  ///   - providerID: The provider, which is the accounts' project.
  /// - Throws: Why the keys cannot be made, written or read.
  public init(directory: String, providerID: String) throws(EmulatorError) {
    let files = try PrivateDirectory(directory)
    let made = try Self.missingKeys(in: files)
    var accounts: [ServiceAccount] = []
    var signers: [TokenSigner] = []
    for role in ServiceRole.allCases {
      let (account, key) = try Self.account(role, made[role], providerID: providerID, in: files)
      accounts.append(account)
      signers.append(
        TokenSigner(role: role, email: account.email, keyID: account.keyID, key: key)
      )
    }
    self.directory = directory
    self.accounts = accounts
    self.signers = signers
  }

  /// The path of an account's key file.
  public func path(_ role: ServiceRole) -> String {
    directory + "/" + Self.fileName(role)
  }

  private static func fileName(_ role: ServiceRole) -> String { role.rawValue + ".json" }

  /// New keys for the roles that have no file, made side by side.
  private static func missingKeys(
    in files: PrivateDirectory
  ) throws(EmulatorError) -> [ServiceRole: SigningKey] {
    let roles = ServiceRole.allCases.filter { !files.has(fileName($0)) }
    let made = SideBySide.map(roles) { _ in
      Result { () throws(JSONWebTokenError) in try SigningKey.generate() }
    }
    var keys: [ServiceRole: SigningKey] = [:]
    for (role, result) in zip(roles, made) {
      do {
        keys[role] = try result.get()
      } catch {
        throw EmulatorError(.keys, "A key for \(role.rawValue) cannot be made: \(error)")
      }
    }
    return keys
  }

  /// Reads an account's file, or makes it of a new key.
  private static func account(
    _ role: ServiceRole,
    _ made: SigningKey?,
    providerID: String,
    in files: PrivateDirectory
  ) throws(EmulatorError) -> (ServiceAccount, SigningKey) {
    let email = "\(role.rawValue)@\(providerID).iam.gserviceaccount.com"
    let path = files.path + "/" + fileName(role)
    if let bytes = try files.read(fileName(role)) {
      guard let file = try? JSONCoding.decode(KeyFile.self, from: bytes),
        let signingKey = try? SigningKey(pem: file.privateKey), let key = try? signingKey.publicKey
      else {
        throw EmulatorError(.keys, "\(path) is not a service-account key file; remove it.")
      }
      guard file.clientEmail == email else {
        throw EmulatorError(
          .keys,
          "\(path) is the key of \(file.clientEmail), not of \(email); use another directory."
        )
      }
      return (
        ServiceAccount(role: role, email: email, keyID: file.privateKeyID, key: key), signingKey
      )
    }
    do {
      let signingKey = try made ?? SigningKey.generate()
      let file = KeyFile(
        projectID: providerID,
        privateKeyID: randomHexadecimal(40),
        privateKey: try signingKey.pem,
        clientEmail: email,
        clientID: randomDigits(21)
      )
      try files.create(fileName(role), try JSONCoding.encode(file))
      let account = ServiceAccount(
        role: role,
        email: email,
        keyID: file.privateKeyID,
        key: try signingKey.publicKey
      )
      return (account, signingKey)
    } catch let error as EmulatorError {
      throw error
    } catch {
      throw EmulatorError(.keys, "A key for \(email) cannot be made: \(error).")
    }
  }

  private static func randomHexadecimal(_ count: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
  }

  private static func randomDigits(_ count: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return "1"
      + String((1..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
  }
}
