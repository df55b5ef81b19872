import Dispatch
import Foundation
import Fuzzing

// Gives libFuzzer's inputs to the reader that RIDEALONG_FUZZ_READER names, not an argument, since
// libFuzzer starts the program again by its own. `scripts/fuzz` builds and runs it.
//
//   FuzzDriver --seeds FOLDER         writes the reader's seeds
//   FuzzDriver [OPTION… FOLDER…]      fuzzes, as libFuzzer's options say

@_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

// Set once, before anything reads it.
private nonisolated(unsafe) var target: FuzzTarget?

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let isDone = DispatchSemaphore(value: 0)
  guard let target else { preconditionFailure("there is no reader") }
  // Most readers never wait, so that they have ended when this returns.
  Task.immediate {
    do { try await target.check(bytes) } catch { fatalError("\(target.name): \(error)") }
    isDone.signal()
  }
  isDone.wait()
  return 0
}

private func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(2)
}

target = ProcessInfo.processInfo.environment["RIDEALONG_FUZZ_READER"].flatMap(FuzzTarget.named)
guard let chosen = target else {
  fail("Name one of these readers: \(FuzzTarget.all.map(\.name).joined(separator: ", ")).")
}
let words = CommandLine.arguments.dropFirst()
if words.first == "--seeds", let folder = words.dropFirst().first {
  for (index, seed) in try chosen.seeds().enumerated() {
    try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
  }
  exit(0)
}
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runFuzzer(&count, &arguments) { takeInput($0, $1) })
