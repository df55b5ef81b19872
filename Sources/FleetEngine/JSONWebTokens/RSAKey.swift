import CCrypto
import TrustLimits

/// An RSA key of OpenSSL, freed with its last owner.
///
/// The key never changes, and OpenSSL allows several threads to read it.
@safe final class RSAKey: @unchecked Sendable {
  static let sizes = 2_048...8_192

  private let pointer: OpaquePointer

  /// Takes ownership of a key and checks its type and size.
  @unsafe private init(adopting pointer: OpaquePointer?) throws(JSONWebTokenError) {
    // This module reports its own errors, so the thread's OpenSSL queue is emptied.
    ERR_clear_error()
    guard let pointer = unsafe pointer else { throw .badKey(.unreadable) }
    unsafe self.pointer = pointer
    guard unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA else { throw .badKey(.notRSA) }
    guard Self.sizes.contains(bits) else { throw .badKey(.size(bits: bits)) }
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  var bits: Int { Int(unsafe EVP_PKEY_get_bits(pointer)) }

  static func generate(bits: Int) throws(JSONWebTokenError) -> RSAKey {
    // OpenSSL makes both primes of the same size.
    guard sizes.contains(bits), bits.isMultiple(of: 2) else { throw .badKey(.size(bits: bits)) }
    guard let pointer = unsafe ridealong_rsa_generate(UInt32(bits)) else {
      ERR_clear_error()
      throw .badKey(.unavailable)
    }
    return try unsafe RSAKey(adopting: pointer)
  }

  static func read(pem: String, isPrivate: Bool) throws(JSONWebTokenError) -> RSAKey {
    var bytes = Array(pem.utf8)
    guard bytes.count <= Limits.Token.bytes else { throw .tooLarge }
    guard !bytes.isEmpty else { throw .badKey(.unreadable) }
    let pointer: OpaquePointer? = unsafe bytes.withUnsafeMutableBytes { buffer in
      defer { unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count) }
      guard let bio = unsafe BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else {
        return nil
      }
      defer { unsafe BIO_free(bio) }
      return unsafe isPrivate ? ridealong_read_private_key(bio) : ridealong_read_public_key(bio)
    }
    return try unsafe RSAKey(adopting: pointer)
  }

  /// Writes the key, or its public half, as PEM text.
  func pem(isPrivate: Bool) throws(JSONWebTokenError) -> String {
    defer { ERR_clear_error() }
    guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw .badKey(.unavailable) }
    defer { unsafe BIO_free(bio) }
    let write = unsafe isPrivate ? ridealong_write_private_key : ridealong_write_public_key
    let isWritten = unsafe write(bio, pointer)
    var bytes: UnsafeMutablePointer<CChar>?
    let count = unsafe ridealong_bio_memory(bio, &bytes)
    guard isWritten == 1, count > 0 else { throw .badKey(.unavailable) }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe String(decoding: buffer, as: UTF8.self)
  }

  /// Signs bytes with RSASSA-PKCS1-v1_5 and SHA-256.
  func sign(_ message: [UInt8]) throws(JSONWebTokenError) -> [UInt8] {
    defer { ERR_clear_error() }
    guard let context = unsafe EVP_MD_CTX_new() else { throw .signingFailed }
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1 else {
      throw .signingFailed
    }
    var size = Int(unsafe EVP_PKEY_get_size(pointer))
    var signature = [UInt8](repeating: 0, count: max(0, size))
    guard unsafe EVP_DigestSign(context, &signature, &size, message, message.count) == 1 else {
      throw .signingFailed
    }
    return Array(signature.prefix(size))
  }

  func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1 else {
      return false
    }
    let count = signature.count
    return unsafe EVP_DigestVerify(context, signature, count, message, message.count) == 1
  }
}
