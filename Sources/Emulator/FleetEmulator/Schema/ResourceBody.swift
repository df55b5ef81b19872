internal import FleetEngine
internal import Geo
internal import JSON

/// The resource in a request's body, and which of its fields the body has.
struct ResourceBody<Resource: WireMessage>: Sendable {
  let resource: Resource
  private let message: SchemaMessage

  init(_ message: SchemaMessage) {
    self.message = message
    resource = message.decode()
  }

  /// Creates a body from fields in JSON's names.
  init(_ fields: JSONObject, schema: MessageSchema) throws(RPCFailure) {
    self.init(SchemaMessage(try schema.read(fields, at: "")))
  }

  /// Creates a body for a mask that names whole fields.
  init(_ resource: Resource) {
    self.resource = resource
    message = SchemaMessage()
  }

  /// Whether a field has a value.
  func has(_ field: String) -> Bool { message.has(field) }

  /// The body with the stored rest of each field that the mask names in part.
  func completed(_ mask: UpdateMask, from stored: Resource) -> ResourceBody {
    guard !mask.parts.isEmpty else { return self }
    let old = stored.wire(WireSettings(routeFormat: .encodedPolyline))
    var tree = message.tree
    for field in Set(mask.parts.map { $0[0] }) { tree.set(old.value(at: [field]), at: [field]) }
    for path in mask.parts { tree.set(message.tree.value(at: path), at: path) }
    guard case .object(let fields) = tree else { return self }
    return ResourceBody(SchemaMessage(fields))
  }
}

extension ResourceBody<Vehicle> {
  /// Creates a vehicle's body; decoding it checks the text of its route, which the schema does not.
  init(vehicle message: SchemaMessage) throws(RPCFailure) {
    self.init(message)
    let field = "currentRouteSegment"
    guard resource.route == nil, let text = message.text(field) else { return }
    // Google's samples have an encoded polyline here, its drivers' apps send the S2 format.
    guard let path = try? GooglePolyline.decode(text) else {
      throw .invalid("Invalid value at '\(field)'.")
    }
    var fields = message.tree.object ?? [:]
    fields[field] = .text(S2Polyline.encode(path))
    self.init(SchemaMessage(fields))
  }
}

extension FleetEngineEnum {
  /// Returns the value, or throws if it is not a known one.
  func known(_ field: String) throws(RPCFailure) -> Self {
    try require(isKnown, "\(field) has to be one of its known values.")
    return self
  }

  /// Returns the value, or throws if it is neither known nor unspecified.
  func knownIfAny(_ field: String) throws(RPCFailure) -> Self {
    try require(isKnown || isUnspecified, "Invalid value at '\(field)'.")
    return self
  }
}
