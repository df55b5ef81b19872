import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `token inspect` {
  private let folder = TestFolder()

  private func inspect(_ shell: String, _ arguments: [String] = []) throws -> RunningProgram.Outcome
  { try RunningProgram.run(["token", "inspect"] + arguments, in: folder, shell: shell) }

  private func mint(_ options: String = "--trip t1") -> String {
    #"token=$("$1" token mint \#(options) --service-account '\#(folder.key())'); "#
  }

  @Test func `The command token inspect reads standard input and never shows the signature`() throws
  {
    let outcome = try inspect(
      mint() + #"echo "$token" >&2; echo "$token" | "$@""#, ["--trip", "t1"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("iss (issuer)              consumer@demo-project.iam."))
    #expect(outcome.output.hasSuffix("\nThe token looks valid.\n"))
    let parts = outcome.errors.split(separator: "\n")[0].split(separator: ".")
    #expect(parts.count == 3)
    for part in parts { #expect(!outcome.output.contains(part)) }
  }

  @Test func `The command token inspect ends with the status of a token that is not permitted`()
    throws
  {
    let outcome = try inspect(
      mint() + #"printf '{"jwt":"%s"}' "$token" | "$@""#,
      ["--trip", "t2", "--service-account", folder.key(), "--json"])
    #expect(outcome.status == 4)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains(#""signature":"valid""#))
    #expect(
      outcome.output.contains(#"[{"code":"otherID","message":"The token is for another trip."}]"#))
  }

  @Test func `The command token inspect reads a private file`() throws {
    let file = folder.file("token", "e30.e30.AAAA")
    #expect(try inspect(#"exec "$@""#, [file]).status == 4)
    chmodExactly(file, 0o644)
    let open = try inspect(#"exec "$@""#, [file])
    #expect(open.status == 2 && open.errors.contains("chmod 600"))
  }

  @Test(arguments: [
    (["eyJhbGciOiJub25lIn0.e30.SECRET"], "a token cannot be an argument"),
    (["ya29.SECRET"], "a token cannot be an argument"),
    (["a", "b"], "unexpected argument b"), (["--ttl", "5"], "--ttl has no effect"),
    (["--trip", "a/b"], "--trip a/b is not an id"), (["FOLDER/absent"], "does not exist"),
    ([], "Standard input is empty"), (["--public-key", "FOLDER/absent"], "does not exist"),
    (["--public-key", "/x", "--service-account", "/x"], "two signers"),
  ]) func `The command token inspect says what is wrong with its arguments`(
    words: [String], message: String
  ) throws {
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    let outcome = try inspect(#"exec "$@""#, words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(!outcome.errors.contains("SECRET"))
    #expect(outcome.output.isEmpty)
  }
}
