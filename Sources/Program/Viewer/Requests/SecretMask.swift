internal import HTTPMessages
internal import JSON

/// Hides what looks like a secret in text that a server repeats, even if it is not the secret of this program.
///
/// The program's own token is removed when an exchange is recorded.
enum SecretMask {
  private static let names = [
    "token", "authorization", "password", "secret", "apikey", "api_key", "credential", "cookie",
    "signature", "privatekey", "private_key",
  ]

  static func masked(_ tree: JSONTree) -> JSONTree {
    switch tree {
    case .text(let text): .text(masked(text))
    case .list(let values): .list(values.map(masked))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            let name = member.name.lowercased()
            let isSecret = names.contains { name.contains($0) }
            let value = isSecret ? .text(RecordedExchange.secretMark) : masked(member.value)
            return (masked(member.name), value)
          }))
    case .null, .flag, .number, .integer: tree
    }
  }

  /// Replaces JSON web tokens, Google's access tokens and API keys.
  static func masked(_ text: String) -> String {
    let starts = ["eyJ", "ya29.", "AIza", "Bearer "]
    guard starts.contains(where: { text.contains($0) }) else { return text }
    return
      text
      .replacing(/Bearer\s+\S+/, with: "Bearer " + RecordedExchange.secretMark)
      .replacing(/eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9._-]*/, with: RecordedExchange.secretMark)
      .replacing(/(ya29\.|AIza)[A-Za-z0-9._-]{16,}/, with: RecordedExchange.secretMark)
  }
}
