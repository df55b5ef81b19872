import JSONWebTokens
import TestSupport
import Testing

/// A public key and a token that the openssl program made with `genrsa` and `dgst -sha256 -sign`.
private let foreignKey = """
  -----BEGIN PUBLIC KEY-----
  MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjwh0saDrSceBEhCWTZgH
  qAN8d+bWee1e9F6ZsWPY04fr96RsBFHKn+k1osCTKsq8/lNi2Y/fTQSaRxzV613D
  HtavpV06DsJgo0D8D2h/zCeikiA/TFuNXpxp8TFtME8ijOIVxAUM9OlT8k1VrS2E
  w5v9nmNvCm1Dx59qms8IuHKz47/xWqBX/OuVcb8RhWBaOlJ/KxgDfl+xZmeV9oWE
  lXbdTzoOXizozc1AFuKgmTMxrYhlTth/Me899EopfSJIvh+1l+xhPcdJFoJ0qDUT
  CoGzz0mvvo5gb1QOrVKVzg7C6tUo420dwMqPXqzWZTzdtVPQ7BvRP1xyDFxFnnn/
  CQIDAQAB
  -----END PUBLIC KEY-----
  """

private let foreignToken: String = [
  "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzZXJ2ZXJAYWNtZS5leGFtcGxlIiwiYXV",
  "0aG9yaXphdGlvbiI6eyJ0cmlwaWQiOiIqIn19.BL3x-8oSl3k6Uc0lRRhRLZmlkQ2bmMZRlFt6clKgyT",
  "BNfVkBRuVhH2BBI-p2zeJUP61klnoryMFHdoYMdks_vrk0FBXrUW1UGstEY_S2KRYWsnzcJlEPMG1OhS",
  "RK2awOh7ntpLUC5IMlUXyqFOtik8xqooDBHTFgWonRnGOhg64A8NDWyJvrg6yhe0qq0RYLGUSCWhG403",
  "NaGOYUKijFsF7wLF78o-NB_tW9Hma2RTOP_Lzp-WFmmLAuQw1bTHK6go0Z6-ipKglJpZQRJmlFLV7T9r",
  "r93CEr7rSIqoQsejOE-zafWiy9bOrHsS8E7cF0pFlEtDK2NoEL0MSzaYJsCw",
].joined()

@Suite(.limited) struct `Tokens of other libraries` {
  @Test func `Tokens of other libraries verify`() throws {
    let token = try JSONWebToken.verify(foreignToken, with: VerificationKey(pem: foreignKey))
    #expect(token.claims.issuer == "server@acme.example")
    #expect(token.claims.authorization == ["tripid": "*"])
    #expect(token.header.keyID == nil)
  }
}
