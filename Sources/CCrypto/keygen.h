#ifndef RIDEALONG_KEYGEN_H
#define RIDEALONG_KEYGEN_H
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

// Making RSA keys in a tenth of the time that EVP_RSA_gen takes: OpenSSL 3.0 tests each prime in 64
// rounds, where FIPS 186-4 (table C.3) asks for 5, and sieves candidates little. All arithmetic and
// all randomness are OpenSSL's.

enum {
  /// Rounds of Miller and Rabin's test on random bases.
  ridealong_prime_rounds = 5,
  /// The primes up to this divide candidates away before they cost an exponentiation.
  ridealong_sieve_limit = 32768,
  ridealong_sieve_primes = 3511,
  /// How far a search goes from one random start.
  ridealong_search_length = 1 << 16,
};

/// The odd primes up to the limit.
static inline void ridealong_small_primes(unsigned short primes[ridealong_sieve_primes]) {
  unsigned char composite[ridealong_sieve_limit] = {0};
  int count = 0;
  for (int number = 3; number < ridealong_sieve_limit; number += 2) {
    if (composite[number]) continue;
    if (count < ridealong_sieve_primes) primes[count++] = (unsigned short)number;
    for (int multiple = number * number; multiple < ridealong_sieve_limit; multiple += 2 * number)
      composite[multiple] = 1;
  }
  // What is missing divides nothing that the others do not.
  while (count < ridealong_sieve_primes) primes[count++] = 3;
}

/// Miller and Rabin's test; 1 for a probable prime, 0 for a composite, -1 on failure.
static inline int ridealong_is_prime(const BIGNUM *candidate, BN_CTX *context) {
  int result = -1;
  BN_CTX_start(context);
  BN_MONT_CTX *montgomery = BN_MONT_CTX_new();
  BIGNUM *less_one = BN_CTX_get(context);
  BIGNUM *odd = BN_CTX_get(context);
  BIGNUM *range = BN_CTX_get(context);
  BIGNUM *base = BN_CTX_get(context);
  BIGNUM *power = BN_CTX_get(context);
  if (power == NULL || montgomery == NULL || !BN_MONT_CTX_set(montgomery, candidate, context)
      || !BN_copy(less_one, candidate) || !BN_sub_word(less_one, 1) || !BN_copy(range, candidate)
      || !BN_sub_word(range, 3))
    goto end;
  int twos = 1;
  while (!BN_is_bit_set(less_one, twos)) twos++;
  if (!BN_rshift(odd, less_one, twos)) goto end;
  BN_set_flags(odd, BN_FLG_CONSTTIME);
  for (int round = 0; round < ridealong_prime_rounds; round++) {
    // Of 2 to the candidate less 2.
    if (!BN_priv_rand_range(base, range) || !BN_add_word(base, 2)
        || !BN_mod_exp_mont_consttime(power, base, odd, candidate, context, montgomery))
      goto end;
    int passes = BN_is_one(power) || BN_cmp(power, less_one) == 0;
    for (int square = 1; square < twos && !passes; square++) {
      if (!BN_mod_sqr(power, power, candidate, context)) goto end;
      passes = BN_cmp(power, less_one) == 0;
    }
    if (!passes) {
      result = 0;
      goto end;
    }
  }
  result = 1;
end:
  BN_MONT_CTX_free(montgomery);
  BN_CTX_end(context);
  return result;
}

/// Makes a random prime of so many bits, the two highest of them set; 1 on success.
static inline int ridealong_random_prime(BIGNUM *prime, int bits, const BIGNUM *exponent,
                                         const unsigned short *primes, BN_CTX *context) {
  unsigned short rests[ridealong_sieve_primes];
  int result = 0;
  BN_CTX_start(context);
  BIGNUM *start = BN_CTX_get(context);
  BIGNUM *less_one = BN_CTX_get(context);
  BIGNUM *divisor = BN_CTX_get(context);
  if (divisor == NULL) goto end;
  for (;;) {
    if (!BN_priv_rand(start, bits, BN_RAND_TOP_TWO, BN_RAND_BOTTOM_ODD)) goto end;
    for (int index = 0; index < ridealong_sieve_primes; index++)
      rests[index] = (unsigned short)BN_mod_word(start, primes[index]);
    for (unsigned int step = 0; step < ridealong_search_length; step += 2) {
      int divides = 0;
      for (int index = 0; index < ridealong_sieve_primes && !divides; index++)
        divides = (rests[index] + step) % primes[index] == 0;
      if (divides) continue;
      if (!BN_copy(prime, start) || !BN_add_word(prime, step)) goto end;
      if (BN_num_bits(prime) != bits) break;
      int is_prime = ridealong_is_prime(prime, context);
      if (is_prime < 0) goto end;
      if (!is_prime) continue;
      if (!BN_copy(less_one, prime) || !BN_sub_word(less_one, 1)
          || !BN_gcd(divisor, less_one, exponent, context))
        goto end;
      if (!BN_is_one(divisor)) continue;
      result = 1;
      goto end;
    }
  }
end:
  BN_CTX_end(context);
  return result;
}

