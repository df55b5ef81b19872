/// A signal and the exit status that is to follow.
struct Ending: Sendable, CustomStringConvertible {
  let signal: Int32
  let status: Int32

  init(_ signal: Int32, _ status: Int32) {
    self.signal = signal
    self.status = status
  }

  var description: String { "signal \(signal)" }
}
