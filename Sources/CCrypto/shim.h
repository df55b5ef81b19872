#ifndef RIDEALONG_CCRYPTO_H
#define RIDEALONG_CCRYPTO_H
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#endif
