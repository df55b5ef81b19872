import Foundation
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking, .timeLimit(.minutes(2)))
struct `A word for a shell` {
  private let folder = TestFolder()

  @Test(arguments: ["a", "providers/p/trips/A-1_b.c~d@e+f=g", "http://127.0.0.1:80/x,y"])
  func `A word for a shell stays as it is if it is plain`(text: String) {
    #expect(ShellWord.isPlain(text))
    #expect(ShellWord.quoted(text) == text)
  }

  @Test
  func `A word for a shell is not plain if an option, a home or a command could be read in it`() {
    for text in ["", "-a", "~root", "=ls", "a b", "a\n", "a%20", "é", "a;b", "{trip}", "*", "\\"] {
      #expect(!ShellWord.isPlain(text), "\(text)")
    }
    #expect(ShellWord.quoted("") == "''")
    #expect(ShellWord.quoted("--endpoint") == "--endpoint")
    #expect(ShellWord.path("-rf") == "./-rf")
    #expect(ShellWord.path("-r f") == "'./-r f'")
  }

  @Test(arguments: Shell.allCases.filter(`A shell`.has))
  func `A word for a shell is read back by every shell as it was`(shell: Shell) throws {
    let texts =
      `A shell`.hostileNames + [
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