/// The key of two primes; NULL on failure.
static inline EVP_PKEY *ridealong_rsa_of_primes(const BIGNUM *p, const BIGNUM *q, BIGNUM *exponent,
                                                BN_CTX *context) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *values = NULL;
  EVP_PKEY_CTX *maker = NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  BN_CTX_start(context);
  BIGNUM *p1 = BN_CTX_get(context), *q1 = BN_CTX_get(context), *modulus = BN_CTX_get(context);
  BIGNUM *gcd = BN_CTX_get(context), *lcm = BN_CTX_get(context), *secret = BN_CTX_get(context);
  BIGNUM *dp = BN_CTX_get(context), *dq = BN_CTX_get(context), *inverse = BN_CTX_get(context);
  if (builder == NULL || inverse == NULL || !BN_copy(p1, p) || !BN_sub_word(p1, 1) || !BN_copy(q1, q)
      || !BN_sub_word(q1, 1) || !BN_mul(modulus, p, q, context) || !BN_gcd(gcd, p1, q1, context)
      || !BN_mul(lcm, p1, q1, context) || !BN_div(lcm, NULL, lcm, gcd, context))
    goto end;
  BN_set_flags(lcm, BN_FLG_CONSTTIME);
  if (!BN_mod_inverse(secret, exponent, lcm, context)) goto end;
  BN_set_flags(secret, BN_FLG_CONSTTIME);
  // FIPS 186-4 B.3.1: the secret exponent must not be small.
  if (BN_num_bits(secret) <= BN_num_bits(modulus) / 2) goto end;
  if (!BN_mod(dp, secret, p1, context) || !BN_mod(dq, secret, q1, context)
      || !BN_mod_inverse(inverse, q, p, context))
    goto end;
  if (!OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_D, secret)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR1, p)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR2, q)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT1, dp)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT2, dq)
      || !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_COEFFICIENT1, inverse))
    goto end;
  values = OSSL_PARAM_BLD_to_param(builder);
  maker = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  if (values == NULL || maker == NULL || EVP_PKEY_fromdata_init(maker) != 1) goto end;
  if (EVP_PKEY_fromdata(maker, &key, EVP_PKEY_KEYPAIR, values) != 1) key = NULL;
end:
  EVP_PKEY_CTX_free(maker);
  OSSL_PARAM_free(values);
  OSSL_PARAM_BLD_free(builder);
  BN_CTX_end(context);
  return key;
}

/// Makes an RSA key with the exponent 65537; NULL on failure.
static inline EVP_PKEY *ridealong_rsa_generate(unsigned int bits) {
  unsigned short primes[ridealong_sieve_primes];
  EVP_PKEY *key = NULL;
  BN_CTX *context = BN_CTX_secure_new();
  BIGNUM *p = BN_secure_new(), *q = BN_secure_new(), *distance = BN_secure_new();
  BIGNUM *exponent = BN_new();
  ridealong_small_primes(primes);
  if (context != NULL && p != NULL && q != NULL && distance != NULL && exponent != NULL
      && BN_set_word(exponent, RSA_F4)
      && ridealong_random_prime(p, (int)(bits / 2), exponent, primes, context)) {
    // FIPS 186-4 B.3.1: the primes must not lie near each other, which chance alone brings about.
    do {
      if (!ridealong_random_prime(q, (int)(bits - bits / 2), exponent, primes, context)
          || !BN_sub(distance, p, q))
        goto end;
    } while (BN_num_bits(distance) <= (int)(bits / 2) - 100);
    key = BN_cmp(p, q) > 0 ? ridealong_rsa_of_primes(p, q, exponent, context)
                           : ridealong_rsa_of_primes(q, p, exponent, context);
  }
end:
  BN_clear_free(p);
  BN_clear_free(q);
  BN_clear_free(distance);
  BN_free(exponent);
  BN_CTX_free(context);
  return key;
}
#endif
