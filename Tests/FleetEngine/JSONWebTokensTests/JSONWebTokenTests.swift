import CCrypto
import JSONWebTokens
import TestSupport
import Testing

private let keys = try? TestKeys()

/// Keys that all tests share, because generating one is slow.
private struct TestKeys {
  let signing: SigningKey
  let other: SigningKey

  init() throws {
    signing = try SigningKey.generate()
    other = try SigningKey.generate()
  }
}

private let claims = TokenClaims(
  issuer: "consumer@acme.example", subject: "consumer@acme.example",
  audience: ["https://fleetengine.googleapis.com/"],
  issuedAt: 1_767_261_600,
  expiresAt: 1_767_265_200, authorization: ["tripid": "42"])

/// A token of parts in plain text, with a signature that cannot be right.
private func token(header: String, claims: String = "{}", signature: String = "AAAA") -> String {
  base64URL(header) + "." + base64URL(claims) + "." + signature
}

private func base64URL(_ text: String) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  return String(
    stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[
        (0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }]
    })
}

@Suite(.limited) struct `JSON web tokens` {
  @Test func `JSON web tokens verify with their own key only`() throws {
    let keys = try #require(keys)
    let text = try keys.signing.sign(claims, keyID: "key-1")
    let token = try JSONWebToken.verify(text, with: keys.signing.publicKey)
    #expect(token.claims == claims)
    #expect(token.header.algorithm == "RS256")
    #expect(token.header.type == "JWT")
    #expect(token.header.keyID == "key-1")
    #expect(throws: JSONWebTokenError.badSignature) {
      try JSONWebToken.verify(text, with: keys.other.publicKey)
    }
  }

  @Test func `JSON web tokens have the spelling of Fleet Engine's tokens`() throws {
    let keys = try #require(keys)
    let text = try keys.signing.sign(claims, keyID: "k")
    let header = base64URL(#"{"alg":"RS256","kid":"k","typ":"JWT"}"#)
    let body = base64URL(
      #"{"aud":"https://fleetengine.googleapis.com/","authorization":{"tripid":"42"},"#
        + #""exp":1767265200,"iat":1767261600,"iss":"consumer@acme.example","#
        + #""sub":"consumer@acme.example"}"#)
    #expect(text.hasPrefix(header + "." + body + "."))
  }

  @Test(arguments: [0, 1, 2])
  func `JSON web tokens fail when a part is changed`(_ part: Int) throws {
    let keys = try #require(keys)
    let text = try keys.signing.sign(claims)
    let parts = text.split(separator: ".").map(String.init)
    let publicKey = try keys.signing.publicKey
    // Each character in its turn, to another of the alphabet; some changes break the form first.
    for position in stride(from: 0, to: parts[part].count, by: 7) {
      var characters = Array(parts[part])
      characters[position] = characters[position] == "A" ? "Q" : "A"
      var changed = parts
      changed[part] = String(characters)
      #expect(throws: JSONWebTokenError.self) {
        try JSONWebToken.verify(changed.joined(separator: "."), with: publicKey)
      }
    }
    let foreign = try keys.signing.sign(TokenClaims(issuer: "x")).split(separator: ".")[1]
    let swapped = "\(parts[0]).\(foreign).\(parts[2])"
    #expect(throws: JSONWebTokenError.badSignature) {
      try JSONWebToken.verify(swapped, with: publicKey)
    }
  }

  @Test(arguments: ["none", "None", "NONE", "HS256", "RS512", "rs256", "PS256", "ES256"])
  func `JSON web tokens of another algorithm are refused`(_ name: String) throws {
    let key = try #require(keys).signing.publicKey
    for signature in ["", "AAAA"] {
      let text = token(header: #"{"alg":"\#(name)"}"#, signature: signature)
      #expect(throws: JSONWebTokenError.unsupportedAlgorithm(name)) {
        try JSONWebToken.verify(text, with: key)
      }
    }
  }

  @Test func `JSON web tokens without an algorithm are refused`() throws {
    let key = try #require(keys).signing.publicKey
    #expect(throws: JSONWebTokenError.unsupportedAlgorithm("no algorithm")) {
      try JSONWebToken.verify(token(header: "{}"), with: key)
    }
  }

  @Test func `The error about a token's algorithm shows its name sanitized`() throws {
    let key = try #require(keys).signing.publicKey
    let text = token(header: #"{"alg":"\u001b[2Jx\u202e€ab"}"#)
    #expect(throws: JSONWebTokenError.unsupportedAlgorithm("2Jxab")) {
      try JSONWebToken.verify(text, with: key)
    }
  }

  @Test(arguments: [
    "", ".", "..", "a.b", "a.b.c.d", "e30.e30.AAAA\n", " e30.e30.AAAA", "e30.e30.AAAA.",
    "e30=.e30.AAAA", "e31.e30.AAAA", "e3.e30.AAAA", "e.e30.AAAA", "e30.e30.A+/A", "é.e30.AAAA",
    token(header: #"{"alg":"RS256"}"#) + "\n", token(header: #"{"alg":"RS256"}"#) + ".",
    token(header: #"{"alg":"RS256"}"#, signature: "AB"),
    token(header: #"{"alg":"RS256"}"#, signature: "AA=="),
    token(header: #"["RS256"]"#), token(header: #"{"alg":1}"#),
    token(header: #"{"alg":"none","alg":"RS256"}"#), token(header: #"{"a\u006cg":"RS256"}"#),
    token(header: #"{"alg":"RS256","crit":["exp"]}"#), token(header: #"{"alg":"RS256""#),
    token(header: #"{"alg":"RS256"}{}"#), token(header: #"{"alg":"RS256"} x"#),
    token(header: #"{"alg":"RS256"}"#, claims: "[]"),
    token(header: #"{"alg":"RS256"}"#, claims: "null"),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"exp":"1"}"#),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"exp":1e300}"#),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"aud":[1]}"#),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"scope":["a"]}"#),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"iss":"a","iss":"b"}"#),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"authorization":{"tripid":"a","tripid":"*"}}"#),
    token(header: #"{"alg":"RS256"}"#, claims: #"{"a":"# + String(repeating: "[", count: 10_000)),
  ]) func `JSON web tokens that are malformed are refused`(_ text: String) {
    let error = #expect(throws: JSONWebTokenError.self) { try JSONWebToken(parsing: text) }
    switch error {
    case .form, .malformed, .fields: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: [
    (#"{"iat":"1767261600","exp":"1767265200"}"#, ["iat", "exp"], "not a text"),
    (#"{"exp":"2026-01-01T10:00:00Z"}"#, ["exp"], "a number of seconds since 1970, not a text"),
    (#"{"exp":{"seconds":1}}"#, ["exp"], "not an object"), (#"{"iat":true}"#, ["iat"], "a truth"),
    (#"{"exp":1e300}"#, ["exp"], "a number of seconds since 1970."),
    (#"{"authorization":"{\"tripid\":\"t1\"}"}"#, ["authorization"], "an object such as"),
    (#"{"authorization":["t1"]}"#, ["authorization"], "not a list"),
    (#"{"authorization":[{"tripid":"t1"}]}"#, ["authorization"], "not a list"),
    (#"{"authorization":{"tripid":["t1"]}}"#, ["authorization.tripid"], "a text, not a list"),
    (#"{"authorization":{"tripid":7,"vehicleid":null}}"#, ["authorization.tripid"], "a text."),
    (#"{"authorization":{"vehicleid":{}}}"#, ["authorization.vehicleid"], "not an object"),
    (#"{"aud":{}}"#, ["aud"], "a list of texts"), (#"{"aud":["a",1]}"#, ["aud"], "not a list"),
    (#"{"iss":["a"],"sub":1}"#, ["iss", "sub"], "a text"), (#"{"scope":["a"]}"#, ["scope"], "list"),
  ]) func `JSON web tokens with values of the wrong type name the claims`(
    _ claims: String, _ names: [String], _ says: String
  ) {
    let text = token(header: #"{"alg":"RS256"}"#, claims: claims)
    let error = #expect(throws: JSONWebTokenError.self) { try JSONWebToken(parsing: text) }
    guard case .fields(let fields)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fields.map(\.name) == names)
    #expect(fields.allSatisfy { $0.description.contains("The token's \($0.name) has to be") })
    #expect(error?.description.contains(says) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("Bearer e30.e30.AAAA", JSONWebTokenError.Form.bearer), ("bearer\te30.e30.AAAA", .bearer),
    ("\"e30.e30.AAAA\"", .quoted), ("'e30.e30.AAAA'", .quoted), ("e30.e30.AAAA\n", .spaces),
    (" e30.e30.AAAA", .spaces), ("a", .parts(1)), ("a.b", .parts(2)), ("a.b.c.d.e", .parts(5)),
    ("e30=.e30.AAAA", .padded(.header)), ("e30.e30=.AAAA", .padded(.claims)),
    ("e30.e30.AA==", .padded(.signature)), ("e30.e30.A+/A", .encoding(.signature)),
    ("{\"jwt\":\"e30.e30.AAAA\"}", .encoding(.header)),
  ]) func `JSON web tokens in another form name the form`(
    _ text: String, _ form: JSONWebTokenError.Form
  ) {
    let error = #expect(throws: JSONWebTokenError.form(form)) { try JSONWebToken(parsing: text) }
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test func `JSON web tokens of more than 64 KiB are refused`() throws {
    let long = String(repeating: "A", count: 65_537)
    #expect(throws: JSONWebTokenError.tooLarge) { try JSONWebToken(parsing: long) }
    let signing = try #require(keys).signing
    #expect(throws: JSONWebTokenError.tooLarge) { try signing.sign(TokenClaims(issuer: long)) }
  }

  @Test(arguments: [
    (#"{"aud":"a"}"#, ["a"]), (#"{"aud":["a"]}"#, ["a"]), (#"{"aud":["a","b"]}"#, ["a", "b"]),
    (#"{"aud":null}"#, []), ("{}", []),
  ]) func `JSON web tokens accept an audience as a text or a list`(
    _ claims: String, _ audience: [String]
  ) throws {
    let text = token(header: #"{"alg":"RS256"}"#, claims: claims)
    #expect(try JSONWebToken(parsing: text).claims.audience == audience)
  }

  @Test(arguments: [
    (#"{"scope":"a b"}"#, ["a", "b"]), (#"{"scope":" a  "}"#, ["a"]), (#"{"scope":""}"#, []),
    (#"{"scope":null}"#, []), ("{}", []),
  ]) func `JSON web tokens have scopes separated by spaces`(
    _ claims: String, _ scopes: [String]
  ) throws {
    let text = token(header: #"{"alg":"RS256"}"#, claims: claims)
    #expect(try JSONWebToken(parsing: text).claims.scopes == scopes)
  }

  @Test func `JSON web tokens with scopes are the same after signing and reading`() throws {
    let signing = try #require(keys).signing
    let claims = TokenClaims(issuer: "a", scopes: ["b", "c"])
    let text = try signing.sign(claims)
    #expect(try JSONWebToken.verify(text, with: signing.publicKey).claims == claims)
  }

  @Test func `JSON web tokens ignore unknown claims`() throws {
    let text = token(
      header: #"{"alg":"RS256","x":{}}"#,
      claims: #"{"iat":1.9,"authorization":{"taskids":["*"],"tripid":"*","n":1},"jti":"a\"b:"}"#)
    let claims = try JSONWebToken(parsing: text).claims
    #expect(claims.authorization == ["tripid": "*"])
    #expect(claims.issuedAt == 1)
  }

  @Test func `JSON web tokens never print their signature`() throws {
    let text = try #require(keys).signing.sign(claims)
    let signature = String(try #require(text.split(separator: ".").last))
    let parsed = try JSONWebToken(parsing: text)
    var dumped = ""
    dump(parsed, to: &dumped)
    let printed = "\(parsed) \(String(reflecting: parsed)) \(dumped)"
    #expect(printed.contains("consumer@acme.example"))
    #expect(!printed.contains(signature))
    #expect(!printed.contains("signature"))
  }
}

@Suite(.limited) struct `Signing keys` {
  @Test func `Signing keys are the same after writing and reading`() throws {
    let signing = try #require(keys).signing
    let pem = try signing.pem
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let text = try SigningKey(pem: pem).sign(claims)
    let publicPEM = try signing.publicKey.pem
    #expect(publicPEM.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
    #expect(try JSONWebToken.verify(text, with: VerificationKey(pem: publicPEM)).claims == claims)
  }

  @Test(arguments: [
    "", "key", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "\u{0}",
  ]) func `Signing keys that cannot be read are refused`(_ pem: String) {
    #expect(throws: JSONWebTokenError.badKey(.unreadable)) { try SigningKey(pem: pem) }
    #expect(throws: JSONWebTokenError.badKey(.unreadable)) { try VerificationKey(pem: pem) }
  }

  @Test func `Signing keys of another kind are refused`() throws {
    // An Ed25519 key of RFC 8410, which is public.
    let pem = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """
    #expect(throws: JSONWebTokenError.badKey(.notRSA)) { try SigningKey(pem: pem) }
    #expect(throws: JSONWebTokenError.tooLarge) {
      try SigningKey(pem: String(repeating: "a", count: 65_537))
    }
    let publicPEM = try #require(keys).signing.publicKey.pem
    #expect(throws: JSONWebTokenError.badKey(.unreadable)) { try SigningKey(pem: publicPEM) }
  }

  @Test(arguments: [-1, 0, 1_024, 2_047, 2_049, 8_193, Int.max])
  func `Signing keys of other sizes are not created`(_ bits: Int) {
    #expect(throws: JSONWebTokenError.badKey(.size(bits: bits))) {
      try SigningKey.generate(bits: bits)
    }
  }

  @Test func `Signing keys never show their content`() throws {
    let signing = try #require(keys).signing
    var dumped = ""
    dump(signing, to: &dumped)
    #expect("\(signing)" == "SigningKey(RSA, 2048 bits)")
    #expect(String(reflecting: signing) == "\(signing)")
    #expect(dumped == "- SigningKey(RSA, 2048 bits)\n")
    #expect(Mirror(reflecting: signing).children.isEmpty)
    #expect(try "\(signing.publicKey)" == "VerificationKey(RSA, 2048 bits)")
  }
}

@Suite(.limited) struct `A generated key` {
  @Test(arguments: [2_048, 2_050, 3_072])
  func `A generated key passes OpenSSL's check of primes and exponents`(_ bits: Int) throws {
    let key = try SigningKey.generate(bits: bits)
    var bytes = Array(try key.pem.utf8)
    let bio = try #require(BIO_new_mem_buf(&bytes, Int32(bytes.count)))
    defer { BIO_free(bio) }
    let read = try #require(ridealong_read_private_key(bio))
    defer { EVP_PKEY_free(read) }
    #expect(Int(EVP_PKEY_get_bits(read)) == bits)
    let context = try #require(EVP_PKEY_CTX_new(read, nil))
    defer { EVP_PKEY_CTX_free(context) }
    #expect(EVP_PKEY_check(context) == 1)
    #expect(EVP_PKEY_pairwise_check(context) == 1)
  }

  @Test func `A generated key is different each time`() throws {
    #expect(try SigningKey.generate().pem != SigningKey.generate().pem)
  }
}
