internal import CCrypto
internal import FleetEngine
internal import TrustLimits

/// A certificate and its private key for a server with TLS.
///
/// Neither printing nor reflection shows the key.
public struct TLSIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  private let certificatePEM: [UInt8]
  private let keyPEM: [UInt8]
  private let certificate: Certificate

  /// Reads a certificate and its key from files.
  ///
  /// Both are PEM. The certificate is followed by those that lead to its authority; the key has no
  /// passphrase, and other users may not read its file.
  public init(certificateFile: String, keyFile: String) throws(EmulatorError) {
    let certificate = try Self.read(certificateFile, "TLS certificate")
    let key = try Self.read(keyFile, "TLS key")
    let certificateName = "The TLS certificate \(certificateFile)"
    let keyName = "The TLS key \(keyFile)"
    // A NUL would end the text in the TLS library.
    guard !certificate.bytes.contains(0), let parsed = Certificate(pem: certificate.bytes) else {
      throw EmulatorError(
        .configuration,
        Self.holds("PRIVATE KEY-----", certificate.bytes)
          ? "\(certificateName) holds a private key and no certificate; are the two files swapped?"
          : "\(certificateName) is not a certificate in PEM, which begins with BEGIN CERTIFICATE.")
    }
    guard !key.bytes.contains(0), let isItsKey = parsed.matches(key: key.bytes) else {
      throw EmulatorError(.configuration, Self.reason(key.bytes, keyName))
    }
    guard isItsKey else {
      throw EmulatorError(.configuration, "\(keyName) is the key of another certificate.")
    }
    guard key.permissions & 0o027 == 0 else {
      throw EmulatorError(
        .configuration,
        "\(keyName) can be read or changed by other users; run: chmod 600 "
          + ShellWord.path(keyFile))
    }
    self.certificate = parsed
    certificatePEM = certificate.bytes
    keyPEM = key.bytes
  }

  /// Opens the self-signed certificate for `localhost` in a directory of keys, or makes one.
  ///
  /// It is valid for `localhost`, 127.0.0.1 and ::1, and is made again before it expires.
  static func local(
    in files: PrivateDirectory,
    now: Timestamp
  ) throws(EmulatorError) -> TLSIdentity {
    try files.whileLocked { () throws(EmulatorError) in
      if files.has(localFile), files.has(localKeyFile),
        let present = try? TLSIdentity(
          certificateFile: files.path + "/" + localFile,
          keyFile: files.path + "/" + localKeyFile
        ), present.certificate.isValid(from: now, until: now + .seconds(30 * 86_400))
      {
        return
      }
      guard let made = Certificate.makeLocal(now: now) else {
        throw EmulatorError(.keys, "OpenSSL cannot make a certificate for localhost.")
      }
      try files.create(localKeyFile, made.key)
      try files.create(localFile, made.certificate)
    }
    return try TLSIdentity(
      certificateFile: files.path + "/" + localFile, keyFile: files.path + "/" + localKeyFile)
  }

  static let localFile = "localhost.pem"
  static let localKeyFile = "localhost-key.pem"

  /// The name of the type, without the key.
  public var description: String { "TLSIdentity" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }

  func isFor(host: String) -> Bool { certificate.isFor(host: host) }

  /// Calls a closure with both texts as C strings.
  @unsafe func withPEM<Value>(
    _ work: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Value
  ) -> Value {
    unsafe String(decoding: certificatePEM, as: UTF8.self).withCString { certificate in
      unsafe String(decoding: keyPEM, as: UTF8.self).withCString { key in
        unsafe work(certificate, key)
      }
    }
  }

  private static func read(_ path: String, _ kind: String) throws(EmulatorError) -> BoundedFile {
    do { return try BoundedFile(path: path, limit: Limits.Emulator.certificateBytes) } catch {
      throw EmulatorError(.configuration, "The \(kind) \(path) \(error.reason).")
    }
  }

  private static func reason(_ key: [UInt8], _ name: String) -> String {
    if holds("ENCRYPTED", key) {
      return "\(name) needs a passphrase, which cannot be entered here; remove it with "
        + "openssl pkey, and keep the file private."
    }
    return holds("BEGIN CERTIFICATE", key) && !holds("PRIVATE KEY-----", key)
      ? "\(name) holds a certificate and no private key; are the two files swapped?"
      : "\(name) is not a private key in PEM, which begins with BEGIN PRIVATE KEY."
  }

  private static func holds(_ words: String, _ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(words)
  }
}

/// A certificate of OpenSSL, which several threads may read; nothing changes it.
@safe private final class Certificate: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Reads the first certificate of a text; nil without one.
  init?(pem: [UInt8]) {
    defer { ERR_clear_error() }
    guard let bio = unsafe BIO_new_mem_buf(pem, Int32(pem.count)) else { return nil }
    defer { unsafe BIO_free(bio) }
    guard let pointer = unsafe ridealong_read_certificate(bio) else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe X509_free(pointer) }

  /// Whether a private key belongs to the certificate; nil if the text is not a private key.
  func matches(key pem: [UInt8]) -> Bool? {
    defer { ERR_clear_error() }
    guard let bio = unsafe BIO_new_mem_buf(pem, Int32(pem.count)) else { return nil }
    defer { unsafe BIO_free(bio) }
    guard let key = unsafe ridealong_read_private_key(bio) else { return nil }
    defer { unsafe EVP_PKEY_free(key) }
    return unsafe X509_check_private_key(pointer, key) == 1
  }

  /// Makes a self-signed certificate and its key, both as PEM; nil if OpenSSL fails.
  static func makeLocal(now: Timestamp) -> (certificate: [UInt8], key: [UInt8])? {
    defer { ERR_clear_error() }
    let day = 86_400
    guard let key = unsafe ridealong_ec_generate() else { return nil }
    defer { unsafe EVP_PKEY_free(key) }
    let made = unsafe ridealong_make_certificate(
      key,
      .random(in: 1...(.max)),
      Int(now.seconds) - day,
      // Some clients refuse a certificate that is valid for longer.
      Int(now.seconds) + 824 * day)
    guard let made = unsafe made else { return nil }
    defer { unsafe X509_free(made) }
    guard let certificate = unsafe text({ unsafe ridealong_write_certificate($0, made) }),
      let secret = unsafe text({ unsafe ridealong_write_private_key($0, key) })
    else { return nil }
    return (certificate, secret)
  }

  /// The bytes that a closure writes to a BIO of OpenSSL; nil if it fails.
  @unsafe private static func text(_ write: (OpaquePointer) -> Int32) -> [UInt8]? {
    guard let bio = unsafe BIO_new(BIO_s_mem()) else { return nil }
    defer { unsafe BIO_free(bio) }
    var bytes: UnsafeMutablePointer<CChar>?
    guard unsafe write(bio) == 1 else { return nil }
    let count = unsafe ridealong_bio_memory(bio, &bytes)
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func isValid(from: Timestamp, until: Timestamp) -> Bool {
    unsafe ridealong_is_valid(pointer, Int(from.seconds), Int(until.seconds)) == 1
  }

  func isFor(host: String) -> Bool {
    defer { ERR_clear_error() }
    return unsafe X509_check_ip_asc(pointer, host, 0) == 1
      || X509_check_host(pointer, host, host.utf8.count, 0, nil) == 1
  }
}
