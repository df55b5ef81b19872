import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `A missing library` {
  private let folder = TestFolder()

  @Test(arguments: [
    (
      ["follow", "providers/p/trips/t", "--endpoint", "http://127.0.0.1:9", "--once"],
      "The library libcurl cannot be loaded; install it (on Debian, libcurl4)."
    ),
    (
      ["emulator"],
      "The library libmicrohttpd cannot be loaded; install it (on Debian, libmicrohttpd12)."
    ),
  ]) func `A missing library that a command uses is named with its package`(
    _ words: [String], _ sentence: String
  ) throws {
    for name in ["libcurl.so.4", "libmicrohttpd.so.12"] {
      #expect(
        FileManager.default.createFile(atPath: folder.path + "/" + name, contents: Data("x".utf8)))
    }
    let outcome = try RunningProgram.run(
      words + (words.count > 1 ? ["--service-account", folder.key()] : []), in: folder,
      environment: ["LD_LIBRARY_PATH": folder.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }
}
