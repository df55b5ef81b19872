internal import FleetEngine
internal import JSON
internal import TrustLimits

/// Faults in the order in which they strike.
///
/// A request meets the first fault that is for it and has not struck all its requests yet; one that
/// meets none is answered as ever. So faults for one procedure wait for no other's.
///
/// As JSON a script is a list of entries, or an object that holds it as `faults`. An entry is
/// `"pass"`, `"reset"` or an object; its times are seconds:
///
/// | key | what it says |
/// |---|---|
/// | `count` | how many requests it strikes, 1 where it is left out |
/// | `procedure`, `trip` | the only procedure, the id of the only trip that it strikes |
/// | `stage` | `edge`, as a load balancer, or `service`, after the token was accepted |
/// | `pass` | `true` lets the requests through |
/// | `delay` | how long the answer is held back |
/// | `status`, `code`, `message` | the answer's HTTP status, its google.rpc code and text |
/// | `retryAfter`, `retryAfterDate`, `retryDelay` | `Retry-After` in either form, RetryInfo |
/// | `headers` | further header fields, names to values |
/// | `body`, `bodyBase64`, `bodyBytes`, `contentType` | a literal body, or its size alone |
/// | `pieceBytes`, `pause` | the body in pieces, and the time between them |
/// | `truncateAfter`, `resetAfter` | after how many bytes of the body the connection ends or breaks |
/// | `reset` | `true` breaks the connection before the answer |
public struct FaultScript: Sendable, Hashable {
  /// The faults in their order.
  public var faults: [Fault]

  /// Creates a script.
  public init(_ faults: [Fault] = []) { self.faults = faults }

  /// Reads a script.
  /// - Throws: Which entry and key is wrong, and what it may be.
  public init(json: [UInt8]) throws(FaultScriptError) {
    guard json.count <= Limits.Faults.scriptBytes else {
      throw FaultScriptError(nil, "is longer than \(Limits.Faults.scriptBytes) bytes")
    }
    do {
      self = try JSONTree(parsing: json).decoded()
    } catch let error as FaultScriptError {
      throw error
    } catch {
      throw FaultScriptError(nil, "is not JSON")
    }
  }

  /// Checks that everything is within its bounds.
  ///
  /// - Throws: Which entry and key is not.
  func check() throws(FaultScriptError) {
    guard faults.count <= Limits.Faults.entries else {
      throw FaultScriptError(nil, "holds more than \(Limits.Faults.entries) entries")
    }
    for (index, fault) in faults.enumerated() {
      do throws(FaultScriptError) {
        try fault.check()
      } catch {
        throw error.at(entry: index + 1)
      }
    }
  }
}

extension FaultScriptError {
  /// The error with the number of its entry, from 1.
  func at(entry: Int) -> FaultScriptError {
    var error = self
    error.entry = entry
    return error
  }
}

extension FaultScript: Codable {
  /// Reads a list of entries, or an object that holds it.
  ///
  /// - Throws: A ``FaultScriptError`` for what is no script.
  public init(from decoder: any Decoder) throws {
    var entries: any UnkeyedDecodingContainer
    if let list = try? decoder.unkeyedContainer() {
      entries = list
    } else {
      guard let object = try? decoder.container(keyedBy: JSONKey.self),
        let list = try? object.nestedUnkeyedContainer(forKey: JSONKey("faults"))
      else { throw FaultScriptError(nil, "has to be a list, or an object that holds it as faults") }
      if let other = object.allKeys.first(where: { $0.stringValue != "faults" }) {
        throw FaultScriptError(other.shown, "is unknown; only faults stands beside the list")
      }
      entries = list
    }
    faults = []
    while !entries.isAtEnd {
      guard faults.count < Limits.Faults.entries else {
        throw FaultScriptError(nil, "holds more than \(Limits.Faults.entries) entries")
      }
      do {
        faults.append(try entries.decode(Fault.self))
      } catch let error as FaultScriptError {
        throw error.at(entry: faults.count + 1)
      }
    }
  }

  /// Writes a list of entries.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for fault in faults { try list.encode(fault) }
  }
}
