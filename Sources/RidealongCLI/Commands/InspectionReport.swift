internal import JSON
internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import Viewer

/// The result of an inspection of a token, as text or JSON.
enum InspectionReport {
  /// The plausible seconds since 1970; a larger number is probably in milliseconds.
  private static let moments: Range<Int64> = -100_000_000_000..<100_000_000_000

  static func lines(_ token: TokenInspection, at now: Timestamp) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ words: String?) {
      let space = String(repeating: " ", count: max(1, 26 - name.count))
      lines.append(name + space + (words ?? "missing"))
    }
    add("alg, how it is signed", token.algorithm)
    add("typ, what it is", token.type)
    add("kid, by which key", token.keyID)
    add("iss, by whom", token.issuer)
    let isSame = token.subject != nil && token.subject == token.issuer
    add("sub, for whom", isSame ? "the same" : token.subject)
    add("aud, to whom", token.audience.isEmpty ? nil : token.audience.joined(separator: ", "))
    add("iat, issued", token.issuedAt.map { words($0, now) })
    add("exp, expires", token.expiresAt.map { words($0, now) })
    add("authorization.tripid", resource("trip", token.authorization["tripid"]))
    add("authorization.vehicleid", resource("vehicle", token.authorization["vehicleid"]))
    for (name, text) in token.authorization.sorted(by: { $0.key < $1.key })
    where name != "tripid" && name != "vehicleid" {
      add("authorization.\(name)", text)
    }
    if !token.otherClaims.isEmpty {
      add("other claims", token.otherClaims.joined(separator: ", "))
    }
    add("signature", signature(token.signature))
    lines.append("")
    if token.refusals.isEmpty {
      lines.append("The token looks valid.")
    } else {
      lines.append("Fleet Engine would refuse it:")
      lines += token.refusals.map { "  " + $0.message }
    }
    if !token.doubts.isEmpty {
      lines.append("Warnings:")
      lines += token.doubts.map { "  " + $0.message }
    }
    return lines
  }

  private static func signature(_ signature: TokenInspection.Signature) -> String {
    switch signature {
    case .unchecked: "not checked; --service-account or --public-key checks it"
    case .valid: "valid"
    case .invalid: "invalid"
    }
  }

  private static func resource(_ kind: String, _ id: String?) -> String {
    switch id {
    case nil, "": "missing: for no \(kind)"
    case "*": "*, all \(kind)s"
    case let id?: id
    }
  }

  private static func words(_ seconds: Int64, _ now: Timestamp) -> String {
    guard moments.contains(seconds) else { return "\(seconds), which is not a number of seconds" }
    let moment = Timestamp(seconds: seconds)
    let distance = seconds - now.seconds
    let words = TokenInspection.words(seconds: Int64(distance.magnitude))
    return "\(moment), " + (distance < 0 ? "\(words) ago" : "in \(words)")
  }

  /// The report as JSON.
  struct Form: Encodable {
    struct Finding: Encodable {
      let code: String
      let message: String

      init(_ finding: TokenInspection.Finding) {
        code = finding.code
        message = finding.message
      }
    }

    let isAcceptable: Bool
    let algorithm: String?
    let type: String?
    let keyID: String?
    let issuer: String?
    let subject: String?
    let audience: [String]
    let issuedAt: Int64?
    let expiresAt: Int64?
    let authorization: [String: String]
    let otherClaims: [String]
    let signature: String
    let refusals: [Finding]
    let doubts: [Finding]

    init(_ token: TokenInspection) {
      isAcceptable = token.isAcceptable
      algorithm = token.algorithm
      type = token.type
      keyID = token.keyID
      issuer = token.issuer
      subject = token.subject
      audience = token.audience
      issuedAt = token.issuedAt
      expiresAt = token.expiresAt
      authorization = token.authorization
      otherClaims = token.otherClaims
      signature = token.signature.rawValue
      refusals = token.refusals.map(Finding.init)
      doubts = token.doubts.map(Finding.init)
    }
  }
}
