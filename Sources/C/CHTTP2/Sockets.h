#pragma once

#include <openssl/ssl.h>
#include <sys/socket.h>

#include <cstdint>
#include <string>

namespace ridealong {

/// Listens on a numeric address; negative on failure, with the reason in `errno`.
int listenOn(const char *address, uint16_t port);

uint16_t portOf(int listener);

/// An address as text, without its port.
std::string text(const sockaddr_storage &address);

/// A context with a certificate, those that lead to its authority, and its key; null on failure.
SSL_CTX *tlsContext(const char *certificate, const char *key);

}  // namespace ridealong
