internal import JSON
internal import TrustLimits

/// Faults in the order in which they apply.
///
/// The first fault that matches a request and has requests left applies to it; a request that
/// matches no fault gets its normal response.
///
/// As JSON a script is a list of entries, or an object with the list as `faults`. An entry is
/// `"pass"`, `"reset"` or an object with the keys of ``FaultKey``.
public struct FaultScript: Sendable, Hashable {
  /// The faults in their order.
  public var faults: [Fault]

  /// Creates a script.
  public init(_ faults: [Fault] = []) { self.faults = faults }

  /// Reads a script from JSON; the error names the entry and the key.
  public init(json: [UInt8]) throws(FaultScriptError) {
    guard json.count <= Limits.Faults.scriptBytes else {
      throw FaultScriptError("is longer than \(Limits.Faults.scriptBytes) bytes")
    }
    guard let tree = try? JSONTree(parsing: json) else { throw FaultScriptError("is not JSON") }
    guard let entries = tree.list ?? tree["faults"]?.list else {
      throw FaultScriptError("has to be a list, or an object that holds it as faults")
    }
    if let other = tree.object?.names.first(where: { $0 != "faults" }) {
      throw FaultScriptError("is unknown; only faults is allowed", name: other)
    }
    faults = try Self.forEach(entries) { entry throws(FaultScriptError) in
      let fault = try Fault(entry)
      try fault.check()
      return fault
    }
  }

  /// The script as JSON, a list of entries.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.write(tree)
    return writer.bytes
  }

  var tree: JSONTree { .list(faults.map(\.entry)) }

  func check() throws(FaultScriptError) {
    _ = try Self.forEach(faults) { fault throws(FaultScriptError) in try fault.check() }
  }

  /// Calls a closure with each entry; errors get the number of the entry.
  private static func forEach<Entry, Result>(
    _ entries: [Entry], _ work: (Entry) throws(FaultScriptError) -> Result
  ) throws(FaultScriptError) -> [Result] {
    guard entries.count <= Limits.Faults.entries else {
      throw FaultScriptError("holds more than \(Limits.Faults.entries) entries")
    }
    var results: [Result] = []
    for (index, entry) in entries.enumerated() {
      do throws(FaultScriptError) { results.append(try work(entry)) } catch {
        var error = error
        error.entry = index + 1
        throw error
      }
    }
    return results
  }
}

/// Why a script of faults cannot be used.
public struct FaultScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of the fault in the script, from 1; nil for the script itself.
  public internal(set) var entry: Int?
  /// The key in the fault's entry; nil for the whole entry.
  public let key: String?
  /// The problem, as the rest of a sentence.
  public let reason: String

  init(_ key: FaultKey, _ reason: String) { self.init(reason, name: key.rawValue) }

  /// Creates an error about the script, an entry, or a name that may be no key.
  init(_ reason: String, name: String? = nil) {
    key = name.map { name in
      String(
        name.unicodeScalars.prefix(32).map {
          (0x21...0x7E).contains($0.value) ? Character($0) : "?"
        })
    }
    self.reason = reason
  }

  /// One sentence that names the entry and the key, and nothing else of the script.
  public var description: String {
    let place = entry.map { "entry \($0) of the fault script" } ?? "the fault script"
    let subject = key.map { "\"\($0)\" in \(place)" } ?? place
    return subject.prefix(1).uppercased() + subject.dropFirst() + " \(reason)."
  }
}
