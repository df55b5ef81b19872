#ifndef RIDEALONG_CCRYPTO_H
#define RIDEALONG_CCRYPTO_H
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Macros and variadic functions are not imported into Swift.

/// The bytes that a memory BIO holds, owned by it.
static inline long ridealong_bio_memory(BIO *bio, char **bytes) {
  return BIO_get_mem_data(bio, bytes);
}

/// Refuses a passphrase: OpenSSL's own callback would ask for one on the terminal.
static inline int ridealong_no_passphrase(char *buffer, int size, int writing, void *context) {
  (void)buffer;
  (void)size;
  (void)writing;
  (void)context;
  return -1;
}

/// Computes an HMAC with SHA-256, of 32 bytes; 1 on success.
static inline int ridealong_hmac(const unsigned char *key, size_t key_size, const unsigned char *text,
                                 size_t text_size, unsigned char *code) {
  return HMAC(EVP_sha256(), key, (int)key_size, text, text_size, code, NULL) != NULL;
}

/// Makes an RSA key; NULL on failure.
static inline EVP_PKEY *ridealong_rsa_generate(unsigned int bits) { return EVP_RSA_gen(bits); }

/// Reads a private key that has no passphrase; NULL on failure.
static inline EVP_PKEY *ridealong_read_private_key(BIO *bio) {
  return PEM_read_bio_PrivateKey(bio, NULL, ridealong_no_passphrase, NULL);
}

/// Reads a public key; NULL on failure.
static inline EVP_PKEY *ridealong_read_public_key(BIO *bio) {
  return PEM_read_bio_PUBKEY(bio, NULL, ridealong_no_passphrase, NULL);
}

/// Reads the first certificate of a text; NULL on failure.
static inline X509 *ridealong_read_certificate(BIO *bio) {
  return PEM_read_bio_X509(bio, NULL, ridealong_no_passphrase, NULL);
}

/// Writes a private key as PKCS#8 without a passphrase; 1 on success.
static inline int ridealong_write_private_key(BIO *bio, const EVP_PKEY *key) {
  return PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
}

/// Writes a public key as SubjectPublicKeyInfo; 1 on success.
static inline int ridealong_write_public_key(BIO *bio, const EVP_PKEY *key) {
  return PEM_write_bio_PUBKEY(bio, key);
}

/// Writes a certificate as PEM; 1 on success.
static inline int ridealong_write_certificate(BIO *bio, X509 *certificate) {
  return PEM_write_bio_X509(bio, certificate);
}

/// Makes a key on the curve P-256; NULL on failure.
static inline EVP_PKEY *ridealong_ec_generate(void) { return EVP_EC_gen("P-256"); }

/// Adds an extension to a certificate; 1 on success.
static inline int ridealong_add_extension(X509 *certificate, int kind, const char *text) {
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, kind, text);
  int added = extension && X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return added;
}

/// Makes a self-signed certificate for servers on this machine; NULL on failure.
///
/// It is an authority too, because BoringSSL trusts no other self-signed certificate.
///
/// Times are in seconds since 1970.
static inline X509 *ridealong_make_certificate(EVP_PKEY *key, long serial, time_t from,
                                               time_t until) {
  X509 *made = X509_new();
  if (!made) return NULL;
  X509_NAME *name = X509_get_subject_name(made);
  if (X509_set_version(made, X509_VERSION_3) && ASN1_INTEGER_set(X509_get_serialNumber(made), serial) &&
      ASN1_TIME_set(X509_getm_notBefore(made), from) &&
      ASN1_TIME_set(X509_getm_notAfter(made), until) && X509_set_pubkey(made, key) &&
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1,
                                 -1, 0) &&
      X509_set_issuer_name(made, name) &&
      ridealong_add_extension(made, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
      ridealong_add_extension(made, NID_key_usage, "critical,digitalSignature,keyCertSign") &&
      ridealong_add_extension(made, NID_ext_key_usage, "serverAuth") &&
      ridealong_add_extension(made, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1") &&
      X509_sign(made, key, EVP_sha256()))
    return made;
  X509_free(made);
  return NULL;
}

/// Whether a certificate is valid at both moments.
static inline int ridealong_is_valid(const X509 *certificate, time_t from, time_t until) {
  return X509_cmp_time(X509_get0_notBefore(certificate), &from) < 0 &&
         X509_cmp_time(X509_get0_notAfter(certificate), &until) > 0;
}
#endif
