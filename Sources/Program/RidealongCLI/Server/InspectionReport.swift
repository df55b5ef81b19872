internal import AccessTokens
internal import FleetEngine

/// The result of an inspection of a token, as text or JSON.
enum InspectionReport {
  /// The plausible seconds since 1970; a larger number is probably in milliseconds.
  private static let moments: Range<Int64> = -100_000_000_000..<100_000_000_000

  static func lines(_ token: TokenInspection, at now: Timestamp) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ words: String?) {
      let space = String(repeating: " ", count: max(1, 26 - name.count))
      let field = String(name.prefix { $0 != " " })
      let malformed = token.malformed.first { $0 == field || field.hasPrefix($0 + ".") }
      lines.append(name + space + (malformed.map { _ in "malformed" } ?? words ?? "missing"))
    }
    add("alg (algorithm)", token.algorithm)
    add("typ (type)", token.type)
    add("kid (key ID)", token.keyID)
    add("iss (issuer)", token.issuer)
    let isSame = token.subject != nil && token.subject == token.issuer
    add("sub (subject)", isSame ? "the same" : token.subject)
    add("aud (audience)", token.audience.isEmpty ? nil : token.audience.joined(separator: ", "))
    if !token.scopes.isEmpty || token.malformed.contains("scope") {
      add("scope", token.scopes.joined(separator: " "))
    }
    add("iat (issued)", token.issuedAt.map { words($0, now) })
    add("exp (expires)", token.expiresAt.map { words($0, now) })
    add("authorization.tripid", resource("trip", token.authorization["tripid"]))
    add("authorization.vehicleid", resource("vehicle", token.authorization["vehicleid"]))
    for (name, text) in token.authorization.sorted(by: { $0.key < $1.key })
    where name != "tripid" && name != "vehicleid" { add("authorization.\(name)", text) }
    if !token.otherClaims.isEmpty { add("other claims", token.otherClaims.joined(separator: ", ")) }
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

  /// A moment with its distance from the present.
  static func words(_ seconds: Int64, _ now: Timestamp) -> String {
    guard moments.contains(seconds) else { return "\(seconds), which is not a number of seconds" }
    let moment = Timestamp(seconds: seconds)
    let distance = seconds - now.seconds
    let words = TokenInspection.words(seconds: Int64(distance.magnitude))
    return "\(moment), " + (distance < 0 ? "\(words) ago" : "in \(words)")
  }

  static func record(_ token: TokenInspection) -> JSONRecord {
    var record = JSONRecord()
    record["isAcceptable"] = token.isAcceptable
    record["algorithm"] = token.algorithm
    record["type"] = token.type
    record["keyID"] = token.keyID
    record["issuer"] = token.issuer
    record["subject"] = token.subject
    record["audience"] = token.audience
    record["scopes"] = token.scopes
    record["issuedAt"] = token.issuedAt
    record["expiresAt"] = token.expiresAt
    record["authorization"] = token.authorization
    record["otherClaims"] = token.otherClaims
    record["signature"] = token.signature.rawValue
    func records(_ findings: [TokenInspection.Finding]) -> [[String: String]] {
      findings.map { ["code": $0.code, "message": $0.message] }
    }
    record["refusals"] = records(token.refusals)
    record["doubts"] = records(token.doubts)
    return record
  }
}
