#include "Sockets.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace ridealong {

int listenOn(const char *address, uint16_t port) {
  addrinfo hints = {};
  hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *found = nullptr;
  if (getaddrinfo(address, nullptr, &hints, &found) != 0) {
    errno = EINVAL;
    return -1;
  }
  std::unique_ptr<addrinfo, void (*)(addrinfo *)> owner(found, freeaddrinfo);
  if (found->ai_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6 *>(found->ai_addr)->sin6_port = htons(port);
  } else {
    reinterpret_cast<sockaddr_in *>(found->ai_addr)->sin_port = htons(port);
  }
  int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int on = 1;
  if (descriptor >= 0 &&
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 && listen(descriptor, 128) == 0)
    return descriptor;
  int code = errno;
  if (descriptor >= 0) close(descriptor);
  errno = code;
  return -1;
}

uint16_t portOf(int listener) {
  sockaddr_storage bound = {};
  socklen_t size = sizeof bound;
  if (getsockname(listener, reinterpret_cast<sockaddr *>(&bound), &size) != 0) return 0;
  return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6 &>(bound).sin6_port
                                           : reinterpret_cast<sockaddr_in &>(bound).sin_port);
}

std::string text(const sockaddr_storage &address) {
  char text[INET6_ADDRSTRLEN] = "";
  const void *bytes =
      address.ss_family == AF_INET6
          ? static_cast<const void *>(&reinterpret_cast<const sockaddr_in6 &>(address).sin6_addr)
          : &reinterpret_cast<const sockaddr_in &>(address).sin_addr;
  inet_ntop(address.ss_family, bytes, text, sizeof text);
  return text;
}

namespace {
int selectProtocol(SSL *, const unsigned char **out, unsigned char *out_size,
                   const unsigned char *in, unsigned int in_size, void *) {
  unsigned char *selected = nullptr;
  static const unsigned char h2[] = {2, 'h', '2'};
  if (SSL_select_next_proto(&selected, out_size, h2, sizeof h2, in, in_size) !=
      OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  *out = selected;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

SSL_CTX *tlsContext(const char *certificate, const char *key) {
  std::unique_ptr<SSL_CTX, void (*)(SSL_CTX *)> made(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  std::unique_ptr<BIO, int (*)(BIO *)> chain(BIO_new_mem_buf(certificate, -1), BIO_free);
  std::unique_ptr<BIO, int (*)(BIO *)> secret(BIO_new_mem_buf(key, -1), BIO_free);
  if (!made || !chain || !secret) return nullptr;
  auto refuse = [](char *, int, int, void *) { return -1; };
  X509 *leaf = PEM_read_bio_X509(chain.get(), nullptr, refuse, nullptr);
  EVP_PKEY *private_key = PEM_read_bio_PrivateKey(secret.get(), nullptr, refuse, nullptr);
  bool is_right = leaf && private_key && SSL_CTX_use_certificate(made.get(), leaf) == 1 &&
                  SSL_CTX_use_PrivateKey(made.get(), private_key) == 1;
  X509_free(leaf);
  EVP_PKEY_free(private_key);
  while (X509 *next = is_right ? PEM_read_bio_X509(chain.get(), nullptr, refuse, nullptr) : nullptr) {
    if (SSL_CTX_add0_chain_cert(made.get(), next) != 1) X509_free(next);
  }
  ERR_clear_error();
  if (!is_right) return nullptr;
  SSL_CTX_set_min_proto_version(made.get(), TLS1_2_VERSION);
  SSL_CTX_set_options(made.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(made.get(), SSL_MODE_ENABLE_PARTIAL_WRITE |
                                   SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(made.get(), selectProtocol, nullptr);
  return made.release();
}

}  // namespace ridealong
