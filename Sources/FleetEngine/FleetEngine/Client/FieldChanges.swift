/// The changes of an update: the fields of a trip or vehicle that were assigned, and no others.
///
/// Assigning nil, or an empty list, removes the value of a field:
///
/// ```swift
/// try await client.updateTrip(name) { $0.vehicleID = nil }
/// ```
@dynamicMemberLookup public struct FieldChanges<Message: FleetEngineMessage> {
  package private(set) var message = Message()
  private var properties: [AnyKeyPath] = []

  /// A property of the trip or vehicle, at first without a value; writing it adds it to the update.
  public subscript<Value>(dynamicMember property: WritableKeyPath<Message, Value>) -> Value {
    get { message[keyPath: property] }
    set {
      message[keyPath: property] = newValue
      if !properties.contains(property) { properties.append(property) }
    }
  }
}

extension FieldChanges where Message: WireMessage {
  init(_ assign: (inout FieldChanges) -> Void) { assign(&self) }

  /// The names of the assigned fields on the wire, in their order; a property that no field has is an error
  /// of the call.
  func mask(of call: Call) throws(FleetEngineError) -> [String] {
    var mask: [String] = []
    for property in properties {
      let fields = Message.wireFields.fields.filter { $0.holds(property) }
      guard let field = fields.first(where: { $0.writer == .anyone }) else {
        let text = "\(property)".split(separator: ".").last ?? ""
        throw call.failure(
          .invalidArgument, "\(text) is not a field that an update can change.", cause: .request)
      }
      mask.append(field.name)
    }
    return mask
  }
}
