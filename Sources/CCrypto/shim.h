#ifndef RIDEALONG_CCRYPTO_H
#define RIDEALONG_CCRYPTO_H
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
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
#endif
