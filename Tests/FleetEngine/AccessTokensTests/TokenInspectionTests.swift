import AccessTokens
import FleetEngine
import Foundation
import JSONWebTokens
import TestSupport
import Testing

/// A token with one fault and the expected findings.
struct InspectionCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  var refusals: [String] = []
  var doubts: [String] = []
  /// Members that replace a valid token's header and claims; nil removes one.
  var header: [String: String?] = [:]
  var claims: [String: String?] = [:]

  static let now = Timestamp(seconds: 1_767_261_600)
  static let scope = #""https://www.googleapis.com/auth/cloud-platform""#

  /// The token, whose members are JSON texts and whose signature is nobody's.
  var token: String {
    let header: [String: String?] = [
      "alg": #""RS256""#, "typ": #""JWT""#, "kid": #""key-1""#,
    ].merging(header) { $1 }
    let account = #""consumer@demo.iam.gserviceaccount.com""#
    let claims: [String: String?] = [
      "iss": account, "sub": account, "aud": #""https://fleetengine.googleapis.com/""#,
      "iat": "1767261600", "exp": "1767265200", "authorization": #"{"tripid":"t1"}"#,
    ].merging(claims) { $1 }
    return [header, claims].map { fields in
      let members = fields.sorted { $0.key < $1.key }.compactMap { name, value in
        value.map { "\"\(name)\":\($0)" }
      }
      return Data("{\(members.joined(separator: ","))}".utf8).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    .joined(separator: ".") + ".SIGNATUR"
  }

  static let all: [InspectionCase] = [
    InspectionCase(testDescription: "right"),
    InspectionCase(
      testDescription: "unsigned", refusals: ["algorithm"], header: ["alg": #""none""#]),
    InspectionCase(
      testDescription: "signed with a shared secret",
      refusals: ["algorithm"],
      header: ["alg": #""HS256""#]
    ),
    InspectionCase(
      testDescription: "without kid",
      doubts: ["noKeyID"],
      header: ["kid": nil]
    ),
    InspectionCase(
      testDescription: "of another type",
      doubts: ["type"],
      header: ["typ": #""at+jwt""#]
    ),
    InspectionCase(
      testDescription: "that asks for an extension",
      refusals: ["malformed"],
      header: ["crit": #"["b64"]"#]
    ),
    InspectionCase(
      testDescription: "expired",
      refusals: ["expired"],
      claims: ["exp": "1767254400", "iat": "1767250800"]
    ),
    InspectionCase(
      testDescription: "expired within the skew",
      doubts: ["justExpired"],
      claims: ["exp": "1767261570", "iat": "1767258000"]
    ),
    InspectionCase(
      testDescription: "of two hours",
      refusals: ["expiresTooLate"],
      doubts: ["longLife"],
      claims: ["exp": "1767268800"]
    ),
    InspectionCase(
      testDescription: "of a long life that is nearly over",
      doubts: ["longLife"],
      claims: ["iat": "1767250000"]
    ),
    InspectionCase(
      testDescription: "in milliseconds",
      refusals: ["milliseconds", "milliseconds"],
      doubts: ["longLife"],
      claims: ["exp": "1767265200000", "iat": "1767261600000"]
    ),
    InspectionCase(
      testDescription: "of no end",
      refusals: ["noExpiry"],
      claims: ["exp": nil]
    ),
    InspectionCase(
      testDescription: "of no beginning",
      refusals: ["noIssueTime"],
      claims: ["iat": nil]
    ),
    InspectionCase(
      testDescription: "of the future",
      refusals: ["issuedInFuture"],
      claims: ["iat": "1767262300"]
    ),
    InspectionCase(
      testDescription: "that ends before it begins",
      doubts: ["noLife"],
      claims: ["exp": "1767262000", "iat": "1767262100"]
    ),
    InspectionCase(
      testDescription: "with times as texts",
      refusals: ["malformed", "malformed"],
      claims: ["exp": #""1767265200""#, "iat": #""1767261600""#]
    ),
    InspectionCase(
      testDescription: "for an audience without its slash",
      refusals: ["audience"],
      claims: ["aud": #""https://fleetengine.googleapis.com""#]
    ),
    InspectionCase(
      testDescription: "for a list of audiences",
      claims: ["aud": #"["x","https://fleetengine.googleapis.com/"]"#]
    ),
    InspectionCase(
      testDescription: "of another subject",
      refusals: ["subject"],
      claims: ["sub": #""ride""#]
    ),
    InspectionCase(
      testDescription: "of nobody",
      refusals: ["noIssuer"],
      claims: ["iss": nil]
    ),
    InspectionCase(
      testDescription: "of a person",
      doubts: ["issuer"],
      claims: ["iss": #""me@example.com""#, "sub": #""me@example.com""#]
    ),
    InspectionCase(
      testDescription: "for nothing",
      refusals: ["noID"],
      claims: ["authorization": "{}"]
    ),
    InspectionCase(
      testDescription: "without authorization and scope",
      refusals: ["noScopes", "noID"],
      claims: ["authorization": nil]
    ),
    InspectionCase(
      testDescription: "with an audience and a scope",
      doubts: ["scope"],
      claims: ["authorization": nil, "scope": InspectionCase.scope]
    ),
    InspectionCase(
      testDescription: "with an id spelt otherwise",
      refusals: ["noID"],
      doubts: ["spelling"],
      claims: ["authorization": #"{"trip_Id":"t1"}"#]
    ),
    InspectionCase(
      testDescription: "for a whole name",
      refusals: ["otherID"],
      doubts: ["wholeName"],
      claims: ["authorization": #"{"tripid":"providers/p/trips/t1"}"#]
    ),
    InspectionCase(
      testDescription: "for all trips",
      doubts: ["anyTrip"],
      claims: ["authorization": #"{"tripid":"*"}"#]
    ),
    InspectionCase(
      testDescription: "of a server",
      claims: ["authorization": #"{"tripid":"*","vehicleid":"*"}"#]
    ),
    InspectionCase(
      testDescription: "of a server with a scope",
      doubts: ["scope"],
      claims: ["aud": nil, "authorization": nil, "scope": InspectionCase.scope]
    ),
    InspectionCase(
      testDescription: "with several scopes and a trip",
      doubts: ["scope"],
      claims: [
        "aud": nil, "scope": #""openid https://www.googleapis.com/auth/cloud-platform""#,
      ]
    ),
    InspectionCase(
      testDescription: "with a scope of another service",
      refusals: ["otherScopes"],
      doubts: ["scope"],
      claims: ["aud": nil, "authorization": nil, "scope": #""openid""#]
    ),
    InspectionCase(
      testDescription: "with a scope and another audience",
      refusals: ["audience"],
      claims: ["aud": #""x""#, "scope": InspectionCase.scope]
    ),
    InspectionCase(
      testDescription: "with a list of scopes",
      refusals: ["malformed"],
      claims: ["aud": nil, "scope": "[\(InspectionCase.scope)]"]
    ),
    InspectionCase(
      testDescription: "with an invalid authorization",
      refusals: ["malformed"],
      claims: ["authorization": #""t1""#]
    ),
    InspectionCase(
      testDescription: "with a list of trips",
      refusals: ["malformed"],
      claims: ["authorization": #"{"tripid":["t1"]}"#]
    ),
  ]
}

@Suite(.limited) struct `An inspected token` {
  private func inspect(
    _ token: String, _ contexts: [AuthorizationContext] = [],
    signedBy signer: TokenInspection.Signer? = nil
  ) throws(AccessTokenError) -> TokenInspection {
    try TokenInspection(
      AccessToken(token, expiresAt: nil), for: contexts, signedBy: signer, at: InspectionCase.now)
  }

  @Test(arguments: InspectionCase.all)
  func `An inspected token has certain and possible reasons for a refusal`(
    _ test: InspectionCase
  ) throws {
    let found = try inspect(test.token, [AuthorizationContext(tripID: "t1")])
    #expect(found.refusals.map(\.code) == test.refusals)
    #expect(found.doubts.map(\.code) == test.doubts)
    #expect(found.isAcceptable == test.refusals.isEmpty)
    #expect(found.signature == .unchecked)
    #expect(!"\(found)".contains("SIGNATUR"))
    #expect(found.issuedAt != nil || test.claims["iat"] != nil)
  }

  @Test func `An inspected token shows its claims, sanitized and shortened`() throws {
    let found = try inspect(
      InspectionCase(
        testDescription: "hostile",
        claims: [
          "authorization": #"{"tripid":"a\#u{202E}b\u001b[31m","taskid":"t","n":1}"#,
          "foo": "[]", "b\u{202E}ar": #""\#(String(repeating: "x", count: 300))""#,
        ]
      ).token)
    #expect(found.algorithm == "RS256" && found.type == "JWT" && found.keyID == "key-1")
    #expect(found.audience == ["https://fleetengine.googleapis.com/"])
    #expect(found.authorization == ["tripid": "ab[31m", "taskid": "t"])
    #expect(found.otherClaims == ["bar", "foo"])
    #expect(found.expiresAt == 1_767_265_200)
  }

  @Test func `An inspected token without IDs is a doubt, because servers may omit them`() throws {
    let token = InspectionCase(testDescription: "", claims: ["authorization": "{}"]).token
    let found = try inspect(token)
    #expect(found.isAcceptable)
    #expect(found.doubts.map(\.code) == ["noAuthorization"])
  }

  @Test func `An inspected token without authorization and scope is refused with a cure`() throws {
    let token = InspectionCase(testDescription: "", claims: ["authorization": nil]).token
    let found = try inspect(token)
    #expect(found.doubts.isEmpty)
    #expect(found.refusals.map(\.code) == ["noScopes"])
    let message = try #require(found.refusals.first?.message)
    #expect(message.hasPrefix("JWT does not contain any scopes. Give the client library the scope"))
  }

  @Test func `An inspected token is checked for a trip and a vehicle`() throws {
    let token = InspectionCase(testDescription: "").token
    let found = try inspect(
      token, [AuthorizationContext(tripID: "t2"), AuthorizationContext(vehicleID: "v1")])
    #expect(
      found.refusals.map(\.message)
        == ["The token is for another trip.", "The token was signed without a vehicle id."]
    )
  }

  @Test func `An inspected token is checked against a key's signature`() throws {
    let account = try ServiceAccountKey(json: KeyFile.json(), file: "key.json")
    let token = try ServiceAccountTokenProvider(key: account, wallNow: { InspectionCase.now })
      .mint(tripID: "t1").value
    let pem = try KeyFile.signingKey.get().publicKey.pem
    #expect(try inspect(token, signedBy: .serviceAccount(account)).signature == .valid)
    #expect(try inspect(token, signedBy: .publicKey(pem: pem)).signature == .valid)
    let other = try SigningKey.generate().publicKey.pem
    let forged = try inspect(token, signedBy: .publicKey(pem: other))
    #expect(forged.signature == .invalid)
    #expect(forged.refusals.map(\.code) == ["signature"])
    let stranger = InspectionCase(testDescription: "", header: ["kid": #""key-9""#]).token
    let found = try inspect(stranger, signedBy: .serviceAccount(account))
    #expect(found.refusals.map(\.code) == ["otherIssuer", "otherKey", "signature"])
    let error = #expect(throws: AccessTokenError.self) {
      try inspect(token, signedBy: .publicKey(pem: "no key"))
    }
    #expect(error?.reason.hasPrefix("The public key cannot be used: ") == true)
  }

  @Test func `An inspected token may expire before its source's expiry`() throws {
    let found = try TokenInspection(
      AccessToken(
        InspectionCase(testDescription: "").token, expiresAt: InspectionCase.now + .seconds(86_400)),
      at: InspectionCase.now)
    #expect(found.doubts.map(\.code) == ["otherExpiry"])
  }

  @Test(arguments: [
    ("ya29.SECRET", "has 2 parts between dots instead of 3"), ("SECRET", "has 1 part"),
    ("a.b.c.d.e", "encrypted"), ("e30.e30=.SECRET", "The = at the end of the token's claims"),
    ("W10.e30.SECRETSE", "not a JSON object"), ("e30.e30.SECRE", "signature is not base64url"),
    ("Bearer e30.e30.SECRETSE", "begins with the word Bearer"),
    ("e30.eyJhIjoxLCJhIjoyfQ.SECRETSE", "in one way only"),
  ]) func `Inspecting text that is not a token is an error that does not show the text`(
    _ text: String, _ says: String
  ) {
    let error = #expect(throws: AccessTokenError.self) { try inspect(text) }
    #expect(error?.reason.contains(says) == true, "\(String(describing: error))")
    #expect(error?.reason.contains("SECRE") == false)
  }
}
