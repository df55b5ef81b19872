internal import FleetEngine
internal import JSON

/// A request's body: the resource, and which of its fields are there.
struct ResourceBody<Resource: WireMessage>: Sendable {
  let resource: Resource
  private let message: Message

  /// Reads a body; an empty one is a resource without fields.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - schema: The resource's fields.
  /// - Throws: That the body is no such resource, or which field is not valid.
  init(_ bytes: [UInt8], schema: MessageSchema) throws(RPCFailure) {
    self.init(try schema.read(bytes))
  }

  /// Takes a message that was read already.
  init(_ message: Message) {
    self.message = message
    resource = message.decode()
  }

  /// Whether a field is there with a value.
  func has(_ field: String) -> Bool { message.has(field) }

  /// The body with the rest of every field of which the mask names a part.
  ///
  /// - Parameters:
  ///   - mask: The mask.
  ///   - stored: The resource as it is.
  /// - Returns: A body of which the mask's fields are to be taken whole.
  /// - Throws: That the resource cannot be put together.
  func completed(_ mask: UpdateMask, from stored: Resource) throws(RPCFailure) -> ResourceBody {
    guard !mask.parts.isEmpty else { return self }
    let old: JSONTree
    do {
      let bytes = try WireJSON.encode(stored, routeFormat: .encodedPolyline)
      old = try JSONTree(parsing: bytes)
    } catch {
      throw RPCFailure(.internal, "The stored resource cannot be read.")
    }
    var tree = message.tree
    for field in Set(mask.parts.map { $0[0] }) { tree.set(old.value(at: [field]), at: [field]) }
    for path in mask.parts { tree.set(message.tree.value(at: path), at: path) }
    guard case .object(let fields) = tree else { return self }
    return ResourceBody(Message(fields))
  }
}

extension WireEnum {
  /// Checks that the value is one of the known ones.
  ///
  /// - Parameter field: The field's name, for the error.
  /// - Returns: The value.
  /// - Throws: That it is not known.
  func known(_ field: String) throws(RPCFailure) -> Self {
    guard isKnown else { throw .invalid("\(field) has to be one of its known values.") }
    return self
  }

  /// Checks that the value is one of the known ones or left unspecified.
  ///
  /// - Parameter field: The field's name, for the error.
  /// - Returns: The value.
  /// - Throws: That it is not known.
  func knownIfAny(_ field: String) throws(RPCFailure) -> Self {
    guard isKnown || isUnspecified else { throw .invalid("Invalid value at '\(field)'.") }
    return self
  }
}
