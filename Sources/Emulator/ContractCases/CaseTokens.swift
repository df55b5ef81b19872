package import FleetEmulator
package import FleetEngine
package import JSON
internal import JSONWebTokens
internal import Synchronization

/// Tokens for cases, signed with the key of each role.
package final class CaseTokens: Sendable {
  private let signers: [TokenSigner]
  private let now: @Sendable () -> Timestamp
  /// The tokens for all trips and vehicles by their roles, which take most of the time to sign, with their moments.
  private let kept = Mutex<[String: (text: String, moment: Int64)]>([:])

  package init(_ signers: [TokenSigner], now: @escaping @Sendable () -> Timestamp) {
    (self.signers, self.now) = (signers, now)
  }

  /// Signs a token for a trip or a vehicle, or for all; nil without a key of the role.
  ///
  /// The claims change what the token says: `authorization`, `audience`, `scope`, `issuer`, `subject`, the seconds
  /// until `expires` and since `issued`, `keyId`, and by `signer` whose key signs it.
  package func token(
    _ role: String, _ tripID: String?, _ vehicleID: String?, _ changes: JSONObject
  ) throws -> String? {
    guard let signer = signers.first(where: { $0.role.rawValue == role }) else { return nil }
    let moment = now().seconds
    let isForAll = Self.isForAll(signer.role) && changes.members.isEmpty
    if isForAll, let token = kept.withLock({ $0[role] }), (0..<60).contains(moment - token.moment) {
      return token.text
    }
    var claims = TokenClaims(
      issuer: signer.email, subject: signer.email,
      audience: ["https://fleetengine.googleapis.com/"], issuedAt: moment,
      expiresAt: moment + 3_600, authorization: Self.ids(signer.role, tripID, vehicleID))
    var (keyID, key): (String?, SigningKey) = (signer.keyID, signer.key)
    for (name, value) in changes {
      switch name {
      case "authorization":
        claims.authorization = value.object.map { ids in
          Dictionary(
            ids.members.compactMap { id in id.value.text.map { (id.name, $0) } },
            uniquingKeysWith: { _, last in last })
        }
      case "audience": claims.audience = (value.list ?? []).compactMap(\.text)
      case "scope": claims.scopes = (value.list ?? []).compactMap(\.text)
      case "issuer": claims.issuer = value.text ?? ""
      case "subject": claims.subject = value.text ?? ""
      case "expires": claims.expiresAt = try Self.seconds(value, name).map { moment + $0 }
      case "issued": claims.issuedAt = try Self.seconds(value, name).map { moment - $0 }
      case "keyId": keyID = value.text
      case "signer" where value.text == "nobody": key = try SigningKey.generate()
      case "signer":
        guard let other = signers.first(where: { $0.role.rawValue == value.text }) else {
          return nil
        }
        key = other.key
      default: throw ContractCaseError("\(name) is no claim that a case can change")
      }
    }
    let text = try key.sign(claims, keyID: keyID)
    if isForAll { kept.withLock { $0[role] = (text, moment) } }
    return text
  }

  /// A number of seconds; nil for null, which leaves the claim out.
  private static func seconds(
    _ value: JSONTree, _ name: String
  ) throws(ContractCaseError) -> Int64? {
    if value == .null { return nil }
    guard let seconds = value.number.flatMap({ Int32(exactly: $0) }) else {
      throw ContractCaseError("\(name) has to be a number of seconds, or null")
    }
    return Int64(seconds)
  }

  private static func isForAll(_ role: ServiceRole) -> Bool {
    role == .server || role == .fleetReader
  }

  private static func ids(
    _ role: ServiceRole, _ tripID: String?, _ vehicleID: String?
  ) -> [String: String] {
    switch role {
    case .server, .fleetReader: ["tripid": "*", "vehicleid": "*"]
    case .driver: ["vehicleid": vehicleID ?? "*"]
    case .consumer: ["tripid": tripID ?? "*"]
    }
  }
}
