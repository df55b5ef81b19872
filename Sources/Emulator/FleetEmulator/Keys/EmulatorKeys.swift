public import FleetEngine
public import HTTPMessages
internal import JSON
internal import JSONWebTokens

/// The emulator's service accounts, one for each role, with their key files.
///
/// The files have Google's format and mode 0600. A missing directory is created with mode 0700.
public struct EmulatorKeys: Sendable {
  /// The directory that holds `server.json`, `driver.json`, `consumer.json` and
  /// `fleet-reader.json`.
  public let directory: String
  private let certificateDirectory: String
  /// The accounts for an ``EmulatorConfiguration``.
  public let accounts: [ServiceAccount]
  /// The accounts for a ``ProviderConfiguration``.
  public let signers: [TokenSigner]
  /// The key of access tokens for an ``EmulatorConfiguration``, derived from the server's key.
  public let accessTokenKey: AccessTokenKey

  /// Reads the accounts of a directory; each account without a file gets its own new key.
  ///
  /// Keys are generated concurrently, each in about 0.1 s.
  @concurrent public static func open(
    _ directory: String, providerID: String
  ) async throws(EmulatorError) -> EmulatorKeys {
    let files = try PrivateDirectory(directory)
    let missing = missingRoles(in: files)
    let made: [ServiceRole: Result<SigningKey, JSONWebTokenError>] = await withTaskGroup { group in
      for role in missing {
        group.addTask {
          (role, Result { () throws(JSONWebTokenError) in try SigningKey.generate() })
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    return try EmulatorKeys(directory, files, providerID: providerID) {
      role throws(JSONWebTokenError) in
      if let key = made[role] { return try key.get() }
      return try SigningKey.generate()
    }
  }

  /// Reads the accounts of a directory; all accounts without a file get the shared key.
  public init(_ directory: String, providerID: String, sharedKey: SharedKey) throws(EmulatorError) {
    try self.init(
      directory, try PrivateDirectory(directory), providerID: providerID,
      certificateDirectory: sharedKey.directory
    ) { _ in sharedKey.key }
  }

  /// Whether a directory holds a file for each account.
  public static func areComplete(in directory: String) -> Bool {
    (try? PrivateDirectory(directory)).map { missingRoles(in: $0).isEmpty } ?? false
  }

  /// One key for all accounts of an emulator; making it takes less time than making one for each.
  public struct SharedKey: Sendable {
    fileprivate let key: SigningKey
    /// The directory of the certificate that belongs to the key; nil for that of the accounts.
    fileprivate let directory: String?

    /// The key and the certificate of accounts, to use them for another emulator or provider.
    package init(of keys: EmulatorKeys) {
      (key, directory) = (keys.signers[0].key, keys.certificateDirectory)
    }

    /// Generates the key, which takes about 0.1 s.
    public init() throws(EmulatorError) {
      do { key = try SigningKey.generate() } catch {
        throw EmulatorError(.keys, "A key cannot be made: \(error).")
      }
      directory = nil
    }
  }

  private init(
    _ directory: String, _ files: PrivateDirectory, providerID: String,
    certificateDirectory: String? = nil,
    newKey: (ServiceRole) throws(JSONWebTokenError) -> SigningKey
  ) throws(EmulatorError) {
    if !Self.missingRoles(in: files).isEmpty {
      // Another emulator may be creating keys in the same directory.
      try files.whileLocked { () throws(EmulatorError) in
        for role in Self.missingRoles(in: files) {
          try Self.create(role, newKey, providerID: providerID, in: files)
        }
      }
    }
    var accounts: [ServiceAccount] = []
    var signers: [TokenSigner] = []
    var secret = ""
    for role in ServiceRole.allCases {
      let (account, key, pem) = try Self.read(role, providerID: providerID, in: files)
      if role == .server { secret = pem }
      accounts.append(account)
      signers.append(TokenSigner(role: role, email: account.email, keyID: account.keyID, key: key))
    }
    self.directory = directory
    self.certificateDirectory = certificateDirectory ?? directory
    self.accounts = accounts
    self.signers = signers
    accessTokenKey = AccessTokenKey(of: secret)
  }

  /// Makes the key files name a server's token endpoint, where Google's client libraries get access tokens.
  public func name(tokenEndpointOf server: HTTPURL) throws(EmulatorError) {
    var endpoint = server
    endpoint.path = ServiceAccount.tokenPath
    let files = try PrivateDirectory(directory)
    try files.whileLocked { () throws(EmulatorError) in
      for name in ServiceRole.allCases.map(Self.fileName) {
        guard let bytes = try files.read(name), var file = try? JSONTree(parsing: bytes).object,
          file["token_uri"]?.text != endpoint.description
        else { continue }
        file["token_uri"] = .text(endpoint.description)
        var writer = JSONWriter()
        writer.write(.object(file))
        try files.create(name, writer.bytes)
      }
    }
  }

  /// The path of an account's key file.
  public func path(_ role: ServiceRole) -> String { directory + "/" + Self.fileName(role) }

  /// Opens or makes a self-signed certificate for `localhost`, in the file that clients have to trust.
  public func localIdentity(
    now: Timestamp
  ) throws(EmulatorError) -> (identity: TLSIdentity, certificateFile: String) {
    let files = try PrivateDirectory(certificateDirectory)
    let identity = try TLSIdentity.local(in: files, now: now)
    return (identity, certificateDirectory + "/" + TLSIdentity.localFile)
  }

  private static func fileName(_ role: ServiceRole) -> String { role.rawValue + ".json" }

  private static func email(_ role: ServiceRole, _ providerID: String) -> String {
    "\(role.rawValue)@\(providerID).iam.gserviceaccount.com"
  }

  private static func missingRoles(in files: PrivateDirectory) -> [ServiceRole] {
    ServiceRole.allCases.filter { !files.has(fileName($0)) }
  }

  private static func read(
    _ role: ServiceRole, providerID: String, in files: PrivateDirectory
  ) throws(EmulatorError) -> (ServiceAccount, SigningKey, pem: String) {
    let email = email(role, providerID)
    let path = files.path + "/" + fileName(role)
    guard let bytes = try files.read(fileName(role)),
      let file = try? JSONTree(parsing: bytes), let owner = file["client_email"]?.text,
      let keyID = file["private_key_id"]?.text, let pem = file["private_key"]?.text,
      let signingKey = try? SigningKey(pem: pem), let key = try? signingKey.publicKey
    else { throw EmulatorError(.keys, "\(path) is not a service-account key file; remove it.") }
    guard owner == email else {
      throw EmulatorError(
        .keys, "\(path) is the key of \(owner), not of \(email); use another directory.")
    }
    return (ServiceAccount(role: role, email: email, keyID: keyID, key: key), signingKey, pem)
  }

  private static func create(
    _ role: ServiceRole, _ newKey: (ServiceRole) throws(JSONWebTokenError) -> SigningKey,
    providerID: String, in files: PrivateDirectory
  ) throws(EmulatorError) {
    let email = email(role, providerID)
    let key: String
    do { key = try newKey(role).pem } catch {
      throw EmulatorError(.keys, "A key for \(email) cannot be made: \(error).")
    }
    var writer = JSONWriter()
    // Google's format.
    writer.write(
      .object([
        "type": .text("service_account"), "project_id": .text(providerID),
        "private_key_id": .text(randomText(40, of: "0123456789abcdef")),
        "private_key": .text(key), "client_email": .text(email),
        "client_id": .text("1" + randomText(20, of: "0123456789")),
        "auth_uri": .text("https://accounts.google.com/o/oauth2/auth"),
        "token_uri": .text("https://oauth2.googleapis.com/token"),
      ]))
    try files.create(fileName(role), writer.bytes)
  }

  private static func randomText(_ count: Int, of characters: String) -> String {
    String((0..<count).compactMap { _ in characters.randomElement() })
  }
}
