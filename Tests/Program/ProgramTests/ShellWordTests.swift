import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking) struct `Shell words` {
  private let folder = TestFolder()

  @Test(arguments: ["a", "providers/p/trips/A-1_b.c~d@e+f=g", "http://127.0.0.1:80/x,y"])
  func `A plain shell word is not quoted`(text: String) {
    #expect(ShellWord.isPlain(text))
    #expect(ShellWord.quoted(text) == text)
  }

  @Test func `A shell word is quoted if it could be an option, a home directory or a command`() {
    for text in ["", "-a", "~root", "=ls", "a b", "a\n", "a%20", "é", "a;b", "{trip}", "*", "\\"] {
      #expect(!ShellWord.isPlain(text), "\(text)")
    }
    #expect(ShellWord.quoted("") == "''")
    #expect(ShellWord.quoted("--endpoint") == "--endpoint")
    #expect(ShellWord.path("-rf") == "./-rf")
    #expect(ShellWord.path("-r f") == "'./-r f'")
  }

  @Test(arguments: Shell.allCases.filter(`Shell completion`.has))
  func `Every shell reads a quoted word unchanged`(shell: Shell) throws {
    let texts =
      `Shell completion`.hostileNames + [
        "", "-a", "~root", "=ls", "'", "''", #"\"#, #"\\'"#, #"a\"#, #"a\';touch PWNED;'"#, "!!",
        "a\tb", "é\u{1F600}", "%self", "^x^y", "#a", "$'a'", #"$"a""#,
      ]
    _ = folder.file("script", texts.map { "printf '%s\\n' \(ShellWord.quoted($0))\n" }.joined())
    let outcome = try RunningProgram.run([], in: folder, shell: "cd && \(shell.rawValue) script")
    #expect(outcome.output == texts.map { $0 + "\n" }.joined())
    #expect(outcome.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/PWNED"))
  }
}
