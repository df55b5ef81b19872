/// The changes of an update: the fields of a trip or vehicle that were assigned, and no others.
///
/// Assigning nil, or an empty list, removes the value of a field:
///
/// ```swift
/// try await client.updateTrip(name) { $0.vehicleID = nil }
/// ```
///
/// The present values are not known here. A list or a message is assigned as a whole; changing one in place,
/// such as `$0.attributes.append(attribute)`, fails without a request, because it would replace the others. The
/// version of a trip's stops is sent for comparison and is no change.
@dynamicMemberLookup public struct FieldChanges<Message: FleetEngineMessage> {
  package private(set) var message = Message()
  private var properties: [AnyKeyPath] = []
  /// The first property that was changed in place before it was assigned.
  private var changedInPlace: AnyKeyPath?

  /// A property of the trip or vehicle, without a value until it is assigned, which adds it to the update.
  public subscript<Value>(dynamicMember property: WritableKeyPath<Message, Value>) -> Value {
    get { message[keyPath: property] }
    set {
      message[keyPath: property] = newValue
      if !properties.contains(property) { properties.append(property) }
    }
    _modify {
      if !properties.contains(property), changedInPlace == nil { changedInPlace = property }
      yield &message[keyPath: property]
    }
  }
}

extension FieldChanges where Message: WireMessage {
  init(_ assign: (inout FieldChanges) -> Void) { assign(&self) }

  /// The names of the assigned fields on the wire, in their order.
  ///
  /// Throws an error of the call for a property that an update cannot change, and without any.
  func mask(of call: Call) throws(FleetEngineError) -> [String] {
    func refusal(_ property: AnyKeyPath?, _ words: String) -> FleetEngineError {
      let name = property.flatMap { "\($0)".split(separator: ".").last } ?? "An update"
      return call.failure(.invalidArgument, name + words, cause: .request)
    }
    if let changedInPlace {
      throw refusal(
        changedInPlace, " is changed in place, but its present value is not known; assign it.")
    }
    var mask: [String] = []
    for property in properties {
      let fields = Message.wireFields.fields.filter { $0.holds(property) }
      if fields.contains(where: { $0.writer == .serverWithCheck }) { continue }
      guard let field = fields.first(where: { $0.writer == .anyone }) else {
        throw refusal(property, " is not a field that an update can change.")
      }
      mask.append(field.name)
    }
    guard !mask.isEmpty else { throw refusal(nil, " has to assign a field.") }
    return mask
  }
}
