import AccessTokens
import FleetEngine
import TestSupport
import Testing

@Suite(.limited) struct `An answer with a token` {
  private static let now = Timestamp(seconds: 1_767_261_600)

  private static func read(
    _ answer: String, _ format: TokenAnswerFormat = .wellKnown
  ) throws(AccessTokenError) -> AccessToken {
    try format.token(in: Array(answer.utf8), from: "The response", at: now)
  }

  private static let known: [(String, Int64?)] = [
    // The provider sample's.
    (
      #"{"creationTimestamp":1767261600000,"expirationTimestamp":1767265200500,"jwt":"T.o.K","#
        + #""audience":"https://x/","tokenType":"CONSUMER","authorizationClaims":{"a":{}}}"#,
      1_767_265_200
    ),
    (#"{"jwt":"T.o.K","expirationTimestamp":"1767265200000"}"#, 1_767_265_200),
    (#"{"token":"T.o.K","expires_in":60}"#, 1_767_261_660),
    (#"{"access_token":"T.o.K","expires_in":3599.9,"token_type":"Bearer"}"#, 1_767_265_199),
    (#"{"token":"T.o.K","expiresInSeconds":3300}"#, 1_767_264_900),
    (
      #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","#
        + #""status":{"token":"T.o.K","expirationTimestamp":"2026-01-01T11:00:00+01:00"}}"#,
      1_767_261_600
    ),
    (#"{"status":{"token":"T.o.K","expirationTimestamp":null}}"#, nil),
    (#"{"token":"T.o.K"}"#, nil),
    ("T.o.K\n", nil),
    ("\u{FEFF}  T.o.K\r\n", nil),
    ("\u{FEFF}{\"jwt\":\"T.o.K\"}\n", nil),
  ]

  @Test(arguments: known) func `A token response is read in each known form`(
    answer: String, expiry: Int64?
  ) throws {
    let token = try Self.read(answer)
    #expect(token.value == "T.o.K")
    #expect(token.expiresAt?.seconds == expiry)
  }

  private static let units: [(TokenAnswerFormat.ExpiryUnit, String, Int64)] = [
    (.secondsSince1970, "1767265200", 1_767_265_200),
    (.millisecondsSince1970, "1767265200000", 1_767_265_200),
    (.secondsFromNow, "90", 1_767_261_690),
    (.millisecondsFromNow, "90000", 1_767_261_690),
    (.rfc3339, #""2026-01-01T10:30:00Z""#, 1_767_263_400),
  ]

  @Test(arguments: units) func `A token response is read by configured keys and units`(
    unit: TokenAnswerFormat.ExpiryUnit, value: String, seconds: Int64
  ) throws {
    let format = TokenAnswerFormat(
      tokenKey: "data.bearer", expiry: TokenAnswerFormat.Expiry(key: "data.until", unit: unit))
    let answer = #"{"token":"other","data":{"bearer":"T.o.K","until":\#(value)}}"#
    let token = try Self.read(answer, format)
    #expect(token == AccessToken("T.o.K", expiresAt: Timestamp(seconds: seconds)))
  }

  private static let refused: [(String, String)] = [
    ("", "is empty"), (" \n\t", "is empty"),
    ("two words", "more than one word"), ("one\ntwo", "more than one word"),
    ("tökén", "not visible ASCII"), ("a\u{1B}[31mb", "not visible ASCII"),
    ("<html><body>Sign in</body></html>", "is a web page"),
    (#"["SECRET"]"#, "not an object"), (#""SECRET""#, "not an object"),
    (#"{"jwt":"SECRET""#, "cut off"), (#"{"jwt":"SECRET","jwt":"SECRET2"}"#, "a key twice"),
    (#"{"\u006awt":"SECRET"}"#, "a key with an escape"),
    (#"{"jwt":"SECRET","token":"SECRET"}"#, "has jwt and token; name the key"),
    (#"{"jwt":7}"#, "holds no text under jwt"), (#"{"token":{"jwt":"SECRET"}}"#, "under token"),
    (#"{"jwt":""}"#, "it is empty"), (#"{"jwt":"SECRET with words"}"#, "more than one word"),
    (#"{"jwt":"SECRET\n"}"#, "more than one word"), ("{}", "it has nothing"),
    (#"{"id":"SECRET","data":{"value":"SECRET"}}"#, "it has data, data.value, id. Name the key"),
    (
      #"{"id":"SECRET"}"#,
      "has none of jwt, token, access_token, status.token; it has id. Name the key"
    ),
    (#"{"token":"SECRET","expires_at":1767265200}"#, "expires_at, whose unit is not known"),
    (#"{"token":"SECRET","expirationTimestamp":1767265200000}"#, "expirationTimestamp, whose unit"),
    (#"{"token":"SECRET","expires_in":1,"expiresInSeconds":1}"#, "name the key of the expiry"),
    (
      #"{"jwt":"SECRET","expirationTimestamp":"soon"}"#, "holds no number under expirationTimestamp"
    ),
    (#"{"jwt":"SECRET","expirationTimestamp":true}"#, "holds no number under expirationTimestamp"),
    (#"{"status":{"token":"SECRET","expirationTimestamp":1767265200}}"#, "no date of RFC 3339"),
    // Seconds instead of milliseconds, and vice versa.
    (#"{"jwt":"SECRET","expirationTimestamp":1767265200}"#, "read as milliseconds since 1970"),
    (#"{"token":"SECRET","expires_in":1767265200}"#, "read as seconds from now; name another unit"),
    (#"{"token":"SECRET","expires_in":1e300}"#, "name another unit"),
    (#"{"token":"SECRET","expires_in":-1}"#, "holds no number"),
    (#"{"token":"SECRET","expires_in":1e999}"#, "holds no number under expires_in"),
    (String(repeating: "a", count: 16_385), "longer than 16384 bytes"),
    (String(repeating: " ", count: 65_537), "larger than 65536 bytes"),
    (String(repeating: #"{"a":"#, count: 5_000), "nests too deep"),
  ]

  @Test(arguments: refused) func `A token response is refused with an error that shows no values`(
    answer: String, fragment: String
  ) {
    let error = #expect(throws: AccessTokenError.self) { try Self.read(answer) }
    let reason = error?.reason ?? ""
    #expect(reason.contains(fragment), "\(reason)")
    #expect(reason.hasPrefix("The response "))
    #expect(!reason.contains("SECRET"))
    #expect(error?.isRecoverable == false)
  }

  @Test(arguments: [
    (#"{"jwt":"T"}"#, "has no data.t; it has jwt"), ("T", "not JSON, where data.t"),
    (#"{"data":{"t":"T"}}"#, "has no data.e; it has data, data.t"),
    (#"{"data":{"t":"T","e":[1]}}"#, "holds no number under data.e"),
  ])
  func `A token response without the configured keys is refused`(answer: String, fragment: String) {
    let format = TokenAnswerFormat(
      tokenKey: "data.t", expiry: TokenAnswerFormat.Expiry(key: "data.e", unit: .secondsFromNow))
    let error = #expect(throws: AccessTokenError.self) { try Self.read(answer, format) }
    #expect(error?.reason.contains(fragment) == true, "\(error?.reason ?? "")")
  }

  @Test func `The error about a token response lists a limited number of its keys, sanitized`() {
    let names = (0..<100).map { #""k\#($0)\#u{1B}[31m":1"# }.joined(separator: ",")
    let error = #expect(throws: AccessTokenError.self) { try Self.read("{\(names)}") }
    let reason = error?.reason ?? ""
    #expect(reason.utf8.count < 400)
    #expect(reason.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test func `The error about a token response omits keys that look like tokens`() {
    let error = #expect(throws: AccessTokenError.self) {
      try Self.read(#"{"ya29.A0AfB_byC1d2E3f4G5h6":1,"eyJhbGci":2}"#)
    }
    #expect(error?.reason.contains("ya29") == false)
    #expect(error?.reason.contains("eyJ") == false)
  }
}
