/// Why a script of faults cannot be used.
public struct FaultScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of the fault in the script, from 1; nil where it is the script itself.
  public internal(set) var entry: Int?
  /// The key in the fault's entry; nil where it is the whole entry.
  public let key: String?
  /// What is wrong, as the rest of a sentence.
  public let reason: String

  init(_ key: String? = nil, _ reason: String) {
    self.key = key
    self.reason = reason
  }

  /// One sentence that names the entry and the key; of the script it holds a key's name at most.
  public var description: String {
    let place = entry.map { "entry \($0) of the fault script" } ?? "the fault script"
    let subject = key.map { "\"\($0)\" in \(place)" } ?? place
    return subject.prefix(1).uppercased() + subject.dropFirst() + " \(reason)."
  }
}
